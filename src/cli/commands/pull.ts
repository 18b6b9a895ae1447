import { defineCommand } from '../define/define-command.js';
import { WRITE } from '../define/shared-flags.js';

export const pull = defineCommand({
  usage: 'pull [address...]',
  summary: 'copy the live values of drifted items into the manifests',
  flags: { write: WRITE },
  examples: ['adwright pull', 'adwright pull --write', 'adwright pull keyword/80001234 --write'],
  run: async ({ app }, options) => (await import('../../app/runs/manifests/pull.js')).pull(app, options),
});
