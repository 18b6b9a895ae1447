import type { LeftOutRows } from '../../model/index.js';
import { isServiceId } from '../../model/index.js';
import { at, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import { NOTHING, unguarded, unmarked } from './cell-text.js';
import { simplifyHeading } from './heading-row.js';
import type { TableRow } from './table-form.js';
import type { TableSource } from './table-source.js';

/** Places of rows that are left out for one reason, as many as are reported. */
const PLACES = 3;

type Names = readonly (string | undefined)[];

/** The rows of a table that are entries. Total rows are errors, and rows of other things are counted by what they are. */
export function ownRows(
  [head, ...rows]: readonly TableRow[],
  names: Names,
  required: readonly string[],
  others: LeftOutRows | undefined,
  { places, cells }: TableSource,
  report: Report,
): readonly TableRow[] {
  const totals = totalRows(names, required);
  const other = head === undefined || others === undefined ? undefined : otherRows(head, names, others, cells);
  const counts = new Map<string, { first: TableRow[]; count: number }>();
  const kept = rows.filter((row) => {
    if (totals(row.fields)) {
      const [start = 0] = row.offsets;
      const detail = `The row begins with ${quoted(row.fields[0] ?? '')}. Remove it: it is not an entry.`;
      report(at(places, 'table-total-row', start, start + (row.fields[0] ?? '').length, { detail }));
      return false;
    }
    const what = other?.(row);
    if (what === undefined) return true;
    const known = counts.get(what);
    if (known === undefined) counts.set(what, { first: [row], count: 1 });
    else if (known.count++ < PLACES) known.first.push(row);
    return false;
  });
  for (const [what, { first, count }] of counts) {
    const severity = what === UNKNOWN ? ('warning' as const) : undefined;
    for (const [index, { offsets }] of first.entries()) {
      const [start = 0] = offsets;
      // The last of them speaks for all that have no place of their own.
      const more = index === first.length - 1 ? count - first.length : 0;
      report(
        at(places, 'rows-left-out', start, start, { detail: `${what}.`, field: what, inColumn: true, severity, more }),
      );
    }
  }
  return kept.length === rows.length ? rows : kept;
}

const UNKNOWN = 'A row without the text that every entry of such a file has';

const TOTAL = /^[\s'"]*(?:合\s*计|总\s*计|小\s*计|汇\s*总|(?:grand |sub)?totals?)\s*(?:[:：\-—(（].*)?$/is;
const FIRST_OF_TOTAL: ReadonlySet<string> = new Set([...'合总小汇tTgGsS \t\u3000\'"']);

/** Whether a row is the sum of the others. Where the first column is a text of an entry, a whole entry is none. */
function totalRows(names: Names, required: readonly string[]): (fields: readonly string[]) => boolean {
  const [first] = names;
  const isText = first !== undefined && !(required.length === 1 && required[0] === first);
  const columns = required.map((field) => names.indexOf(field));
  return (fields) => {
    const cell = fields[0];
    if (cell === undefined || !FIRST_OF_TOTAL.has(cell.charAt(0)) || !TOTAL.test(cell)) return false;
    if (!isText) return true;
    return !columns.every((column) => isFilled(fields[column], required.length === 1));
  };
}

function isFilled(cell: string | undefined, asId: boolean): boolean {
  if (cell === undefined) return false;
  const bare = unmarked(cell).trim();
  return asId ? isServiceId(unguarded(cell).trim()) : bare !== '' && bare !== NOTHING;
}

/** What else a row is, in a file of the console that holds several kinds of things; undefined for a table of one's own. */
function otherRows(
  head: TableRow,
  names: Names,
  { lacks, ownHeadings, kinds }: LeftOutRows,
  cells: TableSource['cells'],
): ((row: TableRow) => string | undefined) | undefined {
  const headings = head.fields.map(simplifyHeading);
  const text = names.indexOf(lacks);
  if (text < 0 || ownHeadings.map(simplifyHeading).includes(headings[text] ?? '')) return undefined;
  const columns = kinds.map(({ heading, what, always }) => ({
    column: headings.indexOf(simplifyHeading(heading)),
    what,
    always: always === true,
  }));
  const always = columns.filter((one) => one.always);
  return ({ fields, offsets }) => {
    // A cell that cannot be taken is not empty: it is reported where its row is taken.
    const isLacking = isEmpty(fields[text]) && cells?.isFaulty(offsets[text] ?? -1) !== true;
    const found = (isLacking ? columns : always).find(({ column }) => column >= 0 && !isEmpty(fields[column]));
    return found?.what ?? (isLacking ? UNKNOWN : undefined);
  };
}

const isEmpty = (cell: string | undefined) =>
  cell === undefined || cell === '' || cell.trim() === '' || cell === NOTHING;
