import { defineCommand } from '../define/define-command.js';

export const importThing = defineCommand({
  usage: 'import <address> <id>',
  summary: 'adopt an existing group or app',
  examples: ['adwright import group/autumn 556677'],
  run: async ({ app }, options) => (await import('../../app/runs/changes/import.js')).importThing(app, options),
});
