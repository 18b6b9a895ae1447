import { join as joinSystem } from 'node:path';
import { dirname, join, normalize } from 'node:path/posix';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { isAbsolutePath, type PlaceProblem, placeProblem, placeWords } from '../../files/inside.js';
import type { ManifestFiles } from '../files/file-system.js';
import { NameHints, quoted } from '../source/suggest.js';

export type FoundImage =
  /** `file` is relative to the project, in the spelling of the disk. */
  { readonly file: string; readonly size: number } | { readonly code: DiagnosticCode; readonly detail: string };

/** Names in a folder as they are, in their composed form, and in lower case. */
interface Folder {
  readonly exact: ReadonlySet<string>;
  readonly composed: ReadonlyMap<string, string>;
  readonly lower: ReadonlyMap<string, string>;
  readonly hints: NameHints;
}

interface Refused {
  readonly problem: 'outside' | 'reserved';
}

/** Folders that were read, so that many images of one folder read it once. */
export type Folders = Map<string, Promise<Folder | Refused>>;

/**
 * Finds the file that a manifest names, without reading it. The name must be spelt as on the disk, also where the
 * file system would not mind, because the next machine will; only the Unicode form may differ.
 */
export async function findImage(
  root: string,
  manifest: string,
  written: string,
  files: ManifestFiles,
  folders: Folders,
): Promise<FoundImage> {
  const misuse = misspelt(written);
  if (misuse !== undefined) return { code: 'image-path', detail: misuse };
  const path = normalize(join(dirname(manifest), written));
  const refused = (problem: PlaceProblem) =>
    ({ code: 'image-outside-project', detail: `${quoted(written)} ${placeWords(problem)}.` }) as const;
  if (isAbsolutePath(written)) return refused('absolute');
  if (path.startsWith('../') || path === '..') return refused('outside');
  const realRoot = await files.realPath(root);
  const found = await spelling(root, realRoot, path, files, folders);
  if (typeof found !== 'string') {
    if ('problem' in found) return refused(found.problem);
    return { code: 'image-not-found', detail: `${quoted(written)}: ${found.detail}` };
  }
  const absolute = joinSystem(root, found);
  const facts = await files.stat(absolute);
  if (facts === undefined) return { code: 'image-not-found', detail: `${quoted(written)} is a broken link.` };
  const problem = placeProblem(realRoot, await files.realPath(absolute));
  if (problem !== undefined) return refused(problem);
  if (facts.kind !== 'file') {
    const what = facts.kind === 'folder' ? 'a folder' : 'not a regular file';
    return { code: 'image-not-a-file', detail: `${quoted(written)} is ${what}.` };
  }
  return { file: found, size: facts.size };
}

function misspelt(written: string): string | undefined {
  if (/^data:/i.test(written)) return 'This is the image itself; put it into a file and write its path.';
  if (/^[a-z]+:\/\//i.test(written)) return `${quoted(written)} is an address; download the image and name the file.`;
  if (/[\p{Cc}]/u.test(written)) {
    return `${quoted(written)} holds a control character: in double quotes a backslash starts an escape (\\t is a tab). Write / between folders.`;
  }
  if (written.includes('\\')) {
    const better = written.replaceAll(/\\+/g, '/');
    return `${quoted(written)} holds a backslash. Write ${quoted(better)}; in double quotes a backslash even starts an escape.`;
  }
  if (written.length > 300) return 'This is not a path. Write the path of the image file.';
  return undefined;
}

/** The path as the disk spells it, or why there is none. No folder is looked into that no file of the project is in. */
async function spelling(
  root: string,
  realRoot: string,
  path: string,
  files: ManifestFiles,
  folders: Folders,
): Promise<string | { readonly detail: string } | Refused> {
  let at = '';
  for (const segment of path.split('/')) {
    const folder = await listed(joinSystem(root, at), realRoot, files, folders);
    if ('problem' in folder) return folder;
    const wanted = segment.normalize('NFC');
    const exact = folder.exact.has(segment) ? segment : folder.composed.get(wanted);
    if (exact === undefined) {
      const cased = folder.lower.get(wanted.toLowerCase());
      if (cased !== undefined) {
        return { detail: `letter case differs: the disk has ${quoted(cased)}. On other systems that is another file.` };
      }
      const where = at === '' ? 'the project' : at;
      return { detail: `there is no ${quoted(segment)} in ${where}.${folder.hints.didYouMean(segment)}` };
    }
    at = at === '' ? exact : `${at}/${exact}`;
  }
  return at;
}

function listed(path: string, realRoot: string, files: ManifestFiles, folders: Folders): Promise<Folder | Refused> {
  let known = folders.get(path);
  if (known === undefined) {
    known = list(path, realRoot, files);
    folders.set(path, known);
  }
  return known;
}

async function list(path: string, realRoot: string, files: ManifestFiles): Promise<Folder | Refused> {
  // What is no folder, or a link to nothing, holds nothing.
  if ((await files.stat(path))?.kind !== 'folder') return folderOf([]);
  const problem = placeProblem(realRoot, await files.realPath(path));
  if (problem !== undefined) return { problem };
  return folderOf(((await files.list(path)) ?? []).map(({ name }) => name));
}

function folderOf(names: readonly string[]): Folder {
  // Of two that differ only in form or case, the first counts.
  const by = (form: (name: string) => string) => new Map(names.toReversed().map((name) => [form(name), name]));
  return {
    exact: new Set(names),
    composed: by((name) => name.normalize('NFC')),
    lower: by((name) => name.normalize('NFC').toLowerCase()),
    hints: new NameHints(names),
  };
}
