import { sum } from '../../model/text/decimal.js';
import { plural } from '../../model/text/plural.js';
import { displayWidth, padEnd, padStart } from '../characters/measure.js';
import { layout, painter, usableWidth } from '../characters/paint.js';
import { sparkline } from '../characters/spark.js';
import { visible } from '../characters/visible.js';
import { type DayOfReport, heightOf, MEASURES, type ReportFigures } from '../view/measures.js';
import type { TextOptions } from './diagnostics.js';
import { renderTable } from './table.js';

/** A column of rows from a query; `amount` is a number that is summed at the foot. */
export interface RowColumn {
  readonly name: string;
  readonly form: 'text' | 'id' | 'number' | 'amount';
  /** Where not all columns fit these go, the lowest number first. */
  readonly goes?: number;
  readonly unit?: '%';
  /** What the last line shows, where it is not a sum. */
  readonly foot?: string;
}

export type Cells = Readonly<Record<string, string | readonly string[] | undefined>>;

function cellText(value: Cells[string], unit = ''): string {
  return typeof value === 'string' ? `${value}${unit}` : (value ?? []).join(', ');
}

const SHORT = 10;
/** As in tables: between columns, and what the narrowest may be cut to. */
const GAP = 2;
const LEAST_CUT = 6;

/** Rows of any query under the interface's names; columns that are empty throughout are left out. */
export function renderRows(rows: readonly Cells[], columns: readonly RowColumn[], options: TextOptions): string {
  if (rows.length === 0) return 'No rows.\n';
  const filled = columns.filter((column) => rows.some((row) => cellText(row[column.name]) !== ''));
  const { used, left } = fitting(filled, rows, usableWidth(options.width));
  const amounts = used.some((column) => column.form === 'amount');
  const foot = used.map((column, index) => {
    if (column.form === 'amount') return sum(rows.map((row) => cellText(row[column.name])));
    if (column.foot !== undefined) return column.foot;
    return index === 0 ? plural(rows.length, 'row') : undefined;
  });
  const table = renderTable(
    rows,
    used.map((column) => ({
      title: column.name,
      value: (row: Cells) => cellText(row[column.name], column.unit),
      whole: isWhole(column, rows),
      ...((column.form === 'number' || column.form === 'amount') && { align: 'right' as const }),
    })),
    { ...options, ...(amounts && { foot }) },
  );
  if (left.length === 0) return `${table}\n`;
  const gone = `Not shown, as there is no room: ${left.join(', ')}. --json has all of it.`;
  const lines = layout([{ text: gone, style: 'quiet' }], usableWidth(options.width), 2, painter(options.color));
  return `${table}\n${lines.join('\n')}\n`;
}

/** Dates and short words tell nothing when cut. */
function isWhole({ name, form }: RowColumn, rows: readonly Cells[]): boolean {
  return form !== 'text' || rows.every((row) => displayWidth(cellText(row[name])) <= SHORT);
}

/** The columns that there is room for, when those that may be cut are; in the others a reader misses the least. */
function fitting(columns: readonly RowColumn[], rows: readonly Cells[], width: number) {
  const least = columns.map((column) => {
    const title = displayWidth(column.name);
    if (!isWhole(column, rows)) return Math.min(LEAST_CUT, title);
    let most = Math.max(title, displayWidth(column.foot ?? ''));
    for (const row of rows) most = Math.max(most, displayWidth(visible(cellText(row[column.name], column.unit))));
    const total = column.form === 'amount' ? sum(rows.map((row) => cellText(row[column.name]))) : '';
    return Math.max(most, total.length);
  });
  const used = new Set(columns);
  const room = () => columns.reduce((all, column, at) => all + (used.has(column) ? (least[at] ?? 0) + GAP : 0), -GAP);
  const left: RowColumn[] = [];
  const order = columns
    .filter(({ goes }) => goes !== undefined)
    .sort((one, other) => (one.goes ?? 0) - (other.goes ?? 0));
  for (const column of order) {
    if (room() <= width) break;
    used.delete(column);
    left.push(column);
  }
  return {
    used: columns.filter((column) => used.has(column)),
    left: columns.filter((column) => left.includes(column)).map(({ name }) => name),
  };
}

/** The whole of a report, day by day. */
export interface ReportCourse {
  readonly days: readonly DayOfReport[];
  readonly total: ReportFigures;
}

/** A report: its rows, sums at the foot, and the course of each measure over the days as a line of bars. */
export function renderReport(
  rows: readonly Cells[],
  columns: readonly RowColumn[],
  { days, total }: ReportCourse,
  options: TextOptions,
): string {
  const rates = new Map(MEASURES.flatMap((one) => (one.isRate ? [[one.name, one.text(total)]] : [])));
  const withFoot = columns.map((column) => ({
    ...column,
    ...(rates.has(column.name) && { foot: rates.get(column.name) }),
  }));
  const table = renderRows(rows, withFoot as readonly RowColumn[], options);
  if (rows.length === 0) return table;
  const paint = painter(options.color);
  const names = Math.max(...MEASURES.map(({ name }) => displayWidth(name)));
  const digits = Math.max(...MEASURES.map(({ text }) => text(total).length));
  const room = Math.max(10, usableWidth(options.width) - names - digits - 4);
  const shown = MEASURES.filter(({ isRate, text }) => text(total) !== '' && (isRate || days.length > 1));
  const lines = shown.map((measure) => {
    const daily = days.map(({ figures }) => heightOf(measure, figures));
    const bars = days.length < 2 ? '' : sparkline(bundled(daily, room));
    return `${padEnd(measure.name, names)}  ${padStart(measure.text(total), digits)}  ${paint(bars, 'info')}`.trimEnd();
  });
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return [table, first === last ? `${first}` : `${first} to ${last}`, ...lines, ''].join('\n');
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
