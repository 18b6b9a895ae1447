import pMap from 'p-map';
import { createSharedCalls } from '../../api/index.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Layout, Meaning, Outcome, Words } from '../outcome.js';
import { laidOut, meaningOfEnding } from '../outcome.js';
import type { AppPorts } from '../ports.js';

/** What is done for one account: its outcome, or the failure that ended it. */
export type AccountWork<Came extends Outcome> = (app: AppPorts, account: string) => Promise<Came>;

export interface AccountEnd<Kept> {
  readonly account: string;
  readonly meaning: Meaning;
  readonly kept: Kept;
}

/** Keeps of an outcome what will be shown: the outcome itself, with all that it holds, goes. */
export type Keep<Came extends Outcome, Kept> = (account: string, came: Came | Failure) => Kept;

interface RunChoices<Came extends Outcome, Kept> {
  /** Accounts at the same time. */
  readonly jobs: number;
  readonly work: AccountWork<Came>;
  readonly keep: Keep<Came, Kept>;
  /** What `incomplete` means for a command that is no apply: nothing was begun that could be incomplete. */
  readonly applies: boolean;
}

/**
 * Does the same for several accounts, `jobs` at a time, and goes on after one that failed. The answers are in the order
 * of the names however they end. Clients with the same credentials share one pace, and what ends the calls of one.
 */
export async function runAccounts<Came extends Outcome, Kept>(
  app: AppPorts,
  names: readonly string[],
  { jobs, work, keep, applies }: RunChoices<Came, Kept>,
): Promise<readonly AccountEnd<Kept>[]> {
  const sharedCalls = createSharedCalls();
  let done = 0;
  app.progress({ stage: 'accounts', done, total: names.length });
  const one = async (account: string): Promise<AccountEnd<Kept>> => {
    const came = await cameTo(async () => {
      if (app.signal.aborted) throw new Failure([], 'interrupted');
      return work({ ...portsOf(app, account), sharedCalls }, account);
    });
    const meaning = came instanceof Failure ? meaningOfEnding(came.ending) : came.meaning;
    const kept = keep(account, came);
    done++;
    app.progress({ stage: 'accounts', done, total: names.length });
    return { account, meaning: meaning === 'incomplete' && !applies ? 'error' : meaning, kept };
  };
  // A fault of ours ends the command, but not in the middle of what others are doing.
  return pMap(names, one, { concurrency: jobs, stopOnError: false }).catch((error: unknown) => {
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
}

async function cameTo<Came>(work: () => Promise<Came>): Promise<Came | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The outside world for one of several accounts: messages name it, and no question interrupts the others. */
function portsOf(app: AppPorts, account: string): AppPorts {
  const named =
    (words: Words): Words =>
    (layout: Layout) =>
      laidOut(words, () => layout)
        .split('\n')
        .map((line) => (line === '' ? line : `${account}: ${line}`))
        .join('\n');
  const { ask: _, trace, ...rest } = app;
  return {
    ...rest,
    account,
    say: (words) => app.say(named(words)),
    warn: (words) => app.warn(named(words)),
    ...(trace !== undefined && { trace: (line: string) => trace(`${account}: ${line}`) }),
    progress: () => undefined,
    unattended: 'Nobody is asked for one account among several.',
  };
}

/** The worst of what a run has to tell: an error, else a warning. */
export function worstOf(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find((one) => one.severity === 'error') ?? diagnostics.find((one) => one.severity === 'warning');
}
