import { amountColumn, idColumn, type QueryColumn, textColumn } from './define-query.js';

/** The first columns of a report: the day, the device, and the group with its campaign. */
export const GROUP_COLUMNS: readonly QueryColumn[] = [
  textColumn('date'),
  textColumn('type'),
  idColumn('campaignId'),
  textColumn('campaignName'),
  idColumn('groupId'),
  textColumn('groupName'),
];

/** The last columns of a report. */
export const AMOUNT_COLUMNS: readonly QueryColumn[] = [
  amountColumn('views'),
  amountColumn('clicks'),
  amountColumn('totalCost'),
];
