import { guardCell } from '../model/index.js';

export interface CsvOptions {
  /** A byte order mark at the very start, for a spreadsheet that takes UTF-8 without one for something else. */
  readonly bom?: boolean;
  /** The cells have their guards already. */
  readonly guarded?: boolean;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** RFC 4180: CRLF line ends, quotes where they are needed. Pieces of text, header first. */
export function* renderCsv(
  columns: readonly string[],
  rows: Iterable<Readonly<Record<string, string | undefined>>>,
  options: CsvOptions = {},
): Generator<string> {
  const cell = (text: string) => quoted(options.guarded === true ? text : guardCell(text));
  yield `${options.bom === true ? '\ufeff' : ''}${columns.map(cell).join(',')}\r\n`;
  for (const row of rows) yield `${columns.map((column) => cell(row[column] ?? '')).join(',')}\r\n`;
}
