import { spawn } from 'node:child_process';
import { devNull, hostname, platform } from 'node:os';
import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { errorCode } from '../../../files/system-error.js';
import { REMOTE_PROTOCOLS } from '../../../model/text/remote-address.js';
import { userName } from '../../machine/host-identity.js';

export type GitEnvironment = Readonly<Record<string, string | undefined>>;

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  /** For people, without credentials. */
  readonly stderr: string;
  /** What the server said (a hook that refuses, say); empty where it said nothing. */
  readonly remote: string;
}

/** What would point git at another repository than the project's, as in a hook that runs Adwright. */
const REPOSITORY_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_QUARANTINE_PATH',
];

/** The user's hooks, signing and housekeeping have no business with the state. */
const CONFIGURATION: Readonly<Record<string, string>> = {
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  'core.quotePath': 'false',
  'commit.gpgSign': 'false',
  'push.gpgSign': 'false',
  'push.followTags': 'false',
  'push.recurseSubmodules': 'no',
  'submodule.recurse': 'false',
  'fetch.prune': 'false',
  'fetch.pruneTags': 'false',
  'fetch.recurseSubmodules': 'no',
  'fetch.writeCommitGraph': 'false',
  // As one pack, which is there at once: a command in the same clone may look for a commit while its trees still arrive.
  'fetch.unpackLimit': '1',
  // A folder of the project that is made like a bare repository is none: its configuration could run anything.
  'safe.bareRepository': 'explicit',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'i18n.commitEncoding': 'UTF-8',
};

/** The settings that are read: where the remotes are, and with what hash objects are named. */
const SETTINGS = String.raw`^(remote\..*\.(push)?url|extensions\.objectformat)$`;

const TIMEOUT_MILLISECONDS = 120_000;

/** A command that someone else's signal ended is run again, so often in all. */
const RUNS = 3;

/**
 * A process group of its own: a signal to the group of this process (Ctrl-C in a terminal, a cancelled job) is meant for
 * this process, which finishes and records what is under way. On Windows it would open a window.
 */
const OWN_GROUP = platform() !== 'win32';

/** The git binary, run in the project's repository: plumbing only, no branch, index or work tree. */
export class Git {
  /** The folder that it is run in. */
  readonly root: string;
  readonly #environment: GitEnvironment;
  readonly #configuration: readonly string[];
  #settings: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(root: string, environment: GitEnvironment) {
    this.root = root;
    this.#environment = environmentOf(environment);
    const user = userName();
    const settings = { ...CONFIGURATION, 'user.name': user, 'user.email': `${user}@${hostname()}` };
    this.#configuration = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }

  /** What the repository's configuration says of its remotes and of its objects, by name; it is read once. */
  settings(): Promise<ReadonlyMap<string, string>> {
    this.#settings ??= this.#readSettings();
    return this.#settings;
  }

