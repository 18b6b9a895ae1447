import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLinks, readIfInProject, readInProject } from '../../src/files/project-file.js';
import { projectFolder } from '../support/cli.js';

async function place() {
  const outside = await projectFolder({ 'secret.txt': 'secret' });
  const root = await projectFolder({
    'ads/a.txt': 'a',
    '.git/config': 'token',
    '.adwright/state/x': 'x',
    'sub/.GIT/config': 'token',
    'sub/.gitignore': 'fine',
  });
  await symlink(outside, join(root, 'out'));
  await symlink(join(outside, 'secret.txt'), join(root, 'ads/secret.txt'));
  await symlink('../.git/config', join(root, 'ads/config'));
  await symlink('.git', join(root, 'dotgit'));
  await symlink('a.txt', join(root, 'ads/b.txt'));
  await symlink('ads', join(root, 'more'));
  await symlink('nothing', join(root, 'dangling'));
  await symlink('round', join(root, 'round'));
  return { root, outside };
}

describe('the reader of a project’s files', () => {
  it.each(['ads/a.txt', 'ads/b.txt', 'more/a.txt', 'more/b.txt', 'ads/../ads/a.txt'])('reads %s', async (file) => {
    const { root } = await place();
    expect((await readInProject(root, file, 10)).toString()).toBe('a');
  });

  it.each([
    ['ads/secret.txt', 'outside'],
    ['out/secret.txt', 'outside'],
    ['../x', 'ENOENT'],
    ['../../etc/hostname', 'outside'],
    ['.git/config', 'reserved'],
    ['ads/config', 'reserved'],
    ['dotgit/config', 'reserved'],
    ['sub/.GIT/config', 'reserved'],
    ['.adwright/state/x', 'reserved'],
    ['ads', 'not-a-file'],
    ['dangling', 'dangling'],
    ['round', 'ELOOP'],
    ['none', 'ENOENT'],
  ])('refuses %s: %s', async (file, reason) => {
    const { root } = await place();
    const { reason: why, code } = await readInProject(root, file, 10).catch((error) => error);
    expect(why ?? code).toBe(reason);
  });

  it('takes `.gitignore` for no part of git, and the project for one that is reached by a link itself', async () => {
    const { root, outside } = await place();
    expect((await readInProject(root, 'sub/.gitignore', 10)).toString()).toBe('fine');
    await symlink(root, join(outside, 'project'));
    expect((await readInProject(join(outside, 'project'), 'ads/a.txt', 10)).toString()).toBe('a');
    expect(await readIfInProject(root, 'none', 10)).toBeUndefined();
    await expect(readIfInProject(root, 'dangling', 10)).rejects.toMatchObject({ reason: 'dangling' });
  });
});

describe('what a user names', () => {
  it('may be anywhere, also where nothing is yet, but not by a link of the project’s that leaves it', async () => {
    const { root, outside } = await place();
    const good = ['ads/a.txt', 'more/new/deep.txt', '.git/plan.json', '.adwright/plan.json', 'none', '../elsewhere/x'];
    for (const path of good) await expect(checkLinks(root, join(root, path))).resolves.toBeUndefined();
    await expect(checkLinks(root, join(outside, 'secret.txt'))).resolves.toBeUndefined();
    const bad = ['out/secret.txt', 'out/new.txt', 'ads/secret.txt', 'ads/config', 'dotgit/hooks/new', 'dangling'];
    for (const path of bad)
      await expect(checkLinks(root, join(root, path))).rejects.toMatchObject({ name: 'FileRefused' });
    await expect(checkLinks(root, join(root, 'out/state'), { mayLeave: true })).resolves.toBeUndefined();
    await expect(checkLinks(root, join(root, 'dotgit/x'), { mayLeave: true })).rejects.toMatchObject({
      reason: 'outside',
    });
  });

  it('may name a project folder that is not there yet', async () => {
    const { root } = await place();
    await mkdir(join(root, 'x'));
    await expect(checkLinks(join(root, 'y/z'), join(root, 'y/z/a'))).resolves.toBeUndefined();
  });
});
