import { defineCommand } from '../define-command.js';

export const account = defineCommand({
  usage: 'account',
  summary: 'the account’s fields',
  examples: ['adwright account', 'adwright account --account brand-a --json'],
  load: async () => (await import('../../app/runs/account.js')).account,
});