  async #readSettings(): Promise<ReadonlyMap<string, string>> {
    const { stdout } = await this.run(['config', '--null', '--get-regexp', SETTINGS]);
    const settings = new Map<string, string>();
    for (const setting of stdout.toString('utf8').split('\0')) {
      const [name = '', value = ''] = setting.split('\n');
      if (!settings.has(name)) settings.set(name, value);
    }
    return settings;
  }

  /** Standard output of a command that must succeed. */
  async bytes(command: readonly string[], input?: Iterable<string | Uint8Array>): Promise<Buffer> {
    const result = await this.run(command, input);
    if (result.code !== 0) throw remoteFailed(`\`git ${command[0]}\` failed: ${spoken(result)}`);
    return result.stdout;
  }

  async text(command: readonly string[], input?: Iterable<string | Uint8Array>): Promise<string> {
    return (await this.bytes(command, input)).toString('utf8').trim();
  }

  /**
   * Runs a command to its end, whatever its exit code; one that hangs is ended after two minutes. Some cancel a job by a
   * signal to each of its processes: such an end says nothing, and the command is run again. Each may be run twice.
   */
  async run(command: readonly string[], input: Iterable<string | Uint8Array> = []): Promise<GitResult> {
    for (let runs = 1; ; runs++) {
      const result = await this.#runOnce(command, input);
      // What a generator gave is gone.
      if (result.signal === undefined || runs === RUNS || !Array.isArray(input)) return result;
    }
  }

  #runOnce(command: readonly string[], input: Iterable<string | Uint8Array>): Promise<Ended> {
    return new Promise((resolve, reject) => {
      const child = spawn('git', ['-C', this.root, ...this.#configuration, ...command], {
        env: this.#environment,
        stdio: 'pipe',
        detached: OWN_GROUP,
      });
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        child.kill();
      }, TIMEOUT_MILLISECONDS);
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
      child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
      child.on('error', (error) => {
        clearTimeout(timer);
        reject(notRun(error));
      });
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        const said = Buffer.concat(stderr).toString('utf8');
        const end = isLate
          ? `it did not end within ${TIMEOUT_MILLISECONDS / 1000} seconds`
          : `it was ended by ${signal}`;
        resolve({
          code: code ?? 128,
          stdout: Buffer.concat(stdout),
          stderr: code === null ? end : readable(said),
          remote: wordsOfRemote(said),
          signal: code === null && !isLate ? (signal ?? undefined) : undefined,
        });
      });
      // When git ends before it has read everything, its exit code says why.
      child.stdin.on('error', (error) => {
        if (errorCode(error) !== 'EPIPE') reject(error);
      });
      feed(child.stdin, input[Symbol.iterator]());
    });
  }
}

/**
 * What git, and with it ssh, hooks and credential helpers, are given: without the service's credentials, and with the ways to
 * a remote that run nothing of an address's choosing, also where a configuration turns one address into another.
 */
function environmentOf(environment: GitEnvironment): GitEnvironment {
  const own = Object.entries(environment).filter(
    ([name]) => !REPOSITORY_VARIABLES.includes(name) && !/^ADWRIGHT_/iu.test(name),
  );
  const allowed = environment['GIT_ALLOW_PROTOCOL']?.split(':');
  const protocols = REMOTE_PROTOCOLS.filter((one) => allowed?.includes(one) ?? true);
  return { ...Object.fromEntries(own), GIT_ALLOW_PROTOCOL: protocols.join(':'), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
}

interface Ended extends GitResult {
  /** What ended it, if it was not this process. */
  readonly signal: NodeJS.Signals | undefined;
}

function feed(stream: NodeJS.WritableStream, pieces: Iterator<string | Uint8Array>): void {
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
    if (stream.write(next.value)) continue;
    stream.once('drain', () => feed(stream, pieces));
    return;
  }
  stream.end();
}

/** The last lines of what git itself said. */
function readable(text: string): string {
  const lines = withoutCredentials(text).trim().split('\n');
  return lines
    .filter((line) => !FROM_REMOTE.test(line))
    .slice(-4)
    .join(' ');
}

const FROM_REMOTE = /^remote: ?/u;
const MOST_WORDS = 2000;

/** What the other side said, as one line. */
function wordsOfRemote(text: string): string {
  const lines = withoutCredentials(text)
    .split(/[\r\n]+/u)
    .filter((line) => FROM_REMOTE.test(line));
  const words = lines.map((line) => line.replace(FROM_REMOTE, '').trim()).filter((line) => line !== '');
  return words.join(' ').slice(0, MOST_WORDS);
}

/** Why git failed, with what the remote said of it. */
export function spoken({ code, stderr, remote }: GitResult, reason = stderr): string {
  const own = reason.replace(/\.$/u, '') || `exit code ${code}`;
  return remote === '' ? own : `${own}. The remote says: ${JSON.stringify(remote)}`;
}

export function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/gu, '//…@');
}

function notRun(error: Error): unknown {
  if (errorCode(error) !== 'ENOENT') return error;
  return remoteFailed('The `git` backend needs the git command, which is not installed or not on the PATH');
}

export function remoteFailed(what: string): Failure {
  return new Failure([diagnostic('state-remote-failed', { detail: `${what}.` })]);
}
