import { PLAN_FAIL_ON } from '../../app/fail-on.js';
import { ACCOUNTS } from '../define/account-flags.js';
import { defineCommand, flag } from '../define/define-command.js';
import { accountsApart, isAboutSeveral, reportForm, runOf } from '../define/several-accounts.js';
import { HTML_PAGE, MARKDOWN, PLANNING } from '../define/shared-flags.js';

export const plan = defineCommand({
  usage: 'plan',
  summary: 'read, compare, and print what would change',
  flags: {
    ...ACCOUNTS,
    ...PLANNING,
    ...MARKDOWN,
    ...HTML_PAGE,
    out: flag.text('--out <file>', 'save the plan, to apply it later; of several accounts, a folder'),
    detailedExitcode: flag.on('--detailed-exitcode', 'exit 2 if there is something to create, update or import'),
    failOn: flag.listed('--fail-on <list>', `exit 5 on any of: ${PLAN_FAIL_ON.join(', ')}`, PLAN_FAIL_ON),
    refresh: flag.off('--no-refresh', 'do not read the service; compare with the state only'),
  },
  examples: [
    'adwright plan',
    'adwright plan --out adwright.plan',
    'adwright plan --html plan.html',
    'adwright plan --target group/autumn --detailed-exitcode',
    'adwright plan --all-accounts --changed-since origin/main --markdown plan.md',
  ],
  run: async (context, given) => {
    const [flags, { detailedExitcode, ...rest }] = accountsApart(given);
    const options = { ...rest, detailed: detailedExitcode === true };
    if (!isAboutSeveral(flags)) return (await import('../../app/runs/changes/plan.js')).plan(context.app, options);
    const { planAccounts } = await import('../../app/fleet/plan-accounts.js');
    return planAccounts(context.app, runOf(flags), reportForm(context), options);
  },
});
