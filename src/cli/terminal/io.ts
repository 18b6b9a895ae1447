import type { Form } from '../../app/outcome.js';
import type { UserFolders } from '../../app/user-folders.js';
import type { Clock, RandomId } from '../../model/index.js';

/** One stream that the command writes to. */
export interface OutputStream {
  /** Resolves when the text was taken over; false when no one reads any more. */
  write(text: string, form?: Form): Promise<boolean>;
  /** Why something could not be written, other than that no one reads any more: a full disk, say. */
  failure?(): string | undefined;
  readonly isTerminal: boolean;
  readonly columns: number;
}

/** A stream whose last line may be a passing one: it gives way to whatever is written next. */
export interface StatusStream extends OutputStream {
  /** Shows a line in place of the last one; an empty one only clears. For terminals. */
  status(line: string): void;
}

/** Everything of the outside world that a command may touch, so that tests can be the outside world. */
export interface CliIo {
  readonly stdout: OutputStream;
  readonly stderr: StatusStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined where the folder was removed meanwhile. */
  readonly cwd: string | undefined;
  readonly stdinIsTerminal: boolean;
  /** One line from the person at the terminal. */
  ask(question: string): Promise<string>;
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** Who runs the command, for the lock and the journal. */
  readonly user: string;
  /** Number of this process, for the lock. */
  readonly pid: number;
  /** Undefined where there are none: in a container whose user has no home. */
  userFolders(): Promise<UserFolders | undefined>;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** Colour per stream: only on a terminal, unless forced; NO_COLOR wins where it is not empty. */
export function wantsColor(stream: OutputStream, env: CliIo['env'], noColorFlag: boolean): boolean {
  if (noColorFlag) return false;
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTerminal && env['TERM'] !== 'dumb';
}
