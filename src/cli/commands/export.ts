import { defineCommand, flag } from '../define/define-command.js';

export const exportLive = defineCommand({
  usage: 'export [ids...]',
  summary: 'write manifests for what is live: apps, picture tags, keywords with these ids',
  flags: {
    from: flag.text('--from <file>', 'also take keyword ids from the id column of this table'),
    out: flag.text('--out <dir>', 'write files into this folder instead of stdout'),
    split: flag.text('--split <kind>', 'with --out: one file a group, with all that belongs to it', ['group']),
    csv: flag.text(
      '--csv <file>',
      'write the keywords with these ids as a table that keywordFiles takes; overwrites nothing',
    ),
  },
  examples: [
    'adwright export --out ads',
    'adwright export --from keywords.csv --out ads',
    'adwright export --from keywords.csv --out ads --split group',
    'adwright export --from console.csv --csv ads/keywords.csv',
  ],
  run: async ({ app }, options) => (await import('../../app/runs/account/export.js')).exportLive(app, options),
});
