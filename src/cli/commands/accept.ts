import { defineCommand } from '../define-command.js';

export const accept = defineCommand({
  usage: 'accept <addresses...>',
  summary: '“I did this by hand”: the manifest’s values become prior',
  examples: ['adwright accept group/autumn'],
  run: async ({ app }, args) => (await import('../../app/runs/accept.js')).accept(app, args),
});
