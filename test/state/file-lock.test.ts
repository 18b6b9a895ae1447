import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { FileLock } from '../../src/state/lock/file-lock.js';
import { failureOf } from '../suites/backend.js';

const holder = (id: string) => ({
  id,
  user: 'u',
  host: 'h',
  bootId: 'b',
  pidNamespace: 'n',
  pid: 1,
  processStart: '1',
  command: 'apply',
  since: '2026-01-01T00:00:00.000Z',
});

describe('a lock whose file is not its own any more', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adwright-lock-'));
  });

  async function claim(id: string) {
    const lock = new FileLock(folder);
    const record = await lock.claim(0, holder(id));
    if (record === undefined) throw new Error('not claimed');
    return lock.held(record);
  }

  test.each([1, 2])('is lost if another run has the same number, after %i looks', async (looks) => {
    const mine = await claim('aaaa');
    for (let look = 0; look < looks; look++) await mine.check();
    await rm(folder, { recursive: true });
    const theirs = await claim('bbbb');
    expect((await failureOf(mine.check())).codes).toEqual(['state-lock-lost']);
    await theirs.check();
    expect(await readdir(folder)).toEqual(['1']);
  });

  test('is lost if the file is a link', async () => {
    const mine = await claim('aaaa');
    await mine.check();
    await rm(join(folder, '1'));
    await writeFile(join(folder, 'elsewhere'), JSON.stringify(mine.record));
    await symlink('elsewhere', join(folder, '1'));
    expect((await failureOf(mine.check())).codes).toEqual(['state-lock-lost']);
  });
});
