import { defineCommand, flag } from '../define/define-command.js';

export const unlock = defineCommand({
  usage: 'unlock',
  summary: 'show who holds the lock',
  flags: {
    force: flag.on('--force', 'remove the lock'),
  },
  examples: ['adwright unlock', 'adwright unlock --force'],
  run: async ({ app }, options) => (await import('../../app/runs/state/unlock.js')).unlock(app, options),
});
