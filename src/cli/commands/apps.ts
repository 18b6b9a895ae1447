import { type CommandGroup, defineCommand } from '../define-command.js';

const runs = () => import('../../app/runs/apps.js');

export const apps: CommandGroup = {
  name: 'apps',
  summary: 'ask for apps',
  commands: [
    defineCommand({
      usage: 'list [ids...]',
      summary: 'all apps, or those of the ids',
      examples: ['adwright apps list', 'adwright apps list 7001 7002'],
      load: async () => (await runs()).appsList,
    }),
  ],
};
