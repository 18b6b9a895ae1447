import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A place that takes no folder although the one above it is there; below /proc the system says so. */
class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
}

/**
 * Makes a folder that the user named, with those above it; one that is there is left as it is. Node's own recursive
 * `mkdir` asks forever where the system answers that the new folder's parent is missing while it is there.
 * Rejects with the system's error, or where that would be misleading with one that people understand.
 */
export async function makeFolder(path: string): Promise<void> {
  const problem = await attempt(path);
  if (problem === undefined) return;
  if (problem.code !== 'ENOENT' || dirname(path) === path) throw problem;
  await makeFolder(dirname(path));
  const again = await attempt(path);
  if (again?.code === 'ENOENT') throw new FolderRefused(`cannot create a folder in ${dirname(path)}`);
  if (again !== undefined) throw again;
}

/** Undefined when the folder is there afterwards, no matter who made it. */
async function attempt(path: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(path);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const present = await stat(path).catch(() => undefined);
    return present?.isDirectory() ? undefined : error;
  }
}
