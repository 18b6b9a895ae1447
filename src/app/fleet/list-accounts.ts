import { usageFailure } from '../../diagnostics/failure.js';
import { visible } from '../../render/index.js';
import { type Outcome, result } from '../outcome.js';
import type { AppPorts } from '../ports.js';
import { type AccountChoice, selectAccounts } from './select-accounts.js';

interface ListChoices extends Omit<AccountChoice, 'shard' | 'changedSince' | 'allAccounts'> {
  readonly allAccounts?: true | undefined;
  readonly changedSince?: string | undefined;
  readonly shard?: AccountChoice['shard'] | undefined;
  /** Whose matrix of jobs the shards are for. */
  readonly matrix?: keyof typeof MATRICES;
  /** Most shards. */
  readonly max?: number;
}

/** The most jobs that each takes in one matrix, and the form in which it reads them. */
const MATRICES = {
  github: { most: 256, write: (shards: readonly string[]) => JSON.stringify({ shard: shards }) },
  gitlab: { most: 200, write: (shards: readonly string[]) => JSON.stringify([{ SHARD: shards }]) },
} as const;
const USUAL_SHARDS = 20;

/** The chosen accounts, or all of them without a choice; or the shards for the jobs of a CI. */
export async function accounts(
  app: AppPorts,
  { accounts: patterns, allAccounts, changedSince, shard, matrix, max }: ListChoices,
): Promise<Outcome> {
  const chosen = {
    accounts: patterns,
    allAccounts: allAccounts === true || (patterns.length === 0 && changedSince === undefined),
    ...(changedSince !== undefined && { changedSince }),
    ...(shard !== undefined && { shard }),
  };
  const { names } = await selectAccounts(app, chosen);
  if (matrix === undefined) {
    if (max !== undefined) throw usageFailure('--max is for --matrix.');
    const document = { formatVersion: '1.0', accounts: names.map((account) => ({ account })) };
    return result(names.map(visible).join('\n'), document);
  }
  const { most, write } = MATRICES[matrix];
  if (max !== undefined && max > most)
    throw usageFailure(`--max is at most ${most} for ${matrix}, which takes no more jobs.`);
  const count = Math.min(names.length, max ?? USUAL_SHARDS, most);
  const shards = Array.from({ length: count }, (_, index) => `${index + 1}/${count}`);
  return { meaning: 'done', text: write(shards), form: 'verbatim' };
}
