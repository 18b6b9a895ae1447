import { userInfo } from 'node:os';
import type { Writable } from 'node:stream';
import { systemClock } from '../../api/clock.js';
import { createRandomId } from '../../app/random-id.js';
import { systemUserFolders } from '../../app/user-folders.js';
import type { LastWords } from '../process/last-words.js';
import type { CliIo, OutputStream } from './io.js';
import { withStatusLine } from './status-line.js';
import { askAtTerminal } from './terminal-question.js';

/** The process as a `CliIo`. A stream of the process is set up when it is first used: that costs more than a short command. */
export function nodeIo(stop: AbortController, words: LastWords): CliIo {
  return {
    stdout: outputStream(() => process.stdout, words.begin),
    stderr: withStatusLine(outputStream(() => process.stderr)),
    env: process.env,
    cwd: workingDirectory(),
    // Loaded only for who asks: it would cost every command a few milliseconds.
    get stdinIsTerminal() {
      return process.getBuiltinModule('node:tty').isatty(0);
    },
    ask: (question) =>
      askAtTerminal(question, {
        input: process.stdin,
        output: process.stderr,
        signal: stop.signal,
        interrupt: () => stop.abort(),
      }),
    clock: systemClock,
    randomId: createRandomId(),
    user: userName(),
    pid: process.pid,
    userFolders: systemUserFolders,
    signal: stop.signal,
  };
}

/** A reader that went away (`| head`) ends the output and not the run: what is being applied is still recorded. */
function outputStream(
  open: () => Writable & { readonly isTTY?: boolean; readonly columns?: number },
  onWrite: () => void = () => {},
): OutputStream {
  let broken = false;
  let failure: string | undefined;
  const fail = (error: NodeJS.ErrnoException) => {
    broken = true;
    if (error.code !== 'EPIPE') failure ??= error.message;
  };
  let opened: ReturnType<typeof open> | undefined;
  const stream = () => {
    opened ??= open().on('error', fail);
    return opened;
  };
  return {
    get isTerminal() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns ?? 80;
    },
    write: (text) =>
      new Promise((resolve) => {
        if (broken || text === '') return resolve(!broken);
        onWrite();
        stream().write(text, (error) => {
          if (error) fail(error);
          resolve(!broken);
        });
      }),
    failure: () => failure,
  };
}

function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a uid that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
