import { withoutGuard } from '../../model/index.js';

/** What the console's exports write for "nothing": like an empty cell. */
export const NOTHING = '--';

/** Between the items of a list in one cell. */
const ITEMS = '|';

export const listItems = (cell: string) => cell.split(ITEMS).map((item) => item.trim());

/** A cell without the marks that keep a spreadsheet from reading a number: `="123"`, a tab at either end. */
export function unmarked(cell: string): string {
  const formula = /^="(.*)"$/s.exec(cell.trim())?.[1];
  return formula === undefined ? cell.replace(/^\t+|\t+$/g, '') : formula.replaceAll('""', '"');
}

/**
 * The same without the leading apostrophe that guards a text. Whether a cell says "nothing" or "empty" is asked of the text
 * before: `'--` is the text `--`.
 */
export const unguarded = (cell: string) => withoutGuard(unmarked(cell));
