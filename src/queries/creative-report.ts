import { defineQuery, queryFlag, textColumn } from './define-query.js';
import { ParameterCheck } from './parameters.js';
import { AMOUNT_COLUMNS, GROUP_COLUMNS } from './report-columns.js';
import { checkDays } from './report-days.js';
import { REPORT_FLAGS } from './report-flags.js';
import { type ReportPart, runReport } from './report-run.js';
import { checkTable } from './report-table.js';

const FLAGS = {
  ...REPORT_FLAGS,
  ids: queryFlag.text('--ids <list>', 'only these groups, separated by commas'),
  adType: queryFlag.oneOf('--ad-type <word>', 'creative (by creative type; default) or base_report', [
    'creative',
    'base_report',
  ]),
};

const BOTH_DEVICES = ['computer', 'mobile'] as const;

/**
 * The rich creative report (creativeReport). One request a day and device: the service itself would take `all` for
 * `computer`. Costs are decimal text in yuan.
 */
export const creativeReport = defineQuery({
  usage: 'creatives',
  summary: 'report on rich creatives',
  examples: [
    'adwright report creatives --wait',
    'adwright report creatives --last 7d --sum group --sort cost --html week.html',
  ],
  flags: FLAGS,
  check(_args, options, account) {
    const check = new ParameterCheck();
    const days = checkDays(options, 'today', account, check);
    const type = check.choice(FLAGS.type, options.type, 'all');
    const adType = check.choice(FLAGS.adType, options.adType, 'creative');
    const ids = check.idList('--ids', options.ids);
    const devices: readonly ('computer' | 'mobile')[] = type === 'all' ? BOTH_DEVICES : [type];
    const table = checkTable(options, adType === 'creative' ? ['type'] : [], check);
    return check.outcome({ days, devices, adType, ids, table });
  },
  /** `type` is the device that was asked for: the reply does not name it. */
  columns: ({ adType }) => [
    ...GROUP_COLUMNS,
    ...(adType === 'creative' ? [textColumn('adType')] : []),
    ...AMOUNT_COLUMNS,
  ],
  rows({ days, devices, adType, ids }, service, run) {
    const wanted = new Set(ids);
    const parts = days.flatMap((day) =>
      devices.map((device): ReportPart => {
        const query = { startDate: day, endDate: day, type: device, ad_type: adType };
        return {
          day,
          title: `${day}, ${device}`,
          async *fetch(signal) {
            for await (const page of service.creativeReport(query, signal === undefined ? {} : { signal })) {
              const rows = wanted.size === 0 ? page : page.filter((row) => wanted.has(row['groupId'] ?? ''));
              // The rows are a reply's, and no one else's: a copy of each would take a tenth of a long report.
              for (const row of rows) if (row['type'] === undefined) Object.assign(row, { type: device });
              yield rows;
            }
          },
        };
      }),
    );
    return runReport(parts, run);
  },
  report: ({ days, table }) => ({ days, table }),
});
