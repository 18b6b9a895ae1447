import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, NoSlot, Slot } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import type { SourceText } from '../source/source-text.js';
import type { CsvRecord } from './csv.js';

/** How a table was read. */
export interface TableForm {
  readonly rows: readonly CsvRecord[];
  /** Which field each column holds. */
  readonly names: readonly (string | undefined)[];
  readonly separator: string;
}

/** A CSV file as a located document: the value is the list of its rows. */
export class TableDocument implements LocatedDocument {
  readonly value: unknown;
  readonly #source: SourceText;
  readonly #form: TableForm;

  constructor(source: SourceText, value: unknown, form: TableForm) {
    this.#source = source;
    this.value = value;
    this.#form = form;
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

  /** A cell, also an empty one or one that a short row leaves out. */
  slot([step, field]: FieldPath): Slot | NoSlot | undefined {
    const { rows, names, separator } = this.#form;
    const row = step === undefined ? undefined : rows[Number(step)];
    if (row === undefined || field === undefined) return undefined;
    const column = names.indexOf(String(field));
    if (column < 0) return { why: 'has no column in this table' };
    const last = row.offsets.length - 1;
    const [start, end] = this.#cell(row, Math.min(column, last));
    const written = column > last ? '' : this.#source.text.slice(start, end);
    const { encoding } = this.#source;
    return {
      place: this.#source.place(column > last ? end : start, end),
      written,
      within: { separator },
      before: separator.repeat(Math.max(0, column - last)),
      ...(encoding !== undefined && { encoding }),
    };
  }

  /** Where the text of a cell begins and ends, quotes included. */
  #cell({ offsets }: CsvRecord, column: number): [number, number] {
    const { text } = this.#source;
    const start = offsets[column] ?? 0;
    const next = offsets[column + 1];
    if (next !== undefined) return [start, next - 1];
    let end = start;
    if (text[start] === '"') {
      do end = text.indexOf('"', end + 1) + 1;
      while (text[end] === '"');
      return [start, end];
    }
    end = text.indexOf('\n', start);
    return [start, end < 0 ? text.length : end];
  }

  #range([step, field]: FieldPath): [number, number] {
    const { rows, names } = this.#form;
    const row = step === undefined ? undefined : rows[Number(step)];
    if (row === undefined) return [0, 0];
    const column = field === undefined ? 0 : Math.max(0, names.indexOf(String(field)));
    const start = row.offsets[column] ?? row.offsets[0] ?? 0;
    return [start, start + (row.fields[column] ?? '').length];
  }
}
