import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import type { UserFolders } from '../../src/app/user-folders.js';
import { runCli } from '../../src/cli/run.js';
import type { CliIo, OutputStream } from '../../src/cli/terminal/io.js';
import { withStatusLine } from '../../src/cli/terminal/status-line.js';
import type { Clock, RandomId } from '../../src/model/index.js';
import { checkDocument } from './documents.js';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Both streams and the input; or only some of them. */
  readonly terminal?: boolean | { readonly stdin?: boolean; readonly stdout?: boolean; readonly stderr?: boolean };
  /** Of the window; 100 if left out. */
  readonly columns?: number;
  /** What the person at the terminal types, or does instead. */
  readonly answer?: string | (() => string);
  readonly clock?: Clock;
  /** Where ids must be the same in every run. */
  readonly randomId?: RandomId;
  readonly signal?: AbortSignal;
  /** Folders of the user; undefined for a user who has none. By default each folder that is worked in has its own. */
  readonly userFolders?: UserFolders | undefined;
  /** Told of stdout as it comes, for commands that continue until they are stopped. */
  readonly onOutput?: (text: string) => void;
}

/** A stopped clock: a sleep ends at once and moves it on. */
export function turnableClock(start: string): Clock & { turn(milliseconds: number): void } {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    turn: (milliseconds) => {
      now += milliseconds;
    },
  };
}

function collector(
  isTerminal: boolean,
  columns = 100,
  onOutput?: (text: string) => void,
): OutputStream & { text: string } {
  const stream = {
    text: '',
    isTerminal,
    columns,
    write: async (text: string) => {
      stream.text += text;
      onOutput?.(text);
      return true;
    },
  };
  return stream;
}

const hurriedClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20))),
};

/** Runs one command line in a folder, in this process, as `main.ts` would. */
export async function adwright(folder: string, argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const { terminal = false } = options;
  const isTerminal = (name: 'stdin' | 'stdout' | 'stderr') =>
    typeof terminal === 'boolean' ? terminal : terminal[name] === true;
  const stdout = collector(isTerminal('stdout'), options.columns, options.onOutput);
  const stderr = collector(isTerminal('stderr'), options.columns);
  let ids = 0;
  const io: CliIo = {
    stdout,
    stderr: withStatusLine(stderr),
    env: options.env ?? {},
    cwd: folder,
    stdinIsTerminal: isTerminal('stdin'),
    ask: async (question) => {
      stderr.text += question;
      return typeof options.answer === 'function' ? options.answer() : (options.answer ?? '');
    },
    clock: options.clock ?? hurriedClock,
    randomId:
      options.randomId ??
      ((bytes) =>
        (++ids + Math.floor(Math.random() * 1e9))
          .toString(16)
          .padStart(bytes * 2, '0')
          .slice(-bytes * 2)),
    user: 'tester',
    pid: process.pid,
    userFolders: async () => ('userFolders' in options ? options.userFolders : userFoldersOf(folder)),
    signal: options.signal ?? new AbortController().signal,
  };
  const code = await runCli(argv, io);
  const run = { code, stdout: stdout.text, stderr: stderr.text };
  checkDocument(argv, run);
  return run;
}

let users: string | undefined;

/** As if every project were on a machine of its own. */
export function userFoldersOf(folder: string): UserFolders {
  if (users === undefined) {
    const root = mkdtempSync(join(tmpdir(), 'adwright-users-'));
    process.once('exit', () => rmSync(root, { recursive: true, force: true }));
    users = root;
  }
  const home = join(users, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  return { config: join(home, 'config'), data: join(home, 'data') };
}

/** A project folder with these files, removed when the test ends. */
export async function projectFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** Every file below a folder with its size and time of change: what a command that writes nothing leaves as it was. */
export async function listing(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = await stat(path);
      return `${relative(folder, path)} ${entry.isDirectory() ? 'folder' : `${size} ${mtimeMs}`}`;
    }),
  );
  return lines.sort();
}

export async function readText(folder: string, file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8');
}
