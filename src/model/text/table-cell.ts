/** What a spreadsheet runs as a formula when a cell starts with it; a tab or line end may hide it. */
const FORMULA = /^[\t\r\n ]*[=+\-@＝＋－＠]|^[\t\r]/u;
/** Numbers are what people compute with: a leading sign alone makes no formula. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** Longer runs of digits lose their end in a spreadsheet. */
const LONG_NUMBER = /^\d{16,}$/;
/** An apostrophe before a number, before `[]`, or before a text that a spreadsheet would run as a formula. */
const GUARDED = /^'+(?:\d+$|\[\]$|[\t\r\n ]*[=+\-@＝＋－＠]|[\t\r])/u;

/** How an empty text or an empty list is written: an empty cell is not managed. */
export const EMPTY = '[]';

/**
 * Guards a cell with a leading `'`: formulas, ids that a spreadsheet would round, and texts that start with what reading
 * takes for a guard.
 */
export function guardCell(text: string): string {
  const isFormula = FORMULA.test(text) && !NUMBER.test(text);
  return isFormula || LONG_NUMBER.test(text) || GUARDED.test(text) ? `'${text}` : text;
}

/** Takes the guard of `guardCell` off. */
export function withoutGuard(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

/** A managed text as a cell of a table of a manifest: what is read from it is this text. */
export function tableCell(text: string): string {
  if (text === '') return EMPTY;
  return text === EMPTY ? `'${text}` : guardCell(text);
}
