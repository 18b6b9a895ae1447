import { open, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { checkLinks } from '../../../files/project-file.js';
import { systemWords } from '../../../files/system-error.js';
import { manifestPieces, type WrittenSection } from '../../../manifest/yaml/manifest-text.js';
import { groupBy } from '../../../model/index.js';
import type { AppPorts } from '../../ports.js';
import { makeFolder } from '../../workspace/make-folder.js';
import { schemaLine } from '../../workspace/schema-line.js';
import { rootOf } from '../../workspace/workspace.js';

/** The sections of each file, by its name without `.yaml`. */
export type FilePlan = ReadonlyMap<string, readonly WrittenSection[]>;

/** One file a section. */
export function bySection(sections: readonly WrittenSection[]): FilePlan {
  return new Map(sections.filter(({ blocks }) => blocks.length > 0).map((one) => [one.section.key, [one]]));
}

/**
 * One file for each thing of that kind, with all that belongs to it; what belongs to none stays in a file of its section.
 * The name is the thing's own, or its id where no manifest names it.
 */
export function byOwner(kind: string, sections: readonly WrittenSection[]): FilePlan {
  const files = new Map<string, WrittenSection[]>();
  const taken = new Set(sections.map(({ section }) => section.key.toLowerCase()));
  const names = new Map<string, string>();
  const nameFor = (ownerId: string, name: string) => {
    const known = names.get(ownerId);
    if (known !== undefined) return known;
    const safe = safeName(name, kind);
    const free = taken.has(folded(safe)) ? safeName(`${safe}-${ownerId}`, kind) : safe;
    taken.add(folded(free));
    names.set(ownerId, free);
    return free;
  };
  const owners = sections.filter(({ section }) => section.kind === kind).flatMap(({ blocks }) => blocks);
  for (const { ownerId, name } of owners) if (ownerId !== undefined) nameFor(ownerId, name ?? `${kind}-${ownerId}`);
  for (const { section, blocks } of sections) {
    const perFile = groupBy(blocks, ({ ownerId }) =>
      ownerId === undefined ? section.key : nameFor(ownerId, `${kind}-${ownerId}`),
    );
    for (const [file, list] of perFile) {
      const part = { section, blocks: list };
      const present = files.get(file);
      if (present === undefined) files.set(file, [part]);
      else present.push(part);
    }
  }
  return files;
}

/** Some file systems take two spellings for one name. */
const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** Names of devices on Windows, with or without an ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** So many bytes of a name, with room for an id and an ending below the usual 255. */
const MOST_BYTES = 180;

/** A name that every file system takes, and that nobody takes for a hidden file or a path. */
function safeName(name: string, kind: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  const whole = plain === '' || DEVICE.test(plain) ? `${kind}-${plain}`.replace(/-$/, '') : plain;
  let cut = whole;
  while (Buffer.byteLength(cut) > MOST_BYTES) cut = [...cut].slice(0, -1).join('');
  return cut;
}

/**
 * Nothing is overwritten: what an earlier export wrote may have been edited since. Where one file cannot be written, those
 * that were are removed, so that the command can be run again.
 */
export async function writeManifests(app: AppPorts, out: string, files: FilePlan): Promise<readonly string[]> {
  const root = rootOf(app);
  const folder = resolve(root, out);
  const schema = await schemaLine(root, folder, 'manifest');
  const own: string[] = [];
  for (const [name, sections] of files) {
    const file = join(folder, `${name}.yaml`);
    try {
      await checkLinks(root, file);
      await makeFolder(folder);
      const handle = await open(file, 'wx');
      own.push(file);
      try {
        await writeFile(handle, manifestPieces(sections, schema === undefined ? [] : [schema]));
      } finally {
        await handle.close();
      }
    } catch (error) {
      // Why it was not written says more than that something stays.
      for (const written of own) await rm(written, { force: true }).catch(() => undefined);
      const detail = `--out ${join(out, `${name}.yaml`)}: ${systemWords(error)}`;
      throw new Failure([diagnostic('file-unreadable', { detail })]);
    }
  }
  return own.map((file) => relative(root, file).split(sep).join('/'));
}
