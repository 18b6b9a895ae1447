import type { LoginMemory } from '../api/login-memory.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { TextOptions } from '../render/index.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { type CliIo, type Form, wantsColor } from './ports.js';

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

export interface CommandContext {
  readonly io: CliIo;
  readonly global: GlobalOptions;
  /** `adwright apply --auto-approve`: what the lock and the journal show. */
  readonly commandLine: string;
  /** Shared by every client of the run: a refused login stops all clients with the same credentials. */
  readonly logins: LoginMemory;
}

/** What a command came to. The result goes to stdout as text or, with `--json`, as one document; the rest to stderr. */
export interface CommandResult {
  readonly code: ExitCode;
  readonly text?: string;
  /** What `text` is, where it is not for people. */
  readonly form?: Form;
  readonly document?: Readonly<Record<string, unknown>>;
  readonly diagnostics?: readonly Diagnostic[];
}

export function result(text: string, document: CommandResult['document'], code: ExitCode = EXIT.done): CommandResult {
  return { code, text, ...(document !== undefined && { document }) };
}

/** How text for stdout is laid out; a pipe gets a fixed width, so that its bytes do not depend on the size of a window. */
export function stdoutText({ io, global }: CommandContext): TextOptions {
  const width = io.stdout.isTerminal ? io.stdout.columns : PIPE_WIDTH;
  return { color: wantsColor(io.stdout, io.env, !global.color), width };
}

export function stderrText({ io, global }: CommandContext): TextOptions {
  const width = io.stderr.isTerminal ? io.stderr.columns : PIPE_WIDTH;
  return { color: wantsColor(io.stderr, io.env, !global.color), width };
}

const PIPE_WIDTH = 120;

/** A remark for the person at the terminal: never on stdout, and not with `--quiet`. */
export async function say({ io, global }: CommandContext, text: string): Promise<void> {
  if (!global.quiet) await io.stderr.write(`${text}\n`);
}
