import { plural } from '../../model/text/plural.js';
import { displayWidth } from '../characters/measure.js';
import { layout, painter, usableWidth } from '../characters/paint.js';
import { visible } from '../characters/visible.js';
import type { TextOptions } from './diagnostics.js';
import { COLUMN_GAP, NARROWEST_COLUMN, tableLines } from './table.js';

/** A column of rows from a query. */
export interface RowColumn {
  readonly name: string;
  readonly form: 'text' | 'id' | 'number';
  /** Where not all columns fit these go, the lowest number first. */
  readonly goes?: number;
  readonly unit?: '%';
  /** What the last line shows: a sum, or a rate of sums. */
  readonly foot?: string;
}

export type Cells = Readonly<Record<string, string | readonly string[] | undefined>>;

function cellText(value: Cells[string], unit = ''): string {
  return typeof value === 'string' ? `${value}${unit}` : (value ?? []).join(', ');
}

const SHORT = 10;

/** A list that may be long: it is gone through once to measure and once to write. */
export interface CellRows extends Iterable<Cells> {
  readonly length: number;
}

/** Rows of any query under the interface's names; columns that are empty throughout are left out. */
export function renderRows(rows: CellRows, columns: readonly RowColumn[], options: TextOptions): string {
  return [...rowLines(rows, columns, options)].join('');
}

/** The same line by line, with the line ends. The foot, where a column has one, counts `all` rows. */
export function* rowLines(
  rows: CellRows,
  columns: readonly RowColumn[],
  options: TextOptions,
  all: number = rows.length,
): Generator<string> {
  if (rows.length === 0) {
    yield 'No rows.\n';
    return;
  }
  const filled = measured(rows, columns).filter(({ isFilled }) => isFilled);
  const { used, left } = fitting(filled, usableWidth(options.width));
  const foot = used.map(({ column }, index) => column.foot ?? (index === 0 ? plural(all, 'row') : undefined));
  const lines = tableLines(
    rows,
    used.map(({ column, isWhole, widest }) => ({
      title: column.name,
      value: (row: Cells) => cellText(row[column.name], column.unit),
      whole: isWhole,
      widest,
      ...(column.form === 'number' && { align: 'right' as const }),
    })),
    { ...options, ...(used.some(({ column }) => column.foot !== undefined) && { foot }) },
  );
  for (const line of lines) yield `${line}\n`;
  if (left.length === 0) return;
  const gone = `Not shown, as there is no room: ${left.join(', ')}. --json has all of it.`;
  yield `${layout([{ text: gone, style: 'quiet' }], usableWidth(options.width), 2, painter(options.color)).join('\n')}\n`;
}

/** What all rows have in a column. */
interface MeasuredColumn {
  readonly column: RowColumn;
  isFilled: boolean;
  /** Columns of the terminal. */
  widest: number;
  /** Dates and short words tell nothing when cut. */
  isWhole: boolean;
}

function measured(rows: CellRows, columns: readonly RowColumn[]): readonly MeasuredColumn[] {
  const all = columns.map((column): MeasuredColumn => ({ column, isFilled: false, widest: 0, isWhole: true }));
  for (const row of rows) {
    for (const one of all) {
      const { name, form, unit = '' } = one.column;
      const text = cellText(row[name]);
      if (text !== '') one.isFilled = true;
      if (form === 'text' && one.isWhole && displayWidth(text) > SHORT) one.isWhole = false;
      one.widest = Math.max(one.widest, displayWidth(visible(text)) + unit.length);
    }
  }
  return all;
}

/** The columns that there is room for, when those that may be cut are; in the others a reader misses the least. */
function fitting(columns: readonly MeasuredColumn[], width: number) {
  const least = columns.map(({ column, isWhole, widest }) => {
    const title = displayWidth(column.name);
    if (!isWhole) return Math.min(NARROWEST_COLUMN, title);
    return Math.max(title, displayWidth(column.foot ?? ''), widest);
  });
  const used = new Set(columns);
  const room = () =>
    columns.reduce((all, column, at) => all + (used.has(column) ? (least[at] ?? 0) + COLUMN_GAP : 0), -COLUMN_GAP);
  const left: MeasuredColumn[] = [];
  const order = columns
    .filter(({ column }) => column.goes !== undefined)
    .sort((one, other) => (one.column.goes ?? 0) - (other.column.goes ?? 0));
  for (const column of order) {
    if (room() <= width) break;
    used.delete(column);
    left.push(column);
  }
  return {
    used: columns.filter((column) => used.has(column)),
    left: columns.filter((column) => left.includes(column)).map(({ column }) => column.name),
  };
}
