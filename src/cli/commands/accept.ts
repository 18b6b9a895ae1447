import { defineCommand } from '../define/define-command.js';

export const accept = defineCommand({
  usage: 'accept <addresses...>',
  summary: 'record a change made by hand: the manifest’s values count as last applied',
  examples: ['adwright accept group/autumn'],
  run: async ({ app }, options) => (await import('../../app/runs/changes/accept.js')).accept(app, options),
});
