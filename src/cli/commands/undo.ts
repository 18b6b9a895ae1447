import { defineCommand } from '../define/define-command.js';
import { WRITE } from '../define/shared-flags.js';

export const undo = defineCommand({
  usage: 'undo [run]',
  summary: 'put the values that a run replaced back into the manifests; default: the last run',
  flags: { write: WRITE },
  examples: ['adwright undo', 'adwright undo 1a2b3c4d --write'],
  run: async ({ app }, options) => (await import('../../app/runs/manifests/undo.js')).undo(app, options),
});
