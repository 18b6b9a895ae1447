import type { ManifestSection } from '../../model/index.js';
import { EMPTY, plural, withoutGuard } from '../../model/index.js';
import type { CheckedEntries, SectionPart } from '../check/entries.js';
import { childSchema, type SchemaNode } from '../check/schema-node.js';
import { checkEntries } from '../check/validate.js';
import type { LocatedDocument } from '../source/located-document.js';
import { at, type Report } from '../source/report.js';
import { tellCellFaults } from './cell-faults.js';
import { listItems, NOTHING, unmarked } from './cell-text.js';
import { knownHeadings, linesAbove, readHead, requiredColumns } from './heading-row.js';
import { ownRows } from './left-out-rows.js';
import { namedRows } from './named-rows.js';
import type { TableRow } from './table-form.js';
import type { TableSource } from './table-source.js';

type Columns = NonNullable<ManifestSection['files']>;

/** The rows of a table as values: a list of entries, or a map of them by their names. */
export interface ReadRows {
  readonly document: LocatedDocument;
  readonly value: unknown;
  readonly count: number;
}

/** All rows of a file whose section is a list. */
export function checkedRows({ schema, check }: Columns): CheckedEntries {
  return { schema: { type: 'array', items: schema }, check };
}

/** Reads a table as a part of its section; undefined when its headings or quotes are at fault. */
export async function readTable(
  section: ManifestSection,
  columns: Columns,
  source: TableSource,
  report: Report,
): Promise<{ readonly part: SectionPart; readonly isEmpty: boolean } | undefined> {
  const table = readRows(section, columns, source, report);
  if (table === undefined) return undefined;
  const { document, value, count } = table;
  const entries = columns.rowKey === undefined ? checkedRows(columns) : section;
  const accepted = await checkEntries(entries, value, [], document, report);
  if (accepted === undefined) return undefined;
  return { part: { section, document, base: [], images: new Map(), ...accepted }, isEmpty: count === 0 };
}

/** The rows as maps of their fields, not checked yet. */
export function readRows(
  { kind }: ManifestSection,
  columns: Columns,
  source: TableSource,
  report: Report,
): ReadRows | undefined {
  const { places, records, faults } = source;
  for (const { offset, detail } of faults) report(at(places, 'csv-syntax', offset, offset + 1, { detail }));
  const [head] = records;
  if (head === undefined && faults.length === 0) {
    report(at(places, 'csv-heading-missing', 0, 0, { detail: 'The file is empty: it has no heading row.' }));
  }
  const required = requiredColumns(columns);
  const known = knownHeadings(columns.columns);
  if (head === undefined || linesAbove(source, required, known, report)) return undefined;
  const names = readHead(head, required, columns.columns, known, source, report);
  if (names === undefined || faults.length > 0) return undefined;
  const rows = ownRows(records, names, required, columns.leftOut, source, report);
  const faultyRows = source.cells && tellCellFaults(source.cells, [head, ...rows], names, places, report);
  const form = formOf(columns, names);
  const values = rows.map((row) => readRow(row, form, source, report));
  const { rowKey } = columns;
  if (rowKey === undefined) {
    return { document: source.documentOf(values, { rows, names, faultyRows }), value: values, count: rows.length };
  }
  const { value, keys } = namedRows(kind, rowKey, values, { rows, names }, places, report);
  return { document: source.documentOf(value, { rows, names, keys, faultyRows }), value, count: rows.length };
}

type Names = readonly (string | undefined)[];

/** What the cells of each column are. */
interface Form {
  readonly names: Names;
  readonly words: readonly (ReadonlyMap<string, string> | undefined)[];
  readonly isList: readonly boolean[];
}

function formOf({ words, schema }: Columns, names: Names): Form {
  return {
    names,
    words: names.map((name) => {
      const sets = name === undefined ? undefined : words?.[name];
      return sets === undefined || sets.length === 0 ? undefined : new Map(sets.flatMap((set) => Object.entries(set)));
    }),
    isList: names.map((name) => name !== undefined && typeOf(schema, name) === 'array'),
  };
}

function typeOf(schema: SchemaNode, name: string): string | undefined {
  let node: SchemaNode | undefined = schema;
  for (const step of name.split('.')) node = node && childSchema(node, {}, step);
  return node?.type;
}

function readRow(
  row: TableRow,
  { names, words, isList }: Form,
  { places, isSeparated }: TableSource,
  report: Report,
): Record<string, unknown> {
  if (isSeparated && row.fields.length > names.length) {
    const offset = row.offsets[names.length] ?? 0;
    const detail = `The row has ${plural(row.fields.length, 'field')}, the first row ${names.length}. Quote fields with commas.`;
    report(at(places, 'csv-syntax', offset, offset + 1, { detail }));
  }
  const value: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const cell = row.fields[index];
    if (name === undefined || cell === undefined) continue;
    const bare = unmarked(cell);
    if (bare === '' || bare === NOTHING) continue;
    const text = withoutGuard(bare);
    if (isList[index] === true) value[name] = bare === EMPTY ? [] : listItems(text);
    else value[name] = bare === EMPTY ? '' : (words[index]?.get(text) ?? text);
  }
  return value;
}
