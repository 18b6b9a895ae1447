import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { inject } from 'vitest';
import { gitEnvironment } from '../state/git-backend-place.js';
import type { World } from '../support/scenario/world.js';

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<Ended>;
}

/** What a command of its own process gets as its environment: this world's service, and a git that knows no machine. */
export function environmentOf(world: World): Record<string, string> {
  const { PATH = '', ...git } = gitEnvironment;
  return { ...git, PATH, HOME: world.folder, ...world.login, ADWRIGHT_BASE_URL: world.sandbox.url };
}

/** Starts the built command in a process of its own; `shell` is a line of shell before it, such as a limit. */
export function start(
  world: World,
  argv: readonly string[],
  { folder = world.folder, shell = ':', env = {} } = {},
): Started {
  const words = ['-c', `${shell}; exec "$@"`, 'bash', process.execPath, inject('command'), ...argv];
  const child = spawn('bash', words, {
    cwd: folder,
    env: { ...environmentOf(world), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  return { child, ended };
}
