import { numberColumn, type QueryColumn } from './define-query.js';
import { columnsOf } from './report-table.js';

/** The first columns of a report: the day, the device, and the group with its campaign. */
export const GROUP_COLUMNS: readonly QueryColumn[] = [
  ...columnsOf('day'),
  ...columnsOf('device'),
  ...columnsOf('campaign'),
  ...columnsOf('group'),
];

/** The last columns of a report. */
export const AMOUNT_COLUMNS: readonly QueryColumn[] = [
  numberColumn('views'),
  numberColumn('clicks'),
  numberColumn('totalCost'),
];
