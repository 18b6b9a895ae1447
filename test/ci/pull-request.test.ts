import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { SMALL, SMALL_MANIFEST } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const run = promisify(execFile);
const CI = fileURLToPath(new URL('../../ci/', import.meta.url));
const PROJECT = `version: 1
accounts:
  main: { baseUrl: "https://ads.example.com" }
state: { backend: git }
`;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A bare repository, a service, and folders that come and go: each runner begins with a clean clone of a branch. */
class Provider {
  readonly #env: Readonly<Record<string, string>>;

  private constructor(
    readonly folder: string,
    readonly world: World,
  ) {
    const { PATH = '' } = process.env;
    this.#env = {
      PATH,
      HOME: folder,
      CI: 'true',
      ADWRIGHT: `${process.execPath} ${inject('command')}`,
      ADWRIGHT_BASE_URL: world.sandbox.url,
      ...world.login,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'wei',
      GIT_AUTHOR_EMAIL: 'wei@example.com',
      GIT_COMMITTER_NAME: 'wei',
      GIT_COMMITTER_EMAIL: 'wei@example.com',
    };
  }

  static async start(): Promise<Provider> {
    const folder = await mkdtemp(join(tmpdir(), 'adwright-ci-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, '.gitconfig'), '[core]\n\tfsync = none\n[receive]\n\tautogc = false\n');
    const provider = new Provider(folder, await World.start(SMALL));
    await provider.git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'remote.git');
    return provider;
  }

  async git(cwd: string, ...argv: readonly string[]): Promise<string> {
    return (await run('git', argv, { cwd, env: this.#env })).stdout;
  }

  /** A clone as CI makes it: nothing but the newest commit of one branch. */
  async clone(branch: string): Promise<string> {
    const folder = await mkdtemp(join(this.folder, 'clone-'));
    const remote = `file://${this.folder}/remote.git`;
    await this.git(folder, 'clone', '--quiet', '--depth', '1', '--branch', branch, remote, '.');
    return folder;
  }

  async push(folder: string, branch: string, message: string): Promise<void> {
    await this.git(folder, 'add', '--all');
    await this.git(folder, 'commit', '--quiet', '--message', message);
    await this.git(folder, 'push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
  }

  /** One job: a clean clone, one script, and what it left. */
  async job(branch: string, script: string, ...argv: readonly string[]): Promise<Ended & { readonly folder: string }> {
    const folder = await this.clone(branch);
    return { ...(await this.script(folder, script, argv)), folder };
  }

  async script(cwd: string, script: string, argv: readonly string[] = [], input = ''): Promise<Ended> {
    const ended = run('sh', [join(CI, script), ...argv], { cwd, env: this.#env });
    // A script need not read what it is given before it ends.
    ended.child.stdin?.on('error', () => {}).end(input);
    const failed = (error: Ended) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr });
    return ended.then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }), failed);
  }

  async adwright(cwd: string, ...argv: readonly string[]): Promise<string> {
    return (await run(process.execPath, [inject('command'), ...argv], { cwd, env: this.#env })).stdout;
  }
}

/** A dozen processes one after the other: quick on a quiet machine. */
const PATIENCE = 120_000;

test('the pull request story: edit, comment, updated in place, merge, apply, drift the next day', {
  timeout: PATIENCE,
}, async () => {
  const provider = await Provider.start();
  const { world } = provider;
  const author = join(provider.folder, 'author');
  await provider.git(provider.folder, 'clone', '--quiet', `file://${provider.folder}/remote.git`, author);
  await run('mkdir', ['-p', join(author, 'ads')]);
  await writeFile(join(author, 'adwright.yaml'), PROJECT);
  await writeFile(join(author, 'ads/shoes.yaml'), 'version: 1\n');
  await provider.push(author, 'main', 'Begin');
  await provider.adwright(author, 'state', 'init');
  await provider.push(author, 'main', 'Commit the lineage');

  // The pull request, and the comment on it.
  await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST);
  await provider.push(author, 'shoes', 'Autumn shoes');
  world.sandbox.control.clearLog();
  const first = await provider.job('shoes', 'plan.sh');
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(first.stdout).toContain('Plan: 2 to create, 1 to update');
  const comment = await readFile(join(first.folder, '.adwright/ci/plan.md'), 'utf8');
  expect(comment.split('\n').slice(0, 4).join('\n')).toContain('2 to create, 1 to update');
  expect(world.writes()).toEqual([]);
  const digest = (await provider.script(first.folder, 'digest.sh', [], comment)).stdout.trim();
  expect(digest).toMatch(/^[0-9a-f]{16}$/);

  // A fault is told in the same place; the mended commit replaces it.
  await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST.replace('0.90', '-1'));
  await provider.push(author, 'shoes', 'A slip');
  const faulty = await provider.job('shoes', 'plan.sh');
  expect(faulty.code).toBe(1);
  const told = await readFile(join(faulty.folder, '.adwright/ci/plan.md'), 'utf8');
  expect(told.split('\n')[0]).toBe(comment.split('\n')[0]);
  expect(told).toContain('ads/shoes.yaml:11');
  expect((await provider.script(author, 'digest.sh', [], told)).stdout).toBe('');
  await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST.replace('0.90', '0.95'));
  await provider.push(author, 'shoes', 'Mend it');
  const second = await provider.job('shoes', 'plan.sh');
  const updated = await readFile(join(second.folder, '.adwright/ci/plan.md'), 'utf8');
  expect(updated.split('\n')[0]).toBe(comment.split('\n')[0]);
  const reviewed = (await provider.script(second.folder, 'digest.sh', [], `${comment}${updated}`)).stdout.trim();
  expect(reviewed).not.toBe(digest);

  // The merge. Only the plan that was reviewed last is carried out, and only once.
  await provider.git(author, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  world.sandbox.control.clearLog();
  expect((await provider.script(author, 'apply.sh')).stderr).toContain('Nothing was sent');
  expect(await provider.job('main', 'apply.sh', digest)).toMatchObject({ code: 6 });
  expect(world.writes()).toEqual([]);
  const applied = await provider.job('main', 'apply.sh', reviewed);
  expect(applied, applied.stderr).toMatchObject({ code: 0 });
  expect(applied.stdout).toMatch(/✓ done +create group\/autumn/);
  expect(applied.stdout).toContain('Applied: 3 done.');
  expect(
    world
      .writes()
      .map(({ operation }) => operation)
      .sort(),
  ).toEqual(['addGroups', 'addRichCreatives', 'updateKeywords']);
  expect(await provider.job('main', 'apply.sh', reviewed)).toMatchObject({ code: 6 });
  expect(world.writes()).toHaveLength(3);

  // The next day.
  expect(await provider.job('main', 'drift.sh')).toMatchObject({ code: 0 });
  await world.sandbox.control.change({ keywords: [{ id: '80001001', price: '3.00' }] });
  const drifted = await provider.job('main', 'drift.sh');
  expect(drifted.code).toBe(5);
  expect(drifted.stdout).toContain('last applied 0.95 · live 3.00 · manifest 0.95');
  expect(await readFile(join(drifted.folder, '.adwright/ci/drift.md'), 'utf8')).toContain('1 in drift');
});
