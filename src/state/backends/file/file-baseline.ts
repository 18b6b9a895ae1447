import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BaselineBuilder, type PackedBaseline } from '../../../model/state/baseline.js';
import { createFile, fileStamp, readIfPresent, syncFolder } from '../../machine/durable-files.js';
import { type ChunkReference, chunkName, cutChunks, readChunk } from '../../stored/baseline-chunks.js';

/** The chunks of one account's baseline as files named by their digests: a chunk never changes, only comes and goes. */
export class FileBaseline {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The baseline that the references of a snapshot of this format name, or what is wrong with which file. */
  async read(
    references: readonly ChunkReference[],
    format: number,
  ): Promise<{ readonly baseline: PackedBaseline } | { readonly file: string; readonly what: string }> {
    const builder = new BaselineBuilder();
    for (const reference of references) {
      const file = join(this.#folder, chunkName(reference));
      const bytes = await readIfPresent(file);
      const what = bytes === undefined ? 'it is missing' : readChunk(bytes, reference, format, builder);
      if (what !== undefined) return { file, what };
    }
    return { baseline: builder.build() };
  }

  /** Writes the chunks that are not there yet, and flushes them. What the present snapshot names stays untouched. */
  async write(baseline: PackedBaseline, before: readonly ChunkReference[]): Promise<readonly ChunkReference[]> {
    const known = new Set(before.map(chunkName));
    const references: ChunkReference[] = [];
    let written = false;
    for (const { reference, bytes } of cutChunks(baseline, before)) {
      references.push(reference);
      const name = chunkName(reference);
      if (known.has(name) && (await fileStamp(join(this.#folder, name))) !== undefined) continue;
      if (!written) await mkdir(this.#folder, { recursive: true });
      written = true;
      await createFile(join(this.#folder, name), [bytes]);
    }
    if (written) await syncFolder(this.#folder);
    return references;
  }

  /** What is there now. */
  async names(): Promise<readonly string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  /** Removes those of `names` that neither the snapshot nor its backup names. */
  async removeOthers(names: readonly string[], named: Iterable<ChunkReference>): Promise<void> {
    const keep = new Set([...named].map(chunkName));
    for (const name of names) if (!keep.has(name)) await rm(join(this.#folder, name), { force: true });
  }
}
