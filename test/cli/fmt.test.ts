import { chmod, lstat, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adwright, listing, projectFolder, readText } from '../support/cli.js';

const PROJECT = 'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n';
const UNTIDY = 'version:   1\nkeywords:\n- {id: 5,price: 1.0}   # why\n';
const TIDY = 'version: 1\nkeywords:\n  - { id: 5, price: 1.0 } # why\n';

test('lays files out, names them, and then has nothing to do', async () => {
  const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': UNTIDY, 'ads/b.yaml': TIDY });
  await chmod(join(folder, 'ads/a.yaml'), 0o640);
  expect(await adwright(folder, ['fmt'])).toEqual({ code: 0, stdout: 'ads/a.yaml\n', stderr: '' });
  expect(await readText(folder, 'ads/a.yaml')).toBe(TIDY);
  expect((await stat(join(folder, 'ads/a.yaml'))).mode & 0o777).toBe(0o640);
  const before = await listing(folder);
  expect(await adwright(folder, ['fmt'])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await listing(folder)).toEqual(before);
});

test('--check lists, exits with 1 and writes nothing', async () => {
  const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': UNTIDY, 'ads/b.yaml': TIDY });
  const before = await listing(folder);
  expect(await adwright(folder, ['fmt', '--check'])).toEqual({ code: 1, stdout: 'ads/a.yaml\n', stderr: '' });
  const { code, stdout } = await adwright(folder, ['fmt', '--check', '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([1, { formatVersion: '1.0', changed: ['ads/a.yaml'], diagnostics: [] }]);
  expect(await listing(folder)).toEqual(before);
});

test('a file with faults is left alone and named; the others are laid out', async () => {
  const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': UNTIDY, 'ads/b.yaml': 'groups: {\n' });
  const { code, stdout, stderr } = await adwright(folder, ['fmt']);
  expect([code, stdout]).toEqual([1, 'ads/a.yaml\n']);
  expect(stderr).toContain('ads/b.yaml:2:1');
  expect(await readText(folder, 'ads/b.yaml')).toBe('groups: {\n');
});

test('takes every account of the project, or the one that is named', async () => {
  const accounts = ['a', 'b']
    .map((name) => `  ${name}: { baseUrl: sandbox, manifests: ["${name}/*.yaml"] }\n`)
    .join('');
  const folder = await projectFolder({
    'adwright.yaml': `version: 1\naccounts:\n${accounts}`,
    'a/x.yaml': UNTIDY,
    'b/x.yaml': UNTIDY,
  });
  expect((await adwright(folder, ['fmt', '--check'])).stdout).toBe('a/x.yaml\nb/x.yaml\n');
  expect((await adwright(folder, ['fmt', '--check', '--account', 'b'])).stdout).toBe('b/x.yaml\n');
});

test('keeps the line ends of a checkout, takes off a mark, and makes one kind of a mixture', async () => {
  const folder = await projectFolder({
    'adwright.yaml': PROJECT,
    'ads/crlf.yaml': TIDY.replaceAll('\n', '\r\n'),
    'ads/mark.yaml': `\uFEFF${TIDY}`,
    'ads/mixed.yaml': TIDY.replace('\n', '\r\n'),
    'ads/untidy.yaml': UNTIDY.replaceAll('\n', '\r\n'),
  });
  expect((await adwright(folder, ['fmt'])).stdout).toBe('ads/mark.yaml\nads/mixed.yaml\nads/untidy.yaml\n');
  expect(await readText(folder, 'ads/mark.yaml')).toBe(TIDY);
  expect(await readText(folder, 'ads/mixed.yaml')).toBe(TIDY);
  expect(await readText(folder, 'ads/untidy.yaml')).toBe(TIDY.replaceAll('\n', '\r\n'));
});

test('writes through a link and leaves nothing next to it', async () => {
  const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'real/a.yaml': UNTIDY });
  await mkdir(join(folder, 'ads'));
  await symlink('../real/a.yaml', join(folder, 'ads/a.yaml'));
  expect((await adwright(folder, ['fmt'])).stdout).toBe('ads/a.yaml\n');
  expect((await lstat(join(folder, 'ads/a.yaml'))).isSymbolicLink()).toBe(true);
  expect(await readText(folder, 'real/a.yaml')).toContain('  - { id: 5, price: 1.0 }');
  expect(await readdir(join(folder, 'real'))).toEqual(['a.yaml']);
});
