import { guardCell } from '../model/index.js';
import type { Cells } from './text/rows.js';

/** Most cells are such a text, which needs neither a guard nor quotes: one look settles it. */
const PLAIN = /^(?:[\w㐀-鿿](?:[\w.㐀-鿿 -]{0,13}[\w㐀-鿿])?)?$/;

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const guarded = (cell: string) => (PLAIN.test(cell) ? cell : quoted(guardCell(cell)));

/** The first line of a CSV. `bom`: a byte order mark, for a spreadsheet that takes UTF-8 without one for something else. */
export function csvHeading(columns: readonly string[], bom: boolean): string {
  return `${bom ? '\ufeff' : ''}${columns.map(guarded).join(',')}\r\n`;
}

/** A row by RFC 4180: a CRLF at the end, quotes where they are needed, a list as one cell, its parts separated by commas. */
export function csvLine(columns: readonly string[], row: Cells): string {
  return lineOf(columns, row, guarded);
}

/** The same of cells that have their guards already. */
export function guardedCsvLine(columns: readonly string[], row: Cells): string {
  return lineOf(columns, row, quoted);
}

function lineOf(columns: readonly string[], row: Cells, written: (cell: string) => string): string {
  let line = '';
  for (const [index, column] of columns.entries()) {
    const cell = row[column] ?? '';
    line += `${index === 0 ? '' : ','}${written(typeof cell === 'string' ? cell : cell.join(','))}`;
  }
  return `${line}\r\n`;
}
