import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openNew, openOwn, readOwn, readRegular } from '../../src/files/regular-file.js';
import { projectFolder } from '../support/cli.js';

const readers = [
  ['readRegular', readRegular],
  ['readOwn', readOwn],
] as const;

describe.each(readers)('%s', (name, read) => {
  it('reads files up to the limit, of any size around its first buffer', async () => {
    const folder = await projectFolder({});
    for (const size of [0, 1, 4095, 4096, 4097, 100_000]) {
      const bytes = Buffer.alloc(size, 'x');
      await writeFile(join(folder, 'f'), bytes);
      expect((await read(join(folder, 'f'), size)).equals(bytes)).toBe(true);
      if (size > 0) await expect(read(join(folder, 'f'), size - 1)).rejects.toMatchObject({ reason: 'too-large' });
    }
  });

  it('refuses what is not a regular file, without waiting', async () => {
    const folder = await projectFolder({});
    await mkdir(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const server = createServer().listen(join(folder, 'socket'));
    await new Promise((ready) => server.once('listening', ready));
    onTestFinished(() => void server.close());
    await expect(read(join(folder, 'folder'), 9)).rejects.toMatchObject({ message: 'it is a folder' });
    await expect(read(join(folder, 'pipe'), 9)).rejects.toMatchObject({
      reason: 'not-a-file',
      message: 'it is not a regular file but a named pipe',
    });
    await expect(read(join(folder, 'socket'), 9)).rejects.toMatchObject({ reason: 'not-a-file' });
    await expect(read('/dev/zero', 9)).rejects.toMatchObject({ reason: 'not-a-file' });
    await expect(read(join(folder, 'none'), 9)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('does not take a file that never says its size for an empty or an endless one', async () => {
    expect((await read('/proc/self/status', 100_000)).toString()).toContain('Pid:');
    await expect(read('/proc/self/status', 10)).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('reads nothing of a file beyond the limit', async () => {
    const folder = await projectFolder({ f: '' });
    await truncate(join(folder, 'f'), 3_000_000_000_000);
    await expect(read(join(folder, 'f'), 1000)).rejects.toMatchObject({ reason: 'too-large' });
  });

  it(name === 'readOwn' ? 'refuses a link' : 'follows a link', async () => {
    const folder = await projectFolder({ f: 'text' });
    await symlink('f', join(folder, 'link'));
    const reading = read(join(folder, 'link'), 9);
    if (name === 'readOwn') await expect(reading).rejects.toMatchObject({ reason: 'link' });
    else expect((await reading).toString()).toBe('text');
  });
});

describe('writing', () => {
  it('replaces a link instead of following it', async () => {
    const folder = await projectFolder({ victim: 'precious', old: 'old' });
    await symlink('victim', join(folder, 'link'));
    await symlink('nowhere', join(folder, 'dangling'));
    for (const name of ['link', 'dangling', 'old', 'new']) {
      const handle = await openNew(join(folder, name));
      await handle.writeFile('written');
      await handle.close();
      expect(await readFile(join(folder, name), 'utf8')).toBe('written');
    }
    expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('precious');
    await expect(readFile(join(folder, 'nowhere'))).rejects.toThrow();
  });

  it('continues only in a regular file', async () => {
    const folder = await projectFolder({ victim: 'precious' });
    await symlink('victim', join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await expect(openOwn(join(folder, 'link'))).rejects.toMatchObject({ reason: 'link' });
    await expect(openOwn(join(folder, 'pipe'))).rejects.toMatchObject({ reason: 'not-a-file' });
  });
});
