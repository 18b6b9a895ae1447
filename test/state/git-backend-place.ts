import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitStateBackend, gitBackend } from '../../src/state/backends/git/keyed-git.js';
import type { BackendPlace } from '../suites/backend.js';
import { randomId, realClock } from './ports.js';

export interface GitPlace extends BackendPlace {
  /** The bare repository that is everybody's remote. */
  readonly remote: string;
  readonly folder: string;
  /** The clone that the first backend works in. */
  readonly clone: string;
  readonly clones: readonly string[];
  open(account?: string): GitStateBackend;
  /** A backend in a given clone. */
  openIn(clone: string, account?: string): GitStateBackend;
  makeClone(): Promise<string>;
  git(folder: string, ...command: string[]): Promise<string>;
}

/** Without the configuration of the machine that runs the tests. */
export const gitEnvironment = {
  PATH: process.env['PATH'],
  HOME: devNull,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Somebody',
  GIT_AUTHOR_EMAIL: 'somebody@example.com',
  GIT_COMMITTER_NAME: 'Somebody',
  GIT_COMMITTER_EMAIL: 'somebody@example.com',
};

const QUICK = '[core]\n\tfsync = none\n[gc]\n\tauto = 0\n[receive]\n\tautogc = false\n';

let template: Promise<string> | undefined;

const git = async (cwd: string, ...command: string[]) => {
  const child = spawn('git', command, { cwd, env: gitEnvironment, stdio: 'pipe' });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  child.stdin.end();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ${command.join(' ')} ended with ${code}: ${said.stderr}`);
  return said.stdout.trim();
};

/** A bare repository with one commit on its branch and a clone of it, made once and copied for each test. */
async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-git-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await git(folder, 'init', '--quiet', '--bare', '--template=', '--initial-branch=main', 'remote.git');
  await git(folder, 'init', '--quiet', '--template=', '--initial-branch=main', 'clone');
  const clone = join(folder, 'clone');
  // Relative, so that a copy of the two belongs together as well.
  await git(clone, 'remote', 'add', 'origin', '../remote.git');
  await git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  // What git does for a machine that may lose its power, or for a repository that grows, costs processes and flushes.
  for (const place of [clone, join(folder, 'remote.git')]) {
    await appendFile(join(place, place === clone ? '.git/config' : 'config'), QUICK);
  }
  for (const hooks of [join(clone, '.git'), join(folder, 'remote.git')]) await mkdir(join(hooks, 'hooks'));
  return folder;
}

/** A remote, and two clones of it that backends take in turn; or a copy of the folder of such a place. */
export async function gitPlace(copied?: string): Promise<GitPlace> {
  template ??= makeTemplate();
  const folder = await mkdtemp(join(tmpdir(), 'adwright-git-'));
  await cp(copied ?? (await template), folder, { recursive: true });
  let copies = 0;
  const makeClone = async () => {
    const clone = join(folder, `clone-${++copies}`);
    await cp(join((await template) ?? '', 'clone'), clone, { recursive: true });
    return clone;
  };
  const clone = join(folder, 'clone');
  const second = await makeClone();
  const openIn = (root: string, account = 'main') =>
    gitBackend({
      ...{ root, remote: 'origin', key: '_root', account, pid: process.pid, clock: realClock, randomId },
      environment: gitEnvironment,
    });
  let opened = 0;
  return {
    ...{ remote: join(folder, 'remote.git'), folder, clone, makeClone, git, openIn },
    clones: [clone, second],
    open: (account) => openIn(opened++ % 2 === 0 ? clone : second, account),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
