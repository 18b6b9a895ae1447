import { cutToWidth, displayWidth, padEnd, padStart } from '../characters/measure.js';
import { painter, type Style, usableWidth } from '../characters/paint.js';
import { visible } from '../characters/visible.js';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | undefined;
  /** Numbers are right-aligned. */
  readonly align?: 'left' | 'right';
  /** Ids and addresses: never cut, however narrow the terminal. */
  readonly whole?: boolean;
  readonly style?: (row: Row) => Style | undefined;
  /** Columns of the terminal that the widest of its texts takes, where that is known. */
  readonly widest?: number;
}

export interface TableOptions {
  readonly color: boolean;
  readonly width: number;
  /** A row of sums, ruled off. */
  readonly foot?: readonly (string | undefined)[];
}

/** Spaces between columns. */
export const COLUMN_GAP = 2;
/** What the narrowest column may be cut to. */
export const NARROWEST_COLUMN = 6;

/** Rows under headings, aligned by the columns that a terminal shows (Chinese takes two), cut with an ellipsis. */
export function renderTable<Row>(rows: Iterable<Row>, columns: readonly Column<Row>[], options: TableOptions): string {
  return [...tableLines(rows, columns, options)].join('\n');
}

/** The same line by line: there may be a million rows, which are gone through once to measure and once to write. */
export function* tableLines<Row>(
  rows: Iterable<Row>,
  columns: readonly Column<Row>[],
  options: TableOptions,
): Generator<string> {
  const paint = painter(options.color);
  const foot = options.foot?.map((cell) => cell ?? '');
  const widths = shrink(
    widestOf(rows, columns).map((most, index) => Math.max(most, displayWidth(foot?.[index] ?? ''))),
    columns.map((column) => column.whole === true),
    usableWidth(options.width),
  );
  const line = (textOf: (index: number) => string, styleOf: (index: number) => Style | undefined) =>
    columns
      .map((column, index) => {
        const width = widths[index] ?? 0;
        const cut = cutToWidth(textOf(index), width);
        const padded = column.align === 'right' ? padStart(cut, width) : padEnd(cut, width);
        return paint(index === columns.length - 1 ? padded.trimEnd() : padded, styleOf(index));
      })
      .join(' '.repeat(COLUMN_GAP))
      .trimEnd();
  yield line(
    (index) => columns[index]?.title ?? '',
    () => 'heading',
  );
  for (const row of rows) {
    yield line(
      (index) => visible(columns[index]?.value(row) ?? ''),
      (index) => columns[index]?.style?.(row),
    );
  }
  if (foot === undefined) return;
  yield paint(widths.map((width) => '─'.repeat(width)).join(' '.repeat(COLUMN_GAP)), 'quiet');
  yield line(
    (index) => foot[index] ?? '',
    () => 'heading',
  );
}

/** What the widest text of each column takes, its title included. */
function widestOf<Row>(rows: Iterable<Row>, columns: readonly Column<Row>[]): number[] {
  const most = columns.map(({ title, widest = 0 }) => Math.max(displayWidth(title), widest));
  const unknown = [...columns.entries()].filter(([, { widest }]) => widest === undefined);
  if (unknown.length === 0) return most;
  for (const row of rows)
    for (const [index, { value }] of unknown)
      most[index] = Math.max(most[index] ?? 0, displayWidth(visible(value(row) ?? '')));
  return most;
}

/** Takes columns from the widest that may be cut until the line fits, or nothing more can give. */
function shrink(wanted: readonly number[], whole: readonly boolean[], width: number): number[] {
  const widths = [...wanted];
  let excess = widths.reduce((total, one) => total + one + COLUMN_GAP, -COLUMN_GAP) - width;
  while (excess > 0) {
    let widest = -1;
    widths.forEach((one, index) => {
      if (!whole[index] && one > NARROWEST_COLUMN && one > (widths[widest] ?? 0)) widest = index;
    });
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess--;
  }
  return widths;
}
