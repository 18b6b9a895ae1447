import { queryFlag } from './define-query.js';
import { SORT_WORDS, SUM_WORDS } from './report-layout.js';

/** Flags of every report. */
export const REPORT_FLAGS = {
  from: queryFlag.text('--from <date>', 'first day, YYYY-MM-DD; default: the last day'),
  to: queryFlag.text('--to <date>', 'last day; default: yesterday in account time'),
  type: queryFlag.oneOf('--type <word>', 'all (both devices; default), computer or mobile', [
    'all',
    'computer',
    'mobile',
  ]),
  last: queryFlag.text('--last <days>', 'the last days until yesterday, as 7d, in place of --from and --to'),
  sum: queryFlag.text('--sum <list>', `one row for each of: ${SUM_WORDS.join(', ')}; several with commas`, SUM_WORDS),
  sort: queryFlag.text('--sort <word>', `the highest first by ${SORT_WORDS.join(', ')}; else by name or day`, [
    ...SORT_WORDS,
    ...SUM_WORDS,
  ]),
  chart: queryFlag.text('--chart <file>', 'draw the figures into an .svg or .html file'),
  html: queryFlag.text('--html <file>', 'write a page with the chart and tables that can be sorted'),
  wait: queryFlag.on('--wait', 'wait for days that are not ready yet, instead of exit 8'),
  csv: queryFlag.text('--csv <file>', 'write the rows as CSV too'),
  bom: queryFlag.on('--bom', 'begin the CSV with a byte order mark, for spreadsheets'),
};
