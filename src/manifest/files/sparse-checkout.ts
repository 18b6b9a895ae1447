import { dirname, join, relative, resolve, sep } from 'node:path';
import { MOST_TEXT } from '../../files/regular-file.js';
import type { ManifestFiles } from './file-system.js';
import { readGitIndex } from './git-index.js';
import { readPathPattern } from './path-pattern.js';

/** Paths relative to the project that git tracks and a sparse checkout left out; a folder ends with `/`. */
export type LeftOut = readonly string[] | 'unreadable';

/**
 * What a sparse checkout leaves out leaves no trace on the disk: not even an empty folder. Only git's index knows. It is
 * read only where the checkout is sparse.
 */
export async function leftOutFiles(root: string, files: ManifestFiles): Promise<LeftOut> {
  const git = await gitFolder(root, files);
  if (git === undefined || (await files.stat(join(git.folder, 'info', 'sparse-checkout'))) === undefined) return [];
  const index = join(git.folder, 'index');
  if ((await files.stat(index))?.kind !== 'file') return [];
  const bytes = await files.readGit(index, MOST_TEXT).catch(() => undefined);
  const entries = bytes && readGitIndex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (entries === undefined) return 'unreadable';
  const realRoot = await files.realPath(root);
  const prefix = relative(await files.realPath(git.workTree), realRoot).replaceAll(sep, '/');
  const found: string[] = [];
  for (const { path, leftOut } of entries) {
    if (!leftOut) continue;
    const own = within(path, prefix);
    // A file with git's mark may be there all the same: someone put it there.
    if (own !== undefined && (await files.stat(join(root, own))) === undefined) found.push(own);
  }
  return found;
}

/** Those of them that a pattern of this folder would read; a folder counts where something in it may. */
export function leftOutBy(pattern: string, folder: string, leftOut: readonly string[]): readonly string[] {
  if (leftOut.length === 0) return [];
  const full = folder === '' ? pattern.replace(/^\.\//, '') : `${folder}/${pattern.replace(/^\.\//, '')}`;
  const read = readPathPattern(full);
  if (read === undefined) return [];
  const base = read.base === '' ? '' : `${read.base}/`;
  const matches = (path: string) =>
    read.plain ? path === read.base : path.startsWith(base) && read.matches(path.slice(base.length));
  return leftOut.filter((path) =>
    path.endsWith('/') ? path.startsWith(base) || base.startsWith(path) : matches(path),
  );
}

function within(path: string, prefix: string): string | undefined {
  if (prefix === '') return path;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined;
}

/** The folder where git keeps what belongs to this work tree, and the work tree. */
async function gitFolder(
  root: string,
  files: ManifestFiles,
): Promise<{ readonly folder: string; readonly workTree: string } | undefined> {
  for (let at = root; ; at = dirname(at)) {
    const path = join(at, '.git');
    const facts = await files.stat(path).catch(() => undefined);
    if (facts?.kind === 'folder') return { folder: path, workTree: at };
    if (facts?.kind === 'file') {
      const bytes = await files.readGit(path, 4096).catch(() => undefined);
      const target = /^gitdir: (.+)$/m.exec(Buffer.from(bytes ?? []).toString('utf8'))?.[1]?.trim();
      return target === undefined ? undefined : { folder: resolve(at, target), workTree: at };
    }
    if (dirname(at) === at) return undefined;
  }
}
