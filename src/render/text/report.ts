import { plural } from '../../model/text/plural.js';
import { displayWidth, padEnd, padStart } from '../characters/measure.js';
import { layout, painter, usableWidth } from '../characters/paint.js';
import { sparkline } from '../characters/spark.js';
import { visible } from '../characters/visible.js';
import { type DayOfReport, heightOf, MEASURES, type ReportFigures } from '../view/measures.js';
import type { TextOptions } from './diagnostics.js';
import { type CellRows, type RowColumn, rowLines } from './rows.js';

/** The whole of a report, day by day. */
export interface ReportCourse {
  readonly days: readonly DayOfReport[];
  readonly total: ReportFigures;
}

/** What is shown of the rows of a report. */
export interface ShownRows {
  readonly rows: CellRows;
  readonly columns: readonly RowColumn[];
  /** All of them; `rows` may be the first. */
  readonly count: number;
  /** The file that has all of them. */
  readonly file?: string;
}

/** A report, line by line: its rows, sums at the foot, and the course of each measure over the days as a line of bars. */
export function* reportLines(
  { rows, columns, count, file = '' }: ShownRows,
  { days, total }: ReportCourse,
  options: TextOptions,
): Generator<string> {
  const feet = new Map(MEASURES.map(({ name, text }) => [name, text(total)]));
  const withFoot = columns.map((column): RowColumn => {
    const foot = feet.get(column.name);
    return foot === undefined ? column : { ...column, foot };
  });
  yield* rowLines(rows, withFoot, options, count);
  if (rows.length === 0) return;
  const paint = painter(options.color);
  if (rows.length < count) {
    const text = `The first ${rows.length} of ${plural(count, 'row')}. ${visible(file)} has all of them.`;
    yield `${layout([{ text, style: 'quiet' }], usableWidth(options.width), 2, paint).join('\n')}\n`;
  }
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
  yield ['', first === last ? `${first}` : `${first} to ${last}`, ...lines, ''].join('\n');
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
