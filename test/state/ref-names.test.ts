import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyFault } from '../../src/model/index.js';
import { projectKey } from '../../src/state/backends/git/project-key.js';
import { earlierRefNames, refNames } from '../../src/state/backends/git/ref-names.js';
import { failureOf } from '../suites/backend.js';
import { gitEnvironment, gitPlace } from './git-backend-place.js';

async function remotePlace() {
  const place = await gitPlace();
  onTestFinished(() => place.remove());
  return place;
}

describe('the refs of an account', () => {
  it.each([
    ['_root', 'main', '_root/main'],
    ['teams/shoes', 'main', 'teams/shoes/main'],
    ['v1.2', 'main', 'v1%2E2/main'],
    ['a b/.hidden', 'main', 'a%20b/%2Ehidden/main'],
    ['x.lock', 'main', 'x%2Elock/main'],
    ['50%', 'main', '50%25/main'],
    ['鞋', 'main', '%E9%9E%8B/main'],
    ['a~^:?*[\\@{', 'main', 'a%7E%5E%3A%3F%2A%5B%5C%40%7B/main'],
    ['state/lock', 'state', '%73tate/%6Cock/%73tate'],
  ])('of the key %s and the account %s are below %s', (key, account, path) => {
    expect(refNames(key, account)).toEqual({
      state: `refs/adwright/${path}/state`,
      lock: `refs/adwright/${path}/lock`,
      seen: `refs/adwright-seen/${path}/state`,
    });
  });

  // Each pair was one ref, or a file where the other needs a folder, without the rule above.
  it('can all exist next to each other, and next to those of an earlier version', async () => {
    const owners: readonly (readonly [string, string])[] = [
      ['a', 'b'],
      ['a/b', 'main'],
      ['a/b', 'state'],
      ['a/b/state', 'main'],
      ['a', 'lock'],
      ['a/lock', 'main'],
      ['a/b', 'lock'],
      ['main', 'state'],
      ['state', 'main'],
      ['%73tate', 'main'],
      ['a%2Fb', 'main'],
      ['a-b', 'main'],
      ['a.b', 'main'],
      ['a..b', 'main'],
      ['a/..', 'main'],
      ['.', 'main'],
      ['..', 'main'],
      ['@', 'main'],
      [' a', 'main'],
      ['a ', 'main'],
      ['a\u0000b\n', 'main'],
      ['x'.repeat(80), 'main'],
      ['鞋'.repeat(26), 'main'],
    ];
    const names = [
      ...owners.map(([key, account]) => refNames(key, account)),
      ...['main', 'state', 'a'].map(earlierRefNames),
    ];
    const refs = names.flatMap(({ state, lock }) => [state, lock]);
    expect(new Set(refs).size).toBe(2 * (owners.length + 3));
    const place = await remotePlace();
    for (const ref of [...refs, ...names.map(({ seen }) => seen)])
      await place.git(place.clone, 'check-ref-format', ref);
    await place.git(place.clone, 'push', '--quiet', 'origin', ...refs.map((ref) => `HEAD:${ref}`));
    const there = await place.git(place.remote, 'for-each-ref', '--format=%(refname)', 'refs/adwright');
    expect(there.split('\n').sort()).toEqual([...refs].sort());
  });

  it.each([
    ['', 'is empty'],
    ['/a', 'begins or ends with a /, or has two of them in a row'],
    ['a/', 'begins or ends with a /, or has two of them in a row'],
    ['a//b', 'begins or ends with a /, or has two of them in a row'],
    ['\uD800', 'holds half a character'],
    [`a/${'x'.repeat(81)}`, 'has a part of more than 80 bytes'],
    ['鞋'.repeat(27), 'has a part of more than 80 bytes'],
  ])('cannot be formed from %j', (key, fault) => {
    expect(keyFault(key)).toBe(fault);
  });
});

describe('the key of a project that names none', () => {
  it.each([
    ['.', '_root'],
    ['teams/shoes', 'teams/shoes'],
    [' a b ', ' a b '],
    ['队/鞋', '队/鞋'],
    ['_root/x', '_root/x'],
  ])('in the folder %j is %j', async (folder, key) => {
    const { clone } = await remotePlace();
    await mkdir(join(clone, folder), { recursive: true });
    // A hook that runs Adwright has these set.
    const environment = { ...gitEnvironment, GIT_DIR: '/nowhere', GIT_PREFIX: 'other/' };
    expect(await projectKey(join(clone, folder), environment)).toBe(key);
  });

  it.each([
    ['_root', /"_root" is the key of the top folder/],
    ['x'.repeat(81), /has a part of more than 80 bytes/],
  ])('cannot be told in the folder %s', async (folder, message) => {
    const { clone } = await remotePlace();
    await mkdir(join(clone, folder));
    const { codes, text } = await failureOf(projectKey(join(clone, folder), gitEnvironment));
    expect(codes).toEqual(['state-key-unusable']);
    expect(text).toMatch(message);
  });
});
