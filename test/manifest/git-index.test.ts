import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readGitIndex } from '../../src/manifest/files/git-index.js';
import { leftOutBy } from '../../src/manifest/files/sparse-checkout.js';
import { folderOf } from './support.js';

const run = promisify(execFile);
const LONG = `ads/${'很长的名字'.repeat(12)}/${'x'.repeat(90)}`;
const FILES = [
  'a.yaml',
  'ads/a.yaml',
  'ads/b/c.yaml',
  'ads/b/d.yaml',
  'ads/秋季.yaml',
  ...[1, 2, 3].map((n) => `${LONG}/${n}.csv`),
];

it.each([
  ['sha1', '2'],
  ['sha1', '4'],
  ['sha256', '2'],
  ['sha256', '4'],
])('reads an index with %s of version %s as git does', async (hash, version) => {
  const root = await folderOf(Object.fromEntries(FILES.map((file) => [file, file])));
  const git = (...argv: string[]) => run('git', ['-C', root, '-c', `index.version=${version}`, ...argv]);
  await git('init', '-q', `--object-format=${hash}`);
  await git('add', '.');
  await git('update-index', '--skip-worktree', 'ads/b/c.yaml');
  const bytes = await readFile(join(root, '.git/index'));
  // A mark needs version 3 at least.
  expect(bytes.readUInt32BE(4)).toBe(version === '4' ? 4 : 3);
  const told = (await git('ls-files', '-t', '-z')).stdout.split('\0').filter((line) => line !== '');
  expect(readGitIndex(bytes)?.map(({ path, leftOut }) => `${leftOut ? 'S' : 'H'} ${path}`)).toEqual(told);
  for (const length of [0, 11, 40, 100, Math.floor(bytes.length / 3)]) {
    expect(readGitIndex(bytes.subarray(0, length))).toBeUndefined();
  }
});

it.each([
  ['ads/**/*.yaml', '', ['ads/b.yaml', 'x/b.yaml', 'ads/c/'], ['ads/b.yaml', 'ads/c/']],
  ['words/*.csv', 'ads', ['ads/words/a.csv', 'words/a.csv', 'ads/'], ['ads/words/a.csv', 'ads/']],
  ['**/*.yaml', '', ['docs/', 'a.md'], ['docs/']],
  ['./ads/a.yaml', '', ['ads/a.yaml', 'ads/b.yaml'], ['ads/a.yaml']],
])('%s in the folder "%s" would read of %j: %j', (pattern, folder, leftOut, expected) => {
  expect(leftOutBy(pattern, folder, leftOut)).toEqual(expected);
});
