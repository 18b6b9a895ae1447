import { defineCommand } from '../define/define-command.js';
import { WRITE } from '../define/shared-flags.js';

export const undo = defineCommand({
  usage: 'undo [run]',
  summary: 'the values that a run replaced, back into the manifests; without a name, of the last run',
  flags: { write: WRITE },
  examples: ['adwright undo', 'adwright undo 1a2b3c4d --write'],
  run: async ({ app }, options) => (await import('../../app/runs/manifests/undo.js')).undo(app, options),
});
