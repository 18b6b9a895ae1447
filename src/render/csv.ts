export interface CsvOptions {
  /** A byte order mark at the very start, for a spreadsheet that takes UTF-8 without one for something else. */
  readonly bom?: boolean;
}

/** What a spreadsheet runs as a formula when a cell starts with it; a tab or line end may hide it. */
const FORMULA = /^[\t\r\n ]*[=+\-@＝＋－＠]|^[\t\r]/u;
/** Numbers are what people compute with: a leading sign alone makes no formula. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** Longer runs of digits lose their end in a spreadsheet. */
const LONG_NUMBER = /^\d{16,}$/;

/** The text itself starts with what reading takes for a guard. */
const LIKE_GUARDED = /^'+(?:[\t\r\n ]*[=+\-@＝＋－＠]|[\t\r]|\d+$)/u;

/**
 * Guards a cell with a leading `'`: formulas, and ids that a spreadsheet would round. Reading a table of a manifest takes it
 * off again (manifest/table/cell-text.ts).
 */
export function guardCell(text: string): string {
  const isFormula = FORMULA.test(text) && !NUMBER.test(text);
  return isFormula || LONG_NUMBER.test(text) || LIKE_GUARDED.test(text) ? `'${text}` : text;
}

function cell(text: string): string {
  const guarded = guardCell(text);
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** RFC 4180: CRLF line ends, quotes where they are needed. Pieces of text, header first. */
export function* renderCsv(
  columns: readonly string[],
  rows: Iterable<Readonly<Record<string, string | undefined>>>,
  options: CsvOptions = {},
): Generator<string> {
  yield `${options.bom === true ? '\ufeff' : ''}${columns.map(cell).join(',')}\r\n`;
  for (const row of rows) yield `${columns.map((column) => cell(row[column] ?? '')).join(',')}\r\n`;
}
