import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { isInside, placeProblem, placeWords, stepsOf } from './inside.js';
import { FileRefused } from './refusal.js';
import { readRegular } from './regular-file.js';
import { errorCode } from './system-error.js';

/**
 * The bytes of a file of the project, `file` being relative to it: a regular file that is inside the project, with all
 * links followed, and at most `most` bytes. A branch can put a link to any place, and what is read may be quoted.
 */
export async function readInProject(root: string, file: string, most: number): Promise<Buffer> {
  const real = await realPathOf(join(root, file));
  const problem = placeProblem(await realpath(root), real);
  if (problem !== undefined) throw new FileRefused(problem, `it ${placeWords(problem)}`);
  return readRegular(real, most);
}

/** The same; undefined where there is nothing, not even a link to nothing. */
export async function readIfInProject(root: string, file: string, most: number): Promise<Buffer | undefined> {
  try {
    return await readInProject(root, file, most);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/**
 * Checks a path that the user named, or a folder of Adwright's own. It may be anywhere; but a link inside the project may be
 * a branch's, and leads neither out of it (unless `mayLeave`) nor into git's folder.
 */
export async function checkLinks(root: string, path: string, { mayLeave = false } = {}): Promise<void> {
  if (!isInside(root, path)) return;
  const realRoot = await realPlaceOf(root);
  const real = await realPlaceOf(path);
  if (real === join(realRoot, relative(root, path))) return;
  const words = !isInside(realRoot, real)
    ? !mayLeave && placeWords('outside')
    : stepsOf(realRoot, real).includes('.git')
      ? 'leads into .git'
      : undefined;
  if (words) throw new FileRefused('outside', `it is reached by a link that ${words}`);
}

/** Where the path leads, although nothing may be there yet. */
async function realPlaceOf(path: string): Promise<string> {
  try {
    return await realPathOf(path);
  } catch (error) {
    if (!isAbsent(error) || dirname(path) === path) throw error;
    return join(await realPlaceOf(dirname(path)), basename(path));
  }
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isAbsent(error) && (await isLink(path))) throw new FileRefused('dangling', 'it points to nothing');
    throw error;
  }
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
}

/** Whether the system says that there is nothing at the path. */
export function isAbsent(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
