import type { LoginMemory, SharedCalls } from '../api/index.js';
import type { Clock, ProgressEvent, RandomId } from '../model/index.js';
import type { Words } from './outcome.js';
import type { UserFolders } from './user-folders.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything of the outside world that a use case may touch. The command line makes it, and so does the library. */
export interface AppPorts {
  /** Where credentials, proxies and marks of CI come from. */
  readonly env: Environment;
  /** The folder of the project, absolute; undefined where the folder that was worked in was removed. */
  readonly folder: string | undefined;
  /** The account that was named; needed where the project has several. */
  readonly account?: string;
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** Stops before the next call; what is in flight is finished and recorded. */
  readonly signal: AbortSignal;
  /** Who runs this, and as what: for the lock, the journal and the state. Nothing secret is in it. */
  readonly user: string;
  readonly commandLine: string;
  /** Number of this process, for the lock. */
  readonly pid: number;
  /** Undefined where there are none: in a container whose user has no home. */
  userFolders(): Promise<UserFolders | undefined>;
  /** Shared by every client of the run: a refused login stops every client that has the same credentials. */
  readonly logins: LoginMemory;
  /** Shared by the clients of a run over many accounts. */
  readonly sharedCalls?: SharedCalls;
  /** A remark for a person. False where no one wants remarks. */
  say(words: Words): Promise<boolean>;
  /** What has to be heard, remarks or not. */
  warn(words: Words): Promise<void>;
  /** Every call that is made; absent where no one asked. */
  trace?(line: string): void;
  progress(event: ProgressEvent): void;
  /** One line from a person; absent where no one can answer. */
  ask?(question: string): Promise<string>;
  /** Why no one can answer, as a sentence. */
  readonly unattended?: string;
  /** Runs that are killed on purpose: no one reads what one of them would save of itself. */
  readonly isDrill?: true;
  /** The result is read as text, and not as a document by a program. */
  readonly wantsText: boolean;
}

/** The continuous-integration mark in any of its usual spellings. */
export function isCi(env: Environment): boolean {
  const value = env['CI'];
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}
