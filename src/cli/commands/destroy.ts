import { defineCommand } from '../define-command.js';

export const destroy = defineCommand({
  usage: 'destroy',
  summary: 'explain why there is none, and what to do instead',
  examples: ['adwright destroy'],
  run: async () => (await import('../../app/runs/destroy.js')).destroy(),
});
