import { ACCOUNTS } from '../define/account-flags.js';
import { defineCommand, flag } from '../define/define-command.js';
import { accountsApart, isAboutSeveral, reportForm, runOf } from '../define/several-accounts.js';
import { AUTO_APPROVE, PLANNING } from '../define/shared-flags.js';

export const apply = defineCommand({
  usage: 'apply [file]',
  summary: 'apply a saved plan, or make a plan and apply it',
  flags: {
    ...ACCOUNTS,
    ...PLANNING,
    autoApprove: AUTO_APPROVE,
    expect: flag.text('--expect <digest>', 'apply only if the plan made now has this digest'),
    newState: flag.on('--new-state', 'accept that there is no state yet'),
    resend: flag.on('--resend', 'send again what is under review'),
  },
  examples: ['adwright apply', 'adwright apply adwright.plan', 'adwright apply --auto-approve --target group/autumn'],
  run: async (context, given) => {
    const [flags, { autoApprove, ...options }] = accountsApart(given);
    const approve = autoApprove === true || options.expect !== undefined ? 'given' : 'ask';
    if (!isAboutSeveral(flags))
      return (await import('../../app/runs/changes/apply.js')).apply(context.app, { ...options, approve });
    const { applyAccounts } = await import('../../app/fleet/apply-accounts.js');
    return applyAccounts(context.app, runOf(flags), reportForm(context), { ...options, approve });
  },
});
