import { defineQuery, idColumn, queryFlag } from './define-query.js';
import { ParameterCheck } from './parameters.js';
import { AMOUNT_COLUMNS, GROUP_COLUMNS } from './report-columns.js';
import { checkDays } from './report-days.js';
import { REPORT_FLAGS } from './report-flags.js';
import { type ReportPart, runReport } from './report-run.js';
import { checkTable } from './report-table.js';

const FLAGS = {
  ...REPORT_FLAGS,
  ids: queryFlag.text(
    '--ids <list>',
    'only these campaigns (--level plan) or groups (--level group), separated by commas',
  ),
  level: queryFlag.oneOf('--level <word>', 'account (default), plan or group', ['account', 'plan', 'group']),
};

/**
 * The creative-component report (componentReport): phone and app components. One request a day, both devices in it. The
 * ids choose here and not at the service, as the interface advises. Costs are decimal text in yuan.
 */
export const componentReport = defineQuery({
  usage: 'components',
  summary: 'report on phone and app components',
  examples: ['adwright report components --from 2026-03-01 --to 2026-03-07 --csv components.csv'],
  flags: FLAGS,
  check(_args, options, account) {
    const check = new ParameterCheck();
    const days = checkDays(options, 'yesterday', account, check);
    const level = check.choice(FLAGS.level, options.level, 'account');
    const type = check.choice(FLAGS.type, options.type, 'all');
    const ids = check.idList('--ids', options.ids);
    if (ids.length > 0 && level === 'account') {
      check.refuse(
        '--ids goes with --level plan (plan ids) or --level group (group ids); with account the service ignores it.',
      );
    }
    const table = checkTable(options, ['component'], check);
    return check.outcome({ days, level, type, ids, table });
  },
  columns: () => [...GROUP_COLUMNS, idColumn('sublinkId'), ...AMOUNT_COLUMNS],
  rows({ days, level, type, ids }, service, run) {
    const wanted = new Set(ids);
    const key = level === 'plan' ? 'campaignId' : 'groupId';
    const parts = days.map((day): ReportPart => {
      const query = { startDate: day, endDate: day, level, type };
      return {
        day,
        title: day,
        async *fetch(signal) {
          for await (const page of service.componentReport(query, signal === undefined ? {} : { signal }))
            yield wanted.size === 0 ? page : page.filter((row) => wanted.has(row[key] ?? ''));
        },
      };
    });
    return runReport(parts, run);
  },
  report: ({ days, table }) => ({ days, table }),
});
