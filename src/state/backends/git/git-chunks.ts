import { packBaseline } from '../../../model/state/baseline.js';
import type { Baseline } from '../../../model/state/state.js';
import { type ChunkReference, cutChunks } from '../../stored/baseline-chunks.js';
import type { StoredSnapshot } from '../../stored/snapshot-text.js';
import type { Git } from './git-command.js';
import { type TreeFiles, writeBlob } from './git-objects.js';
import { chunkPath, type NextFiles } from './state-commit.js';

const BLOBS_AT_ONCE = 4;

/** Puts the baseline into the files of the next commit; chunks that the commit before has are not written again. */
export async function writeChunks(
  git: Git,
  baseline: Baseline,
  before: { readonly files: TreeFiles; readonly stored: StoredSnapshot | undefined },
  files: NextFiles,
): Promise<readonly ChunkReference[]> {
  const chunks: ChunkReference[] = [];
  let writing: Promise<unknown>[] = [];
  for (const { reference, bytes } of cutChunks(packBaseline(baseline), before.stored?.chunks ?? [])) {
    chunks.push(reference);
    const path = chunkPath(reference);
    const known = before.files.get(path);
    if (known !== undefined) files.set(path, known);
    else writing.push(writeBlob(git, [bytes]).then((blob) => files.set(path, blob)));
    if (writing.length < BLOBS_AT_ONCE) continue;
    await Promise.all(writing);
    writing = [];
  }
  await Promise.all(writing);
  return chunks;
}
