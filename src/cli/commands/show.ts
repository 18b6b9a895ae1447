import { defineCommand } from '../define-command.js';
import { MARKDOWN, TARGETS } from '../shared-flags.js';

export const show = defineCommand({
  usage: 'show [file]',
  summary: 'show a saved plan, or the state',
  flags: {
    ...TARGETS,
    ...MARKDOWN,
  },
  examples: ['adwright show', 'adwright show adwright.plan --markdown plan.md'],
  run: async ({ app }, args, options) => (await import('../../app/runs/show.js')).show(app, args, options),
});
