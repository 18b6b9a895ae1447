import type { Git } from './git-command.js';

/** The files of a tree: path to the id of the blob. Folders are one level deep. */
export type TreeFiles = ReadonlyMap<string, string>;

export async function readTree(git: Git, commit: string): Promise<Map<string, string>> {
  const listing = await git.text(['ls-tree', '-r', '-z', '--full-tree', commit]);
  const files = new Map<string, string>();
  for (const line of listing.split('\0')) {
    const [, blob, path] = /^[0-7]+ blob ([0-9a-f]+)\t(.+)$/su.exec(line) ?? [];
    if (blob !== undefined && path !== undefined) files.set(path, blob);
  }
  return files;
}

/** Contents of blobs, in the order asked for. */
export async function readBlobs(git: Git, blobs: readonly string[]): Promise<Buffer[]> {
  if (blobs.length === 0) return [];
  const output = await git.bytes(['cat-file', '--batch'], [`${blobs.join('\n')}\n`]);
  const contents: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf(10, at);
    const size = Number(output.toString('latin1', at, lineEnd).split(' ')[2]);
    contents.push(output.subarray(lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + 1 + size + 1;
  }
  return contents;
}

export function writeBlob(git: Git, pieces: Iterable<string | Uint8Array>): Promise<string> {
  return git.text(['hash-object', '-w', '--stdin'], pieces);
}

/** `parents`: none, one, or those of two histories that come together; undefined ones are left out. */
export function writeCommit(
  git: Git,
  tree: string,
  parents: readonly (string | undefined)[],
  message: string,
): Promise<string> {
  const known = parents.flatMap((parent) => (parent === undefined ? [] : ['-p', parent]));
  return git.text(['commit-tree', tree, ...known, '-F', '-'], [message]);
}
