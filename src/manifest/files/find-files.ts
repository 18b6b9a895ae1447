import { join, relative, sep } from 'node:path';
import { isAbsolutePath, isInside, type PlaceProblem, placeProblem } from '../../files/inside.js';
import type { ManifestFiles } from './file-system.js';
import type { PathPattern } from './path-pattern.js';

/** Folders that are no part of the manifests, whatever a pattern says. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git', '.adwright']);

export interface FoundFile {
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** Why it cannot be read, where that shows already. */
  readonly problem?: 'dangling' | PlaceProblem | 'not-a-file';
}

/** What a pattern leads to. */
export interface Found {
  readonly files: readonly FoundFile[];
  /** Folders below the pattern's own that it looks into and that hold nothing. Git keeps none: a submodule that was not fetched is one. */
  readonly emptyFolders: readonly string[];
  /** Files that would match if letter case did not count. */
  readonly otherCase: readonly string[];
}

const only = (file: FoundFile): Found => ({ files: [file], emptyFolders: [], otherCase: [] });

/**
 * Files that match `pattern`, relative to `folder`, both inside `root`, in order of their names. What matches and
 * cannot be read is listed with its problem: a glob library would leave out a dangling link without a word, and a
 * manifest that is not read looks like one that was deleted.
 */
export async function findFiles(
  root: string,
  folder: string,
  pattern: PathPattern,
  files: ManifestFiles,
): Promise<Found> {
  const { text, base, plain } = pattern;
  if (isAbsolutePath(text)) return only({ file: text, problem: 'absolute' });
  const start = join(root, folder, base);
  if (!isInside(root, start)) return only({ file: posix(relative(root, start)), problem: 'outside' });
  const realRoot = await files.realPath(root);
  if (plain) return only(await judge(root, realRoot, posix(relative(root, start)), 'link', files));
  const emptyFolders: string[] = [];
  const otherCase: string[] = [];
  const found: FoundFile[] = [];
  const walk = async (at: string, inPattern: string, trail: readonly string[]): Promise<void> => {
    const listed = (await files.list(join(root, at))) ?? [];
    if (listed.length === 0 && inPattern !== '' && pattern.mayLeadOn(inPattern)) emptyFolders.push(at);
    for (const { name, kind } of listed) {
      if (SKIPPED.has(name)) continue;
      const file = at === '' ? name : `${at}/${name}`;
      const path = inPattern === '' ? name : `${inPattern}/${name}`;
      let isFolder = kind === 'folder';
      let real = join(root, file);
      if (kind === 'link') {
        isFolder = (await files.stat(real))?.kind === 'folder';
        if (isFolder) real = await files.realPath(real);
        const problem = isFolder ? placeProblem(realRoot, real) : undefined;
        if (problem !== undefined) {
          found.push({ file, problem });
          continue;
        }
      }
      if (isFolder) {
        // A link to a folder above would be followed forever.
        if (!name.startsWith('.') && !trail.includes(real)) await walk(file, path, [...trail, real]);
      } else if (pattern.matches(path)) found.push(await judge(root, realRoot, file, kind, files));
      else if (pattern.matchesAnyCase(path)) otherCase.push(file);
    }
  };
  const at = posix(relative(root, start));
  // A link on the way to where the pattern begins leads as far as any other.
  const problem = (await files.stat(start)) && placeProblem(realRoot, await files.realPath(start));
  if (problem !== undefined) return only({ file: at, problem });
  await walk(at, '', [start]);
  return { files: found, emptyFolders, otherCase };
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
  const problem = kind === 'link' ? placeProblem(realRoot, await files.realPath(path)) : undefined;
  if (problem !== undefined) return { file, problem };
  return facts.kind === 'file' ? { file } : { file, problem: 'not-a-file' };
}

function posix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
