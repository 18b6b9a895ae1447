import { expect, test } from 'vitest';
import { STATE_SCHEMA } from '../../src/project/project-schema.js';
import { BACKENDS } from '../../src/state/registry.js';

const names = [...BACKENDS.values()].flatMap(({ settings }) => Object.keys(settings));

test('no two backends have a setting of one name, and none takes one of all', () => {
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(STATE_SCHEMA.properties)).toEqual(['backend', ...names, 'lineage', 'lockTimeoutSeconds']);
});

test.each([...BACKENDS])('%s gives a project a place of its own by one of its settings', (_name, backend) => {
  expect(names).toContain(backend.placeSetting);
  expect(backend.check({})).toEqual([]);
});

test.each([
  ['file', { path: '../elsewhere' }, ['path outside-project leaves the project']],
  ['file', { path: 'a/.GIT/b' }, ['path outside-project leads into .git']],
  ['file', { path: '.adwright/other' }, []],
  ['git', { key: '' }, ['key state-key-unusable']],
  ['git', { remote: '--upload-pack=x' }, ['remote bad-setting']],
  ['git', { remote: 'upstream', key: 'teams/shoes' }, []],
  ['s3', { endpoint: 'http://s3.example.com' }, ['endpoint plain-http is reached over http']],
  ['s3', { endpoint: 'http://[::1]:9000/path' }, []],
  ['s3', { endpoint: 's3.example.com', bucket: 'a b' }, ['endpoint bad-setting', 'bucket bad-setting']],
  ['s3', { prefix: 'a/../b' }, ['prefix bad-setting']],
  ['s3', { prefix: '.' }, ['prefix bad-setting']],
  ['s3', { prefix: 'a/..b/.c' }, []],
  ['s3', { endpoint: 'https://user:secret@s3.example.com' }, ['endpoint bad-setting']],
  ['gitlab', { url: 'http://gitlab.example.com/api/v4' }, ['url plain-http']],
  ['gitlab', { url: 'https://gitlab.example.com/', project: '42' }, []],
  ['gitlab', { project: 'shop' }, ['project bad-setting is neither a number nor a path']],
])('%s checks %j', (name, settings, faults) => {
  const found = BACKENDS.get(name)?.check(settings as Readonly<Record<string, string>>) ?? [];
  expect(found).toHaveLength(faults.length);
  for (const [index, { setting, code, fault }] of found.entries())
    expect(`${setting} ${code} ${fault}`).toContain(faults[index]);
});
