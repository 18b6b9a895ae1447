import { systemClock } from '../api/clock.js';
import { createLoginMemory } from '../api/login/login-memory.js';
import { type Layout, laidOut, type Words } from '../app/outcome.js';
import type { AppPorts } from '../app/ports.js';
import { createRandomId } from '../app/random-id.js';
import type { UserFolders } from '../app/user-folders.js';
import type { Clock, ProgressEvent } from '../model/index.js';

/** Which project, in whose name, and what is reported on the way. */
export interface ProjectOptions {
  /** Absolute path of the folder that holds `adwright.yaml`. */
  readonly folder: string;
  /** Name of the account; needed where the project has several. */
  readonly account?: string;
  /**
   * Credentials (`ADWRIGHT_API_KEY` and the others of docs/commands.md), proxies and marks of CI. The environment of the
   * process is never read: without this there are no credentials, and only the embedded sandbox can be used.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Who runs this, for the lock, the journal and the state; `library` if left out. */
  readonly user?: string;
  /**
   * Folders of the user outside the project: kept tokens, and which hosts got credentials and which states were seen
   * before. Without them nothing is remembered from one run to the next.
   */
  readonly userFolders?: UserFolders;
  /** Stops before the next call. What is in flight is finished and recorded. */
  readonly signal?: AbortSignal;
  /** The machine's clock if left out. */
  readonly clock?: Clock;
  /** Remarks and warnings for a person, as plain text of at most 120 columns. */
  readonly onRemark?: (text: string) => void;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** Plain text, as a pipe gets it. */
export const PLAIN: Layout = { color: false, width: 120, verbose: false };

export const plainText = (words: Words): string => laidOut(words, () => PLAIN);

/** What a use case gets of the outside world: nothing of the process but its number, for the lock. */
export function projectPorts(options: ProjectOptions, commandLine: string): AppPorts {
  const { onRemark, onProgress, account } = options;
  return {
    env: options.env ?? {},
    folder: options.folder,
    ...(account !== undefined && { account }),
    clock: options.clock ?? systemClock,
    randomId: createRandomId(),
    signal: options.signal ?? new AbortController().signal,
    user: options.user ?? 'library',
    commandLine,
    pid: process.pid,
    userFolders: async () => options.userFolders,
    logins: createLoginMemory(),
    say: async (words) => {
      onRemark?.(plainText(words));
      return onRemark !== undefined;
    },
    warn: async (words) => onRemark?.(plainText(words)),
    progress: (event) => onProgress?.(event),
    // The plan is a value of the result, and needs no remark.
    wantsText: false,
  };
}
