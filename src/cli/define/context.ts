import { isAbsolute, resolve } from 'node:path';
import { createLoginMemory } from '../../api/login/login-memory.js';
import { type Layout, laidOut } from '../../app/outcome.js';
import type { AppPorts } from '../../app/ports.js';
import { type CliIo, type OutputStream, wantsColor } from '../terminal/io.js';
import { progressReporter } from '../terminal/progress.js';

/** Options that every command takes. */
export interface GlobalOptions {
  /** `-C`: the folder to work in. */
  readonly directory?: string;
  readonly account?: string;
  readonly json: boolean;
  readonly color: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** A command at the terminal: its streams, the options of every command, and what use cases get of both. */
export interface CommandContext {
  readonly io: CliIo;
  readonly global: GlobalOptions;
  readonly app: AppPorts;
}

/** `commandLine` is the command as typed, for the lock and the journal. */
export function commandContext(io: CliIo, global: GlobalOptions, commandLine: string): CommandContext {
  const layout = (): Layout => stderrText({ io, global });
  const app: AppPorts = {
    env: io.env,
    folder: folderOf(io, global),
    ...(global.account !== undefined && { account: global.account }),
    clock: io.clock,
    randomId: io.randomId,
    signal: io.signal,
    user: io.user,
    commandLine,
    pid: io.pid,
    userFolders: () => io.userFolders(),
    logins: createLoginMemory(),
    // Never on stdout: that is the result's.
    say: async (words) => {
      if (global.quiet) return false;
      await io.stderr.write(`${laidOut(words, layout)}\n`);
      return true;
    },
    warn: async (words) => {
      await io.stderr.write(`${laidOut(words, layout)}\n`);
    },
    ...(global.verbose && { trace: (line) => void io.stderr.write(`${line}\n`) }),
    progress: progressReporter(io, global.quiet),
    ...(isAttended(io, global) ? { ask: (question: string) => io.ask(question) } : { unattended: UNATTENDED }),
    wantsText: !global.json,
  };
  return { io, global, app };
}

const UNATTENDED = 'Standard input and standard error are not both a terminal, or --json is given.';

/** Whether someone sees a question and can answer it. */
function isAttended(io: CliIo, { json }: GlobalOptions): boolean {
  return !json && io.stdinIsTerminal && io.stderr.isTerminal;
}

function folderOf({ cwd }: CliIo, { directory = '.' }: GlobalOptions): string | undefined {
  return cwd === undefined && !isAbsolute(directory) ? undefined : resolve(cwd ?? '/', directory);
}

/** How text for stdout is laid out; a pipe gets a fixed width, so that its bytes do not depend on someone's window. */
export const stdoutText = (context: Pick<CommandContext, 'io' | 'global'>) => layoutFor(context.io.stdout, context);

export const stderrText = (context: Pick<CommandContext, 'io' | 'global'>) => layoutFor(context.io.stderr, context);

function layoutFor(stream: OutputStream, { io, global }: Pick<CommandContext, 'io' | 'global'>): Layout {
  const width = stream.isTerminal ? stream.columns : PIPE_WIDTH;
  return { color: wantsColor(stream, io.env, !global.color), width, verbose: global.verbose };
}

const PIPE_WIDTH = 120;
