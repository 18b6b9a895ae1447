import { type CommandGroup, defineCommand, flag } from '../define-command.js';

const runs = () => import('../../app/runs/report.js');

const DAYS = {
  from: flag.text('--from <date>', 'first day, YYYY-MM-DD; default: the last day'),
  to: flag.text('--to <date>', 'last day; default: yesterday in account time'),
  type: flag.text('--type <word>', 'all (both devices; default), computer or mobile', ['all', 'computer', 'mobile']),
  wait: flag.on('--wait', 'wait for days that are not ready yet, instead of exit 8'),
  csv: flag.text('--csv <file>', 'write the rows as CSV too'),
  bom: flag.on('--bom', 'begin the CSV with a byte order mark, for spreadsheets'),
};

export const report: CommandGroup = {
  name: 'report',
  summary: 'daily performance reports',
  commands: [
    defineCommand({
      usage: 'components',
      summary: 'phone and app components',
      flags: {
        ...DAYS,
        ids: flag.text(
          '--ids <list>',
          'only these campaigns (--level plan) or groups (--level group), separated by commas',
        ),
        level: flag.text('--level <word>', 'account (default), plan or group', ['account', 'plan', 'group']),
      },
      examples: ['adwright report components --from 2026-03-01 --to 2026-03-07 --csv components.csv'],
      load: async () => (await runs()).reportComponents,
    }),
    defineCommand({
      usage: 'creatives',
      summary: 'rich creatives',
      flags: {
        ...DAYS,
        ids: flag.text('--ids <list>', 'only these groups, separated by commas'),
        adType: flag.text('--ad-type <word>', 'creative (by creative type; default) or base_report', [
          'creative',
          'base_report',
        ]),
      },
      examples: ['adwright report creatives --wait'],
      load: async () => (await runs()).reportCreatives,
    }),
  ],
};
