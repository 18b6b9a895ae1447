import { sum } from '../../model/text/decimal.js';
import { plural } from '../../model/text/plural.js';
import { displayWidth, padEnd, padStart } from '../characters/measure.js';
import { painter, usableWidth } from '../characters/paint.js';
import { sparkline } from '../characters/spark.js';
import { groupBy } from '../view/group-by.js';
import type { TextOptions } from './diagnostics.js';
import { renderTable } from './table.js';

/** A column of rows from a query; `amount` is a number that is summed at the foot. */
export interface RowColumn {
  readonly name: string;
  readonly form: 'text' | 'id' | 'number' | 'amount';
}

export type Cells = Readonly<Record<string, string | readonly string[] | undefined>>;

function cellText(value: Cells[string]): string {
  return typeof value === 'string' ? value : (value ?? []).join(', ');
}

const SHORT = 10;

/** Rows of any query under the interface's names; columns that are empty throughout are left out. */
export function renderRows(rows: readonly Cells[], columns: readonly RowColumn[], options: TextOptions): string {
  if (rows.length === 0) return 'No rows.\n';
  const used = columns.filter((column) => rows.some((row) => cellText(row[column.name]) !== ''));
  const amounts = used.some((column) => column.form === 'amount');
  const foot = used.map((column, index) => {
    if (column.form === 'amount') return sum(rows.map((row) => cellText(row[column.name])));
    return index === 0 ? plural(rows.length, 'row') : undefined;
  });
  const table = renderTable(
    rows,
    used.map((column) => ({
      title: column.name,
      value: (row: Cells) => cellText(row[column.name]),
      // Dates and short words tell nothing when cut.
      whole: column.form !== 'text' || rows.every((row) => cellText(row[column.name]).length <= SHORT),
      ...((column.form === 'number' || column.form === 'amount') && { align: 'right' as const }),
    })),
    { ...options, ...(amounts && { foot }) },
  );
  return `${table}\n`;
}

/** The days of a report, those that are not ready included: they show as gaps. */
export interface ReportDays {
  readonly days: readonly string[];
  readonly notReady: readonly string[];
}

/** A report: its rows, sums at the foot, and the course of each amount over the days as a line of bars. */
export function renderReport(
  rows: readonly Cells[],
  columns: readonly RowColumn[],
  { days, notReady }: ReportDays,
  options: TextOptions,
): string {
  const table = renderRows(rows, columns, options);
  if (days.length < 2 || rows.length === 0) return table;
  const paint = painter(options.color);
  const byDay = groupBy(rows, (row) => cellText(row['date']));
  const missing = new Set(notReady);
  const amounts = columns.filter((column) => column.form === 'amount');
  const names = Math.max(0, ...amounts.map((column) => displayWidth(column.name)));
  const totals = amounts.map((column) => sum(rows.map((row) => cellText(row[column.name]))));
  const digits = Math.max(0, ...totals.map((total) => total.length));
  const room = Math.max(10, usableWidth(options.width) - names - digits - 4);
  const lines = amounts.map((column, index) => {
    const daily = days.map((day) =>
      missing.has(day) ? undefined : Number(sum((byDay.get(day) ?? []).map((row) => cellText(row[column.name])))),
    );
    const bars = sparkline(bundled(daily, room));
    return `${padEnd(column.name, names)}  ${padStart(totals[index] ?? '', digits)}  ${paint(bars, 'info')}`;
  });
  return [table, `${days[0]} to ${days.at(-1)}`, ...lines, ''].join('\n');
}

/** Neighbouring days in one bar where there are more days than columns. */
function bundled(values: readonly (number | undefined)[], room: number): (number | undefined)[] {
  const size = Math.ceil(values.length / room);
  if (size === 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => {
    const known = values.slice(index * size, (index + 1) * size).filter((value) => value !== undefined);
    return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0) / known.length;
  });
}
