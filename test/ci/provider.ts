import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import { adwright } from '../support/cli.js';
import { SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const run = promisify(execFile);
const CI = fileURLToPath(new URL('../../ci/', import.meta.url));
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A bare repository, a service, and folders that come and go: each runner begins with a clean clone of a branch. */
export class Provider {
  /** Of the machine that scripts run on: a home, the credentials, the command. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the scripts leave their files: outside of every clone. */
  readonly out: string;

  private constructor(
    readonly folder: string,
    readonly world: World,
    group: string,
    isOutside: boolean,
  ) {
    this.out = join(folder, 'out');
    const { PATH = '' } = process.env;
    const login = Object.entries({ ADWRIGHT_BASE_URL: world.sandbox.url, ...world.login });
    const variables = Object.fromEntries(login.map(([name, value]) => [name.replace('ADWRIGHT_', group), value]));
    this.env = {
      PATH,
      HOME: folder,
      CI: 'true',
      ADWRIGHT: `${process.execPath} ${inject('command')}`,
      ...variables,
      ...(isOutside && { ADWRIGHT_OUT: this.out }),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'wei',
      GIT_AUTHOR_EMAIL: 'wei@example.com',
      GIT_COMMITTER_NAME: 'wei',
      GIT_COMMITTER_EMAIL: 'wei@example.com',
    };
  }

  /** With the credentials of a group of accounts, or of the only account; its scripts may write outside of the clones. */
  static async start(group = 'ADWRIGHT_', isOutside = false): Promise<Provider> {
    const folder = await mkdtemp(join(tmpdir(), 'adwright-ci-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, '.gitconfig'), '[core]\n\tfsync = none\n[receive]\n\tautogc = false\n');
    const provider = new Provider(folder, await World.start(SMALL), group, isOutside);
    await provider.git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'remote.git');
    return provider;
  }

  /** A clone to edit in, with these files pushed to main. */
  async author(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = join(this.folder, 'author');
    await this.git(this.folder, 'clone', '--quiet', `file://${this.folder}/remote.git`, folder);
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    await this.push(folder, 'main', 'Begin');
    return folder;
  }

  async git(cwd: string, ...argv: readonly string[]): Promise<string> {
    return (await run('git', argv, { cwd, env: this.env })).stdout;
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
    const ended = run('sh', [join(CI, script), ...argv], { cwd, env: this.env });
    // A script need not read what it is given before it ends.
    ended.child.stdin?.on('error', () => {}).end(input);
    const failed = (error: Ended) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr });
    return ended.then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }), failed);
  }

  /** A command that a person has run before, in this process. */
  async adwright(cwd: string, ...argv: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await adwright(cwd, argv, { env: this.env });
    if (code !== 0) throw new Error(`adwright ${argv.join(' ')}: ${code}\n${stdout}${stderr}`);
    return stdout;
  }
}
