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
}

export interface TableOptions {
  readonly color: boolean;
  readonly width: number;
  /** A row of sums, ruled off. */
  readonly foot?: readonly (string | undefined)[];
}

const GAP = 2;
const NARROWEST_COLUMN = 6;

/** Rows under headings, aligned by the columns that a terminal shows (Chinese takes two), cut with an ellipsis. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], options: TableOptions): string {
  const paint = painter(options.color);
  const cells = rows.map((row) => columns.map((column) => visible(column.value(row) ?? '')));
  const foot = options.foot?.map((cell) => cell ?? '');
  const widths = shrink(
    columns.map((column, index) => {
      let most = displayWidth(column.title);
      for (const row of cells) most = Math.max(most, displayWidth(row[index] ?? ''));
      return Math.max(most, displayWidth(foot?.[index] ?? ''));
    }),
    columns.map((column) => column.whole === true),
    usableWidth(options.width),
  );
  const line = (texts: readonly string[], styleOf: (index: number) => Style | undefined) =>
    columns
      .map((column, index) => {
        const width = widths[index] ?? 0;
        const cut = cutToWidth(texts[index] ?? '', width);
        const padded = column.align === 'right' ? padStart(cut, width) : padEnd(cut, width);
        return paint(index === columns.length - 1 ? padded.trimEnd() : padded, styleOf(index));
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const lines = [
    line(
      columns.map((column) => column.title),
      () => 'heading',
    ),
  ];
  rows.forEach((row, at) => void lines.push(line(cells[at] ?? [], (index) => columns[index]?.style?.(row))));
  if (foot !== undefined) {
    lines.push(
      paint(widths.map((width) => '─'.repeat(width)).join(' '.repeat(GAP)), 'quiet'),
      line(foot, () => 'heading'),
    );
  }
  return lines.join('\n');
}

/** Takes columns from the widest that may be cut until the line fits, or nothing more can give. */
function shrink(wanted: readonly number[], whole: readonly boolean[], width: number): number[] {
  const widths = [...wanted];
  let excess = widths.reduce((total, one) => total + one + GAP, -GAP) - width;
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
