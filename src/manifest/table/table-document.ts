import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import type { SourceText } from '../source/source-text.js';
import type { CsvRecord } from './csv.js';

/** A CSV file as a located document: the value is the list of its rows. */
export class TableDocument implements LocatedDocument {
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
