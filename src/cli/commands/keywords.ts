import { type CommandGroup, defineCommand } from '../define-command.js';

const runs = () => import('../../app/runs/keywords.js');

export const keywords: CommandGroup = {
  name: 'keywords',
  summary: 'ask for keywords, their tags and packages',
  commands: [
    defineCommand({
      usage: 'get <ids...>',
      summary: 'keywords by id',
      examples: ['adwright keywords get 80001234 80001235'],
      load: async () => (await runs()).keywordsGet,
    }),
    defineCommand({
      usage: 'tags',
      summary: 'keyword tags',
      examples: ['adwright keywords tags'],
      load: async () => (await runs()).keywordsTags,
    }),
    defineCommand({
      usage: 'packages [name]',
      summary: 'recommended keyword packages',
      examples: ['adwright keywords packages', 'adwright keywords packages 低竞价词包'],
      load: async () => (await runs()).keywordsPackages,
    }),
  ],
};
