/** Where a long list is in the bytes of a file, and where it may be cut. Nothing is read yet. */
export interface LongList {
  readonly key: string;
  /** After the line of the key, and after the last line of the list. */
  readonly from: number;
  readonly to: number;
  /** Spaces before the dash of an item. */
  readonly indent: number;
  /** Where each page begins: at the line of an item, the first one where the list does. */
  readonly pages: readonly number[];
}

/** Enough for some hundred items, and little to hold. */
export const PAGE_BYTES = 96 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
const REMARK = 0x23;
const DASH = 0x2d;

/**
 * Finds the list under the first of `keys` that begins in the first column, and where it ends: before the next line of
 * the first column. Pages are cut where a line looks like an item of the list; whether it is one, the reader of the page
 * finds out, since whatever continues over several lines is left broken by a wrong cut. Undefined where there is no such list.
 */
export function findLongList(bytes: Buffer, keys: readonly string[], pageBytes = PAGE_BYTES): LongList | undefined {
  for (const key of keys) {
    const from = behindKey(bytes, key);
    if (from === undefined) continue;
    const indent = indentOfItems(bytes, from);
    if (indent === undefined) continue;
    return cutPages(bytes, key, from, indent, pageBytes);
  }
  return undefined;
}

function behindKey(bytes: Buffer, key: string): number | undefined {
  for (let at = bytes.indexOf(`${key}:`); at >= 0; at = bytes.indexOf(`${key}:`, at + 1)) {
    if (at > 0 && bytes[at - 1] !== NEWLINE) continue;
    const end = bytes.indexOf(NEWLINE, at);
    if (end < 0) return undefined;
    if (bytes.toString('latin1', at, end).trimEnd() === `${key}:`) return end + 1;
  }
  return undefined;
}

/** Blanks before the dash of the first item. */
function indentOfItems(bytes: Buffer, from: number): number | undefined {
  const head = bytes.toString('latin1', from, from + 4096);
  return /^(?:[ ]*(?:#[^\n]*)?\r?\n)*([ ]*)- /.exec(head)?.[1]?.length;
}

function cutPages(bytes: Buffer, key: string, from: number, indent: number, pageBytes: number): LongList | undefined {
  const dash = Buffer.from(`\n${' '.repeat(indent)}- `);
  const pages: number[] = [];
  for (let start = from; start < bytes.length; ) {
    pages.push(start);
    const item = bytes.indexOf(dash, start + pageBytes);
    const end = item < 0 ? bytes.length : item + 1;
    const piece = bytes.toString('latin1', start, end);
    // Lines are counted by their line feeds.
    if (piece.includes('\r') && /\r(?!\n)/.test(piece)) return undefined;
    const found = endOfList(piece, indent);
    if (found >= 0) return { key, from, to: start + found, indent, pages };
    start = end;
  }
  return { key, from, to: bytes.length, indent, pages };
}

/** Where the first line begins that is no part of the list; -1 where there is none. */
function endOfList(piece: string, indent: number): number {
  for (let at = piece.indexOf('\n') + 1; at > 0; at = piece.indexOf('\n', at) + 1) {
    if (at === piece.length) return -1;
    const first = piece.charCodeAt(at);
    if (first === BLANK || first === REMARK || first === RETURN || first === NEWLINE) continue;
    if (indent > 0 || first !== DASH || piece.charCodeAt(at + 1) !== BLANK) return at;
  }
  return -1;
}

/** Line ends in these bytes. */
export const linesIn = (bytes: Buffer) => countByte(bytes, NEWLINE);

/** How often a byte is in these bytes. */
export function countByte(bytes: Buffer, byte: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found++;
  return found;
}
