import { defineCommand } from '../define/define-command.js';

export const drill = defineCommand({
  usage: 'drill [file]',
  summary: 'try what a crash at each step of a plan would do, on a sandbox',
  examples: ['adwright drill', 'adwright drill adwright.plan', 'adwright drill adwright.plan --json'],
  run: async ({ app }, options) => (await import('../../app/runs/changes/drill.js')).drill(app, options),
});
