import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Cells, csvHeading, csvLine, type RowColumn } from '../../render/index.js';

/** Characters of a piece. */
const PIECE = 1 << 18;
/** The fastest: rows that follow each other are so alike that more effort gains little. */
const LEVEL = { level: 1 };

/**
 * Rows as CSV, kept deflated until the last has come: a file is written whole or not at all, and there may be a million
 * rows.
 */
export class CsvText {
  readonly #names: readonly string[];
  readonly #pieces: Buffer[] = [];
  #open: string;

  constructor(columns: readonly RowColumn[], bom: boolean) {
    this.#names = columns.map(({ name }) => name);
    this.#open = csvHeading(this.#names, bom);
  }

  add(rows: Iterable<Cells>): void {
    for (const row of rows) {
      this.#open += csvLine(this.#names, row);
      if (this.#open.length < PIECE) continue;
      this.#pieces.push(deflateRawSync(this.#open, LEVEL));
      this.#open = '';
    }
  }

  *pieces(): Generator<string> {
    for (const piece of this.#pieces) yield inflateRawSync(piece).toString('utf8');
    yield this.#open;
  }
}
