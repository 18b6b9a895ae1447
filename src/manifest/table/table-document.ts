import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, NoSlot, Slot } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import type { SourceText } from '../source/source-text.js';
import { columnOfField, findCell } from './find-cell.js';
import type { TableForm, TableRow } from './table-form.js';

/** A CSV file as a located document: the value is the list of its rows, or a map of them where they have names. */
export class TableDocument implements LocatedDocument {
  readonly isTable = true;
  readonly value: unknown;
  readonly #source: SourceText;
  readonly #form: TableForm;
  readonly #separator: string;
  readonly #columns = new Map<number, ReadonlySet<string>>();

  constructor(source: SourceText, value: unknown, form: TableForm, separator: string) {
    this.#source = source;
    this.value = value;
    this.#form = form;
    this.#separator = separator;
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
  slot(path: FieldPath): Slot | NoSlot | undefined {
    const found = findCell(this.#form, path);
    if (found === undefined || path.length < 2) return undefined;
    const { row } = found;
    const column = columnOfField(this.#form.names, path.slice(1));
    if (column === undefined) return { why: 'has no column in this table' };
    const last = row.offsets.length - 1;
    const [start, end] = this.#cell(row, Math.min(column, last));
    const written = column > last ? '' : this.#source.text.slice(start, end);
    const { encoding } = this.#source;
    return {
      place: this.#source.place(column > last ? end : start, end),
      written,
      within: { separator: this.#separator, column: () => this.#column(column) },
      before: this.#separator.repeat(Math.max(0, column - last)),
      ...(encoding !== undefined && { encoding }),
    };
  }

  /** Kept, since many cells of a column are written at once. */
  #column(index: number): ReadonlySet<string> {
    let texts = this.#columns.get(index);
    if (texts === undefined) {
      texts = new Set(this.#form.rows.map(({ fields }) => fields[index] ?? ''));
      this.#columns.set(index, texts);
    }
    return texts;
  }

  /** Where the text of a cell begins and ends, quotes included. */
  #cell({ offsets }: TableRow, column: number): [number, number] {
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

  #range(path: FieldPath): [number, number] {
    const found = findCell(this.#form, path);
    if (found === undefined) return [0, 0];
    const { row, column = 0 } = found;
    const start = row.offsets[column] ?? row.offsets[0] ?? 0;
    return [start, start + (row.fields[column] ?? '').length];
  }
}
