import { defineCommand, flag } from '../define/define-command.js';

export const fmt = defineCommand({
  usage: 'fmt',
  summary: 'rewrite the manifests in the canonical layout; comments are kept',
  flags: {
    check: flag.on('--check', 'change nothing; exit 1 and list the files that would change'),
  },
  examples: ['adwright fmt', 'adwright fmt --check'],
  run: async ({ app }, options) => (await import('../../app/runs/manifests/fmt.js')).fmt(app, options),
});
