import { PLAN_FAIL_ON } from '../../app/fail-on.js';
import { defineCommand, flag } from '../define/define-command.js';
import { MARKDOWN, PLANNING } from '../define/shared-flags.js';

export const plan = defineCommand({
  usage: 'plan',
  summary: 'read, compare, and print what would change',
  flags: {
    ...PLANNING,
    ...MARKDOWN,
    out: flag.text('--out <file>', 'save the plan, to apply it later'),
    detailedExitcode: flag.on('--detailed-exitcode', 'exit 2 if there is something to create, update or import'),
    failOn: flag.listed('--fail-on <list>', `exit 5 on any of: ${PLAN_FAIL_ON.join(', ')}`, PLAN_FAIL_ON),
    refresh: flag.off('--no-refresh', 'do not read the service; compare with the state only'),
  },
  examples: [
    'adwright plan',
    'adwright plan --out adwright.plan',
    'adwright plan --target group/autumn --detailed-exitcode',
  ],
  run: async ({ app }, { detailedExitcode, ...options }) =>
    (await import('../../app/runs/changes/plan.js')).plan(app, {
      ...options,
      detailed: detailedExitcode === true,
    }),
});
