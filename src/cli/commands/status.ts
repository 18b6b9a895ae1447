import { STATUS_FAIL_ON } from '../../app/fail-on.js';
import { defineCommand, flag } from '../define/define-command.js';

export const status = defineCommand({
  usage: 'status',
  summary: 'list live objects that are rejected, pending or not serving',
  flags: {
    failOn: flag.listed('--fail-on <list>', `exit 5 on any of: ${STATUS_FAIL_ON.join(', ')}`, STATUS_FAIL_ON),
  },
  examples: ['adwright status', 'adwright status --fail-on rejected'],
  run: async ({ app }, options) => (await import('../../app/runs/state/status.js')).status(app, options),
});
