import { ACCOUNTS } from '../define/account-flags.js';
import { defineCommand, flag } from '../define/define-command.js';
import { accountsApart, forAccounts } from '../define/several-accounts.js';

export const fmt = defineCommand({
  usage: 'fmt',
  summary: 'rewrite the manifests in the canonical layout; comments are kept',
  flags: {
    ...ACCOUNTS,
    check: flag.on('--check', 'change nothing; exit 1 and list the files that would change'),
  },
  examples: ['adwright fmt', 'adwright fmt --check'],
  run: async (context, given) => {
    const [flags, options] = accountsApart(given);
    const { fmt } = await import('../../app/runs/manifests/fmt.js');
    return forAccounts(context, flags, (app) => fmt(app, options));
  },
});
