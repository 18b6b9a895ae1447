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

/** Writes a tree; `made` remembers the folders written before, since most of them do not change from commit to commit. */
export async function writeTree(git: Git, files: TreeFiles, made = new Map<string, string>()): Promise<string> {
  const root: string[] = [];
  const folders = new Map<string, string[]>();
  for (const [path, blob] of files) {
    const slash = path.indexOf('/');
    const name = path.slice(slash + 1);
    const list = slash < 0 ? root : (folders.get(path.slice(0, slash)) ?? []);
    list.push(`100644 blob ${blob}\t${name}\0`);
    if (slash >= 0) folders.set(path.slice(0, slash), list);
  }
  for (const [name, lines] of folders) {
    const listing = lines.join('');
    const tree = made.get(listing) ?? (await makeTree(git, lines));
    made.set(listing, tree);
    root.push(`040000 tree ${tree}\t${name}\0`);
  }
  return makeTree(git, root);
}

function makeTree(git: Git, lines: readonly string[]): Promise<string> {
  return git.text(['mktree', '-z'], lines);
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
