import { defineCommand } from '../define/define-command.js';

export const init = defineCommand({
  usage: 'init',
  summary: 'create a project file, a first manifest, .gitignore entries and a CI example',
  examples: ['adwright init', 'adwright -C shop init'],
  run: async ({ app }) => (await import('../../app/runs/manifests/init.js')).init(app),
});
