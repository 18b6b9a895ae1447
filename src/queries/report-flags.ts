import { queryFlag } from './define-query.js';

/** Flags of every report. */
export const REPORT_FLAGS = {
  from: queryFlag.text('--from <date>', 'first day, YYYY-MM-DD; default: the last day'),
  to: queryFlag.text('--to <date>', 'last day; default: yesterday in account time'),
  type: queryFlag.oneOf('--type <word>', 'all (both devices; default), computer or mobile', [
    'all',
    'computer',
    'mobile',
  ]),
  wait: queryFlag.on('--wait', 'wait for days that are not ready yet, instead of exit 8'),
  csv: queryFlag.text('--csv <file>', 'write the rows as CSV too'),
  bom: queryFlag.on('--bom', 'begin the CSV with a byte order mark, for spreadsheets'),
};
