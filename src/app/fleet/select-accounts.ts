import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure, usageFailure } from '../../diagnostics/failure.js';
import { type AccountSettings, type Project, wildcardMatcher } from '../../model/index.js';
import type { AppPorts } from '../ports.js';
import { openAccounts } from '../workspace/workspace.js';
import { type Shard, shardOf } from './shards.js';

/** Which accounts of the project a command is about. */
export interface AccountChoice {
  /** Patterns of names; `*` is any text. */
  readonly accounts: readonly string[];
  readonly allAccounts?: boolean;
  /** Only accounts that a file changed since this commit belongs to. */
  readonly changedSince?: string;
  readonly shard?: Shard;
}

export interface SelectedAccounts {
  readonly project: Project;
  /** In the order of the project file. */
  readonly names: readonly string[];
  /** The choice in words, for the first line of a comment: `all accounts, shard 1/4`. */
  readonly title: string;
}

/** The accounts that were chosen. A pattern that matches none is an error; a choice that ends empty is none. */
export async function selectAccounts(app: AppPorts, choice: AccountChoice): Promise<SelectedAccounts> {
  if (app.account !== undefined) throw usageFailure('--account names one account; it cannot be combined with several.');
  if (choice.accounts.length > 0 && choice.allAccounts === true)
    throw usageFailure('Give --accounts or --all-accounts, not both.');
  if (choice.shard !== undefined && choice.accounts.length === 0 && !choice.allAccounts && !choice.changedSince)
    throw usageFailure('--shard takes a part of --all-accounts, --accounts or --changed-since: give one of them.');
  const { project } = await openAccounts(app);
  let chosen = named(project, choice.accounts);
  if (choice.changedSince !== undefined) {
    const { changedAccounts } = await import('./changed-accounts.js');
    chosen = await changedAccounts(app, project, chosen, choice.changedSince);
  }
  const { shard } = choice;
  if (shard !== undefined) chosen = chosen.filter(({ name }) => shardOf(name, shard.of) === shard.index);
  return { project, names: chosen.map(({ name }) => name), title: titleOf(choice) };
}

function named(project: Project, patterns: readonly string[]): readonly AccountSettings[] {
  const all = [...project.accounts.values()];
  if (patterns.length === 0) return all;
  const matchers = patterns.map(wildcardMatcher);
  const unmatched = patterns.filter((_, index) => !all.some(({ name }) => matchers[index]?.(name)));
  if (unmatched.length > 0) {
    const detail = `--accounts ${unmatched.map((one) => JSON.stringify(one)).join(', ')} matches no account; the project has ${listed(project)}.`;
    throw new Failure([diagnostic('accounts-not-matched', { detail })]);
  }
  return all.filter(({ name }) => matchers.some((matches) => matches(name)));
}

const MOST_LISTED = 20;

function listed({ accounts }: Project): string {
  const names = [...accounts.keys()];
  const more = names.length - MOST_LISTED;
  return more > 0 ? `${names.slice(0, MOST_LISTED).join(', ')} and ${more} more` : names.join(', ');
}

function titleOf({ accounts, changedSince, shard }: AccountChoice): string {
  const which = accounts.length > 0 ? `accounts ${accounts.join(' ')}` : 'all accounts';
  return [
    which,
    ...(changedSince !== undefined ? [`changed since ${changedSince}`] : []),
    ...(shard !== undefined ? [`shard ${shard.index} of ${shard.of}`] : []),
  ].join(', ');
}
