import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { TEXT_PIECE } from '../../model/index.js';
import { type Cells, csvHeading, csvLine, type RowColumn } from '../../render/index.js';

/** Bytes that are deflated at once. */
const BLOCK = 1 << 19;
/** The fastest: rows that follow each other are so alike that more effort gains little. */
const LEVEL = { level: 1 };

/**
 * Rows as CSV, in UTF-8, kept deflated until the last has come: a file is written whole or not at all, and there may be a
 * million rows.
 */
export class CsvText {
  readonly #names: readonly string[];
  readonly #deflated: Buffer[] = [];
  readonly #block = Buffer.allocUnsafeSlow(BLOCK);
  #used = 0;
  #open: string;

  constructor(columns: readonly RowColumn[], bom: boolean) {
    this.#names = columns.map(({ name }) => name);
    this.#open = csvHeading(this.#names, bom);
  }

  add(rows: Iterable<Cells>): void {
    for (const row of rows) {
      this.#open += csvLine(this.#names, row);
      if (this.#open.length >= TEXT_PIECE) this.#close();
    }
  }

  *pieces(): Generator<Buffer> {
    this.#close();
    for (const piece of this.#deflated) yield inflateRawSync(piece);
    yield this.#block.subarray(0, this.#used);
  }

  /** Puts the open text into the block; a full block is deflated. */
  #close(): void {
    // No character of UTF-16 takes more than three bytes.
    const most = this.#open.length * 3;
    if (this.#used + most > BLOCK) {
      this.#deflated.push(deflateRawSync(this.#block.subarray(0, this.#used), LEVEL));
      this.#used = 0;
    }
    if (most > BLOCK) this.#deflated.push(deflateRawSync(this.#open, LEVEL));
    else this.#used += this.#block.write(this.#open, this.#used);
    this.#open = '';
  }
}
