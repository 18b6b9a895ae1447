import { defineCommand } from '../define-command.js';

export const init = defineCommand({
  usage: 'init',
  summary: 'project file, first manifest, .gitignore entries and a CI example',
  examples: ['adwright init', 'adwright -C shop init'],
  load: async () => (await import('../../app/runs/init.js')).init,
});
