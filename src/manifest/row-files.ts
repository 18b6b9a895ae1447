import { dirname } from 'node:path/posix';
import type { SourcePlace } from '../diagnostics/diagnostic.js';
import type { FieldPath, ManifestSection, Project } from '../model/index.js';
import { checkTexts } from './check-texts.js';
import type { CsvRecord } from './csv.js';
import { parseCsv, separatorOf } from './csv.js';
import { decodeTable } from './decode.js';
import type { SectionPart } from './entries.js';
import { acceptEntries } from './entries.js';
import type { ManifestFiles } from './file-system.js';
import { findFiles } from './find-files.js';
import { readBytes } from './load.js';
import type { LocatedDocument } from './located-document.js';
import { at, inDocument, type Report } from './report.js';
import { SourceText } from './source-text.js';
import { nearest, quoted } from './suggest.js';
import type { FilesRequest } from './validate.js';

type Columns = NonNullable<ManifestSection['files']>;

/** Reads the CSV files that a manifest names, each as one more part of the section. */
export async function loadRowFiles(
  project: Project,
  request: FilesRequest,
  files: ManifestFiles,
  read: Set<string>,
  report: Report,
): Promise<SectionPart[]> {
  const { section, document, path, pattern } = request;
  const columns = section.files;
  if (columns === undefined) return [];
  const folder = dirname(document.file) === '.' ? '' : dirname(document.file);
  const found = await findFiles(project.root, folder, pattern.replaceAll('\\', '/'), files);
  if (found.length === 0) {
    report(inDocument(document, 'pattern-without-files', path, { detail: `${quoted(pattern)} matches nothing.` }));
  }
  const parts: SectionPart[] = [];
  for (const one of found) {
    if (one.problem === 'outside' || one.problem === 'dangling') {
      const code = one.problem === 'outside' ? 'outside-project' : 'unreadable-file';
      const why = one.problem === 'outside' ? 'leads outside the project' : 'does not exist';
      report(inDocument(document, code, path, { detail: `${one.file} ${why}.` }));
      continue;
    }
    // Two patterns that match one file are no fault: the file is read once.
    if (read.has(one.file)) continue;
    read.add(one.file);
    const bytes = await readBytes(project.root, one, files, report);
    if (bytes === undefined) continue;
    const decoded = decodeTable(one.file, bytes, request.encoding);
    if ('fault' in decoded) {
      report(decoded.fault);
      continue;
    }
    if (decoded.note !== undefined) report(decoded.note);
    const part = readTable(section, columns, new SourceText(one.file, decoded.text), report);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

function readTable(
  section: ManifestSection,
  columns: Columns,
  source: SourceText,
  report: Report,
): SectionPart | undefined {
  const { records, faults } = parseCsv(source.text, separatorOf(source.text));
  for (const { offset, detail } of faults) report(at(source, 'csv-syntax', offset, offset + 1, { detail }));
  const [head, ...rows] = records;
  const names = head === undefined ? undefined : readHead(head, columns, source, report);
  if (names === undefined || faults.length > 0) return undefined;
  const value = rows.map((row) => readRow(row, names, source, report));
  const document = new TableDocument(source, value, rows, names);
  const schema = { type: 'array', items: columns.schema };
  checkTexts(schema, value, [], document, report);
  const accepted = acceptEntries(schema, value, [], document, report);
  return accepted && { section, document, base: [], images: new Map(), ...accepted };
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
    for (const heading of [field, ...headings]) known.set(simplify(heading), field);
  }
  const ignored: string[] = [];
  const names: (string | undefined)[] = [];
  let sound = true;
  for (const [index, heading] of head.fields.entries()) {
    const name = known.get(simplify(heading));
    const offset = head.offsets[index] ?? 0;
    const end = offset + heading.length;
    if (name !== undefined && names.includes(name)) {
      const detail = `${quoted(heading)} means ${name}, as an earlier column does.`;
      report(at(source, 'csv-heading-repeated', offset, end, { detail }));
      sound = false;
    } else if (name === undefined) {
      const meant = /^[\w\s-]+$/.test(heading) ? nearest(heading, Object.keys(columns)) : undefined;
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

function simplify(heading: string): string {
  return heading.toLowerCase().replace(/[\s_\-()（）/]/g, '');
}

function readRow(
  row: CsvRecord,
  names: readonly (string | undefined)[],
  source: SourceText,
  report: Report,
): Record<string, string> {
  if (row.fields.length > names.length) {
    const offset = row.offsets[names.length] ?? 0;
    const detail = `The row has ${row.fields.length} fields, the first row ${names.length}. Quote fields with commas.`;
    report(at(source, 'csv-syntax', offset, offset + 1, { detail }));
  }
  const value: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const cell = row.fields[index];
    if (name === undefined || cell === undefined) continue;
    const bare = unguarded(cell);
    if (bare === '') continue;
    value[name] = bare === '[]' ? '' : bare;
  }
  return value;
}

/** Marks that keep a spreadsheet from reading a number: `="123"`, a leading apostrophe, a tab at either end. */
function unguarded(cell: string): string {
  const formula = /^="(.*)"$/s.exec(cell.trim())?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  const tabless = cell.replace(/^\t+|\t+$/g, '');
  return /^'[0-9]+$/.test(tabless) ? tabless.slice(1) : tabless;
}

/** A CSV file as a located document: the value is the list of its rows. */
class TableDocument implements LocatedDocument {
  readonly value: unknown;
  readonly #source: SourceText;
  readonly #rows: readonly CsvRecord[];
  readonly #names: readonly (string | undefined)[];

  constructor(source: SourceText, value: unknown, rows: readonly CsvRecord[], names: readonly (string | undefined)[]) {
    this.#source = source;
    this.value = value;
    this.#rows = rows;
    this.#names = names;
  }

  get file(): string {
    return this.#source.file;
  }

  place(path: FieldPath): SourcePlace {
    const [start, end] = this.#range(path);
    return this.#source.place(start, end);
  }

  offset(path: FieldPath): number {
    return this.#range(path)[0];
  }

  line(number: number): string {
    return this.#source.line(number);
  }

  written(path: FieldPath): string {
    const [start, end] = this.#range(path);
    return this.#source.text.slice(start, end);
  }

  #range([step, field]: FieldPath): [number, number] {
    const row = step === undefined ? undefined : this.#rows[Number(step)];
    if (row === undefined) return [0, 0];
    const column = field === undefined ? 0 : Math.max(0, this.#names.indexOf(String(field)));
    const start = row.offsets[column] ?? row.offsets[0] ?? 0;
    return [start, start + (row.fields[column] ?? '').length];
  }
}
