import { defineCommand, flag } from '../define/define-command.js';
import { AUTO_APPROVE, PLANNING } from '../define/shared-flags.js';

export const apply = defineCommand({
  usage: 'apply [file]',
  summary: 'apply a saved plan, or make a plan and apply it',
  flags: {
    ...PLANNING,
    autoApprove: AUTO_APPROVE,
    expect: flag.text('--expect <digest>', 'apply only if the plan made now has this digest'),
    newState: flag.on('--new-state', 'accept that there is no state yet'),
    resend: flag.on('--resend', 'send again what is under review'),
  },
  examples: ['adwright apply', 'adwright apply adwright.plan', 'adwright apply --auto-approve --target group/autumn'],
  run: async ({ app }, { autoApprove, ...options }) => {
    const { apply } = await import('../../app/runs/changes/apply.js');
    const isApproved = autoApprove === true || options.expect !== undefined;
    return apply(app, { ...options, approve: isApproved ? 'given' : 'ask' });
  },
});
