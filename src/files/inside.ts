import { isAbsolute, relative, sep } from 'node:path';

/** Folders that hold nothing for a project to read: git's hold credentials and commands, Adwright's its own data. */
const RESERVED: ReadonlySet<string> = new Set(['.git', '.adwright']);

/** Whether a path is the folder itself or something below it. Both are absolute; links are not followed. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way));
}

/** Why a file of a project may not be at this place, both paths being real ones; undefined where it may. */
export function placeProblem(realRoot: string, real: string): 'outside' | 'reserved' | undefined {
  if (!isInside(realRoot, real)) return 'outside';
  return stepsOf(realRoot, real).some((step) => RESERVED.has(step)) ? 'reserved' : undefined;
}

/** Whether a path of a manifest is none that its own folder leads to, on this system or on Windows. */
export function isAbsolutePath(written: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(written);
}

export type PlaceProblem = 'outside' | 'reserved' | 'absolute';

/** Why a path is not taken, in words that follow it. */
export function placeWords(problem: PlaceProblem): string {
  if (problem === 'absolute') return 'is an absolute path; write it relative to the file that names it';
  return problem === 'outside'
    ? 'leads outside the project'
    : 'leads into .git or .adwright, where no file of the project is';
}

/** In lower case: some file systems take `.GIT` for the same folder. */
export function stepsOf(realRoot: string, real: string): readonly string[] {
  return relative(realRoot, real).toLowerCase().split(sep);
}
