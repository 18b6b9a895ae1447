import type { ManifestSection } from '../../model/index.js';
import { at, type Report } from '../source/report.js';
import { NameHints, quoted } from '../source/suggest.js';
import type { TableRow } from './table-form.js';
import type { TableSource } from './table-source.js';

type Columns = NonNullable<ManifestSection['files']>;

/** Rows in which headings are looked for, where the first row has none. */
const LOOKED_THROUGH = 20;

export function simplifyHeading(heading: string): string {
  // A unit in brackets says nothing about which column it is: 出价（元）.
  return heading
    .toLowerCase()
    .replace(/[(（][^()（）]*[)）]\s*$/, '')
    .replace(/[\s_\-()（）/]/g, '');
}

/** The field of each heading that a table may have, however it is spaced and whatever unit follows. */
export interface KnownHeadings {
  get(heading: string): string | undefined;
}

export function knownHeadings(columns: Columns['columns']): KnownHeadings {
  const known = new Map<string, string>();
  for (const [field, headings] of Object.entries(columns)) {
    for (const heading of [field, ...headings]) known.set(simplifyHeading(heading), field);
  }
  return { get: (heading) => known.get(simplifyHeading(heading)) };
}

/** Columns that a table cannot be without. */
export function requiredColumns({ schema, rowKey }: Columns): readonly string[] {
  const { required = [] } = schema as { readonly required?: readonly string[] };
  return rowKey === undefined ? required : [rowKey, ...required];
}

/**
 * Whether something comes before the headings: what a spreadsheet wants there, or titles. It is one error, since whatever
 * else could be said of such a table follows from it.
 */
export function linesAbove(
  { places, records, directive }: TableSource,
  required: readonly string[],
  known: KnownHeadings,
  report: Report,
): boolean {
  if (directive !== undefined) {
    const detail = `${quoted(directive)} in the first line is for Excel alone. Remove the line; the separator is found without it.`;
    report(at(places, 'table-lines-above', 0, directive.length, { detail }));
    return true;
  }
  const hasAll = ({ fields }: TableRow) => {
    const names = new Set(fields.map((heading) => known.get(heading)));
    return required.every((field) => names.has(field));
  };
  const [first] = records;
  if (first === undefined || hasAll(first)) return false;
  const headings = records.slice(0, LOOKED_THROUGH).find(hasAll);
  if (headings === undefined) return false;
  const { line } = places.place(headings.offsets[0] ?? 0);
  const from = first.offsets[0] ?? 0;
  const detail = `The headings are in line ${line}. Remove what is above them, which begins with ${quoted(first.fields.find((one) => one !== '') ?? '')}.`;
  report(at(places, 'table-lines-above', from, from + (first.fields[0] ?? '').length, { detail }));
  return true;
}

/** Which field each column holds; undefined for columns that are not managed. */
export function readHead(
  head: TableRow,
  required: readonly string[],
  columns: Columns['columns'],
  known: KnownHeadings,
  { places }: TableSource,
  report: Report,
): readonly (string | undefined)[] | undefined {
  const ignored: string[] = [];
  const names: (string | undefined)[] = [];
  let sound = true;
  for (const [index, heading] of head.fields.entries()) {
    const name = known.get(heading);
    const offset = head.offsets[index] ?? 0;
    const end = offset + heading.length;
    if (name !== undefined && names.includes(name)) {
      const detail = `${quoted(heading)} means ${name}, as an earlier column does.`;
      report(at(places, 'csv-heading-repeated', offset, end, { detail }));
      sound = false;
    } else if (name === undefined) {
      const meant = /^[\w\s.-]+$/.test(heading) ? new NameHints(Object.keys(columns)).nearest(heading) : undefined;
      if (meant !== undefined) {
        report(
          at(places, 'unknown-key', offset, end, { detail: `No column ${quoted(heading)}. Did you mean ${meant}?` }),
        );
        sound = false;
      } else if (heading.trim() !== '') ignored.push(heading);
    }
    names.push(name);
  }
  for (const field of required) {
    if (names.includes(field)) continue;
    const accepted = [field, ...(columns[field] ?? [])].join(', ');
    report(at(places, 'csv-heading-missing', 0, 0, { detail: `No column for ${field} (${accepted}).` }));
    sound = false;
  }
  if (ignored.length > 0) {
    const detail = `Ignored: ${ignored.map(quoted).join(', ')}.`;
    report(at(places, 'csv-heading-ignored', head.offsets[0] ?? 0, 0, { detail }));
  }
  return sound ? names : undefined;
}
