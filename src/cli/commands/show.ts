import { defineCommand } from '../define/define-command.js';
import { HTML_PAGE, MARKDOWN, TARGETS } from '../define/shared-flags.js';

export const show = defineCommand({
  usage: 'show [file]',
  summary: 'show a saved plan, or the state',
  flags: {
    ...TARGETS,
    ...MARKDOWN,
    html: HTML_PAGE.html,
  },
  examples: ['adwright show', 'adwright show adwright.plan --markdown plan.md'],
  run: async ({ app }, options) => (await import('../../app/runs/changes/show.js')).show(app, options),
});
