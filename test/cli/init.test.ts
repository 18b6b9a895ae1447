import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adwright, projectFolder } from '../support/cli.js';

const MANIFEST = 'version: 1\ngroups: {}\n';
const project = (baseUrl: string, rest = '') =>
  `version: 1\naccounts:\n  main:\n    baseUrl: ${baseUrl}\n${rest}state: { backend: file, path: .adwright/state }\n`;

test('a new project has an example, and everything that was written is laid out as fmt wants it', async () => {
  const folder = await projectFolder({});
  const { code, stdout } = await adwright(folder, ['init']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('wrote ads/example.yaml')]);
  expect(await adwright(folder, ['fmt', '--check'])).toEqual({ code: 0, stdout: '', stderr: '' });
  const again = await adwright(folder, ['init']);
  expect([again.code, again.stdout]).toEqual([0, expect.not.stringContaining('wrote')]);
});

test.each([
  ['manifests below the default pattern', { 'ads/shoes/all.yml': MANIFEST }, 'has manifests already'],
  [
    'manifests elsewhere',
    { 'adwright.yaml': project('sandbox', '    manifests: [my/*.yaml]\n'), 'my/a.yaml': MANIFEST },
    'has manifests already',
  ],
  [
    'a pattern elsewhere',
    { 'adwright.yaml': project('sandbox', '    manifests: [my/*.yaml]\n') },
    'keeps its manifests elsewhere',
  ],
  ['a real service', { 'adwright.yaml': project('https://ads.example.com') }, 'a new group in the real account'],
  ['a faulty project file', { 'adwright.yaml': 'version: 7\n' }, 'fix adwright.yaml'],
])('no example in a project with %s', async (_what, files, said) => {
  const folder = await projectFolder(files);
  const { code, stdout } = await adwright(folder, ['init']);
  expect(code).toBe(0);
  expect(stdout).toContain(said);
  expect(existsSync(join(folder, 'ads/example.yaml'))).toBe(false);
});

test('below another project init is refused, and writes nothing', async () => {
  const top = await projectFolder({ 'adwright.yaml': project('sandbox') });
  const below = join(top, 'a/b');
  await mkdir(below, { recursive: true });
  const { code, stderr } = await adwright(below, ['init']);
  expect(code).toBe(1);
  expect(stderr).toContain('There is a project above');
  expect(existsSync(join(below, 'adwright.yaml'))).toBe(false);
  await mkdir(join(top, 'repo/.git'), { recursive: true });
  expect((await adwright(join(top, 'repo'), ['init'])).code).toBe(0);
  expect(await readFile(join(top, 'repo/ads/example.yaml'), 'utf8')).toContain('first-group');
});
