import { isAbsolute, join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { ManifestFiles } from './file-system.js';

/** Folders that are no part of the manifests, whatever a pattern says. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git', '.adwright']);

export interface FoundFile {
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** Why it cannot be read, where that shows already. */
  readonly problem?: 'dangling' | 'outside' | 'not-a-file';
}

/**
 * Files that match `pattern`, relative to `folder`, both inside `root`, in order of their names. What matches and
 * cannot be read is listed with its problem: a glob library would leave out a dangling link without a word, and a
 * manifest that is not read looks like one that was deleted.
 */
export async function findFiles(
  root: string,
  folder: string,
  pattern: string,
  files: ManifestFiles,
): Promise<FoundFile[]> {
  const { base, glob } = picomatch.scan(pattern);
  const start = join(root, folder, base);
  if (!isInside(root, start)) return [{ file: posix(relative(root, start)), problem: 'outside' }];
  const realRoot = await files.realPath(root);
  if (glob === '') return [await judge(root, realRoot, posix(relative(root, start)), 'link', files)];
  const matches = picomatch(glob, { dot: false });
  const found: FoundFile[] = [];
  const walk = async (at: string, inPattern: string, trail: readonly string[]): Promise<void> => {
    for (const { name, kind } of (await files.list(join(root, at))) ?? []) {
      if (SKIPPED.has(name)) continue;
      const file = at === '' ? name : `${at}/${name}`;
      const path = inPattern === '' ? name : `${inPattern}/${name}`;
      let isFolder = kind === 'folder';
      let real = join(root, file);
      if (kind === 'link') {
        isFolder = (await files.stat(real))?.kind === 'folder';
        if (isFolder) real = await files.realPath(real);
        if (isFolder && !isInside(realRoot, real)) {
          found.push({ file, problem: 'outside' });
          continue;
        }
      }
      if (isFolder) {
        // A link to a folder above would be walked for ever.
        if (!name.startsWith('.') && !trail.includes(real)) await walk(file, path, [...trail, real]);
      } else if (matches(path)) found.push(await judge(root, realRoot, file, kind, files));
    }
  };
  const at = posix(relative(root, start));
  await walk(at, '', [start]);
  return found;
}

async function judge(
  root: string,
  realRoot: string,
  file: string,
  kind: string,
  files: ManifestFiles,
): Promise<FoundFile> {
  const path = join(root, file);
  const facts = await files.stat(path);
  if (facts === undefined) return { file, problem: 'dangling' };
  if (facts.kind !== 'file') return { file, problem: 'not-a-file' };
  if (kind === 'link' && !isInside(realRoot, await files.realPath(path))) return { file, problem: 'outside' };
  return { file };
}

export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way));
}

function posix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
