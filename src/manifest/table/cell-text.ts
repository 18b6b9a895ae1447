/** What the console's exports write for "nothing": like an empty cell. */
export const NOTHING = '--';

/** Between the items of a list in one cell. */
const ITEMS = '|';

export const listItems = (cell: string) => cell.split(ITEMS).map((item) => item.trim());

/** An apostrophe before a number, or before a text that a spreadsheet would run as a formula. */
const GUARDED = /^'+(?:[0-9]+$|[\t\r\n ]*[=+\-@＝＋－＠]|[\t\r])/u;

/** Marks that keep a spreadsheet from reading a number or a formula: `="123"`, a leading apostrophe, a tab at either end. */
export function unguarded(cell: string): string {
  const formula = /^="(.*)"$/s.exec(cell.trim())?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  const tabless = cell.replace(/^\t+|\t+$/g, '');
  return GUARDED.test(tabless) ? tabless.slice(1) : tabless;
}
