import { readShard } from '../../app/fleet/shards.js';
import { FlagFault, flag } from './define-command.js';

/** Flags of the commands that can be about several accounts. */
export const ACCOUNTS = {
  accounts: flag.list('--accounts <pattern...>', 'these accounts (repeatable; `*` is any text)'),
  allAccounts: flag.on('--all-accounts', 'every account of the project'),
  changedSince: flag.text('--changed-since <ref>', 'only accounts that a file changed since this commit belongs to'),
  shard: flag.parsed(
    '--shard <i/n>',
    'only the i-th of n parts of the accounts, for jobs that share the work',
    (text) => {
      const shard = readShard(text);
      if (shard === undefined) throw new FlagFault('a shard is I/N with 1 ≤ I ≤ N, such as 2/8.');
      return shard;
    },
  ),
  jobs: flag.parsed('--jobs <n>', 'accounts at the same time; default: 4', (text) => {
    if (!/^[1-9]\d{0,2}$/.test(text)) throw new FlagFault('jobs is a number from 1 to 999.');
    return Number(text);
  }),
};
