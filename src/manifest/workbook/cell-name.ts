/** Columns of a sheet at the most, which is what a place in it is counted by; and its rows. */
export const MOST_COLUMNS = 16_384;
export const MOST_ROWS = 1_048_576;

/** A place in a sheet as one number, in the order of reading. Rows and columns count from 0. */
export const cellOffset = (row: number, column: number) => row * MOST_COLUMNS + column;

export const rowOf = (offset: number) => Math.floor(offset / MOST_COLUMNS);
export const columnOf = (offset: number) => offset % MOST_COLUMNS;

/** `B17`. */
export function cellName(offset: number): string {
  let letters = '';
  for (let rest = columnOf(offset) + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${rowOf(offset) + 1}`;
}

/** The offset of `B17`; undefined where there is no such cell. */
export function offsetOfCell(name: string): number | undefined {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?([1-9][0-9]{0,6})$/.exec(name) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  if (column < 1 || column > MOST_COLUMNS || row < 1 || row > MOST_ROWS) return undefined;
  return cellOffset(row - 1, column - 1);
}
