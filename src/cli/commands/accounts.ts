import { ACCOUNTS } from '../define/account-flags.js';
import { defineCommand, FlagFault, flag } from '../define/define-command.js';
import { accountsApart } from '../define/several-accounts.js';

const { jobs: _, ...CHOICE } = ACCOUNTS;

export const accounts = defineCommand({
  usage: 'accounts',
  summary: 'list the accounts of the project, or the shards for a matrix of CI jobs',
  flags: {
    ...CHOICE,
    matrix: flag.oneOf('--matrix <ci>', 'print shards for a matrix: github or gitlab', ['github', 'gitlab']),
    max: flag.parsed('--max <n>', 'maximum number of shards; default: 20', (text) => {
      if (!/^[1-9]\d{0,3}$/.test(text)) throw new FlagFault('a number of shards is 1 or more.');
      return Number(text);
    }),
  },
  examples: [
    'adwright accounts',
    'adwright accounts --changed-since origin/main --json',
    'adwright accounts --matrix github --max 8',
  ],
  run: async ({ app }, given) => {
    const [choice, options] = accountsApart(given);
    return (await import('../../app/fleet/list-accounts.js')).accounts(app, { ...choice, ...options });
  },
});
