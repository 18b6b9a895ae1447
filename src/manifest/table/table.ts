import type { ManifestSection } from '../../model/index.js';
import { plural } from '../../model/index.js';
import type { CheckedEntries, SectionPart } from '../check/entries.js';
import { checkEntries } from '../check/validate.js';
import type { LocatedDocument } from '../source/located-document.js';
import { at, type Report } from '../source/report.js';
import type { SourceText } from '../source/source-text.js';
import { NameHints, quoted } from '../source/suggest.js';
import type { CsvRecord } from './csv.js';
import { parseCsv, separatorOf } from './csv.js';
import { TableDocument } from './table-document.js';

type Columns = NonNullable<ManifestSection['files']>;

/** All rows of a file. */
export function checkedRows({ schema, check }: Columns): CheckedEntries {
  return { schema: { type: 'array', items: schema }, check };
}

/** Reads the text of one CSV file as a part of its section; undefined when its headings or quotes are at fault. */
export async function readTable(
  section: ManifestSection,
  columns: Columns,
  source: SourceText,
  report: Report,
): Promise<SectionPart | undefined> {
  const table = readRows(columns, source, report);
  if (table === undefined) return undefined;
  const { document, rows } = table;
  const accepted = await checkEntries(checkedRows(columns), rows, [], document, report);
  return accepted && { section, document, base: [], images: new Map(), ...accepted };
}

/** The rows as maps of their fields, not checked yet. */
export function readRows(
  columns: Columns,
  source: SourceText,
  report: Report,
): { readonly document: LocatedDocument; readonly rows: readonly unknown[] } | undefined {
  const separator = separatorOf(source.text);
  const { records, faults } = parseCsv(source.text, separator);
  for (const { offset, detail } of faults) report(at(source, 'csv-syntax', offset, offset + 1, { detail }));
  const [head, ...rows] = records;
  if (head === undefined && faults.length === 0) {
    report(at(source, 'csv-heading-missing', 0, 0, { detail: 'The file is empty: it has no heading row.' }));
  }
  const names = head === undefined ? undefined : readHead(head, columns, source, report);
  if (names === undefined || faults.length > 0) return undefined;
  const words = names.map((name) => wordsOf(columns, name));
  const value = rows.map((row) => readRow(row, { names, words }, source, report));
  return { document: new TableDocument(source, value, { rows, names, separator }), rows: value };
}

/** Which field each column holds; undefined for columns that are not managed. */
function readHead(
  head: CsvRecord,
  { columns, schema }: Columns,
  source: SourceText,
  report: Report,
): (string | undefined)[] | undefined {
  const known = new Map<string, string>();
  for (const [field, headings] of Object.entries(columns)) {
    for (const heading of [field, ...headings]) known.set(simplifyHeading(heading), field);
  }
  const ignored: string[] = [];
  const names: (string | undefined)[] = [];
  let sound = true;
  for (const [index, heading] of head.fields.entries()) {
    const name = known.get(simplifyHeading(heading));
    const offset = head.offsets[index] ?? 0;
    const end = offset + heading.length;
    if (name !== undefined && names.includes(name)) {
      const detail = `${quoted(heading)} means ${name}, as an earlier column does.`;
      report(at(source, 'csv-heading-repeated', offset, end, { detail }));
      sound = false;
    } else if (name === undefined) {
      const meant = /^[\w\s-]+$/.test(heading) ? new NameHints(Object.keys(columns)).nearest(heading) : undefined;
      if (meant !== undefined) {
        report(
          at(source, 'unknown-key', offset, end, { detail: `No column ${quoted(heading)}. Did you mean ${meant}?` }),
        );
        sound = false;
      } else if (heading.trim() !== '') ignored.push(heading);
    }
    names.push(name);
  }
  const required = (schema as { readonly required?: readonly string[] }).required ?? [];
  for (const field of required) {
    if (names.includes(field)) continue;
    const accepted = [field, ...(columns[field] ?? [])].join(', ');
    report(at(source, 'csv-heading-missing', 0, 0, { detail: `No column for ${field} (${accepted}).` }));
    sound = false;
  }
  if (ignored.length > 0) {
    const detail = `Ignored: ${ignored.map(quoted).join(', ')}.`;
    report(at(source, 'csv-heading-ignored', head.offsets[0] ?? 0, 0, { detail }));
  }
  return sound ? names : undefined;
}

export function simplifyHeading(heading: string): string {
  // A unit in brackets says nothing about which column it is: 出价（元）.
  return heading
    .toLowerCase()
    .replace(/[(（][^()（）]*[)）]\s*$/, '')
    .replace(/[\s_\-()（）/]/g, '');
}

/** What the words of a column mean; undefined where each is taken as it is written. */
function wordsOf({ words }: Columns, name: string | undefined): ReadonlyMap<string, string> | undefined {
  const sets = name === undefined ? undefined : words?.[name];
  return sets === undefined || sets.length === 0 ? undefined : new Map(sets.flatMap((set) => Object.entries(set)));
}

interface Head {
  readonly names: readonly (string | undefined)[];
  readonly words: readonly (ReadonlyMap<string, string> | undefined)[];
}

/** What the console's exports write for "nothing": like an empty cell. */
const NOTHING = '--';

function readRow(row: CsvRecord, { names, words }: Head, source: SourceText, report: Report): Record<string, string> {
  if (row.fields.length > names.length) {
    const offset = row.offsets[names.length] ?? 0;
    const detail = `The row has ${plural(row.fields.length, 'field')}, the first row ${names.length}. Quote fields with commas.`;
    report(at(source, 'csv-syntax', offset, offset + 1, { detail }));
  }
  const value: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const cell = row.fields[index];
    if (name === undefined || cell === undefined) continue;
    const bare = unguarded(cell);
    if (bare === '' || bare === NOTHING) continue;
    value[name] = bare === '[]' ? '' : (words[index]?.get(bare) ?? bare);
  }
  return value;
}

/** Marks that keep a spreadsheet from reading a number: `="123"`, a leading apostrophe, a tab at either end. */
export function unguarded(cell: string): string {
  const formula = /^="(.*)"$/s.exec(cell.trim())?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  const tabless = cell.replace(/^\t+|\t+$/g, '');
  return /^'[0-9]+$/.test(tabless) ? tabless.slice(1) : tabless;
}
