import type { AccountOutcome, ReportForm } from '../../app/fleet/account-report.js';
import type { AccountRun } from '../../app/fleet/over-accounts.js';
import type { Shard } from '../../app/fleet/shards.js';
import type { Outcome } from '../../app/outcome.js';
import type { AppPorts } from '../../app/ports.js';
import { usageFailure } from '../../diagnostics/failure.js';
import { type CommandContext, stdoutText } from './context.js';
import { EXIT } from './exit-codes.js';

/** What the flags of `ACCOUNTS` give. */
export interface AccountFlags {
  readonly accounts: readonly string[];
  readonly allAccounts?: true | undefined;
  readonly changedSince?: string | undefined;
  readonly shard?: Shard | undefined;
  readonly jobs?: number | undefined;
}

/** The flags that choose accounts, apart from the others of a command. */
export function accountsApart<Options extends AccountFlags>({
  accounts,
  allAccounts,
  changedSince,
  shard,
  jobs,
  ...rest
}: Options): readonly [flags: AccountFlags, rest: Omit<Options, keyof AccountFlags>] {
  return [{ accounts, allAccounts, changedSince, shard, jobs }, rest];
}

const JOBS = 4;

/** Whether several accounts are asked for; else the command is about one, as `--account` says. */
export function isAboutSeveral({ accounts, allAccounts, changedSince, shard, jobs }: AccountFlags): boolean {
  const several = accounts.length > 0 || allAccounts === true || changedSince !== undefined || shard !== undefined;
  if (!several && jobs !== undefined) {
    const detail = '--jobs is for several accounts: give --accounts, --all-accounts or --changed-since.';
    throw usageFailure(detail);
  }
  return several;
}

export function reportForm(context: CommandContext): ReportForm {
  return {
    layout: () => stdoutText(context),
    json: context.global.json,
    codeOf: (meaning) => EXIT[meaning],
  };
}

/** The choice with its default. */
export function runOf({ accounts, allAccounts, changedSince, shard, jobs = JOBS }: AccountFlags): AccountRun {
  return {
    accounts,
    jobs,
    ...(allAccounts !== undefined && { allAccounts }),
    ...(changedSince !== undefined && { changedSince }),
    ...(shard !== undefined && { shard }),
  };
}

/** Does the same for each account that was chosen, and reports of all; for one account it is the work alone. */
export async function forAccounts(
  context: CommandContext,
  flags: AccountFlags,
  work: (app: AppPorts) => Promise<AccountOutcome>,
): Promise<Outcome> {
  if (!isAboutSeveral(flags)) return work(context.app);
  const { overAccounts } = await import('../../app/fleet/over-accounts.js');
  return (await overAccounts(context.app, runOf(flags), reportForm(context), work)).outcome;
}
