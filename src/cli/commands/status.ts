import { STATUS_FAIL_ON } from '../../app/fail-on.js';
import { ACCOUNTS } from '../define/account-flags.js';
import { defineCommand, flag } from '../define/define-command.js';
import { accountsApart, forAccounts } from '../define/several-accounts.js';

export const status = defineCommand({
  usage: 'status',
  summary: 'list live objects that are rejected, pending or not serving',
  flags: {
    ...ACCOUNTS,
    failOn: flag.listed('--fail-on <list>', `exit 5 on any of: ${STATUS_FAIL_ON.join(', ')}`, STATUS_FAIL_ON),
  },
  examples: ['adwright status', 'adwright status --fail-on rejected'],
  run: async (context, given) => {
    const [flags, options] = accountsApart(given);
    const { status } = await import('../../app/runs/state/status.js');
    return forAccounts(context, flags, (app) => status(app, options));
  },
});
