import { defineCommand } from '../define/define-command.js';

export const destroy = defineCommand({
  usage: 'destroy',
  summary: 'explain why there is none, and what to do instead',
  examples: ['adwright destroy'],
  run: async () => (await import('../../app/runs/changes/destroy.js')).destroy(),
});
