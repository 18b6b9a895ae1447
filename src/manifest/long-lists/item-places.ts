import type { TextPlace } from '../../diagnostics/diagnostic.js';

const NEWLINE = 0x0a;
const SPACE = 0x20;
const DASH = 0x2d;

/**
 * Where the items of a page are that was read in the plain form: each begins in the only lines that look like one. A
 * change names the line of its entry, and there may be a million changes: the page need not be read again for them.
 */
export class ItemPlaces {
  /** Where the line of each item begins, and how many lines are before it. */
  readonly #starts: number[] = [];
  readonly #lines: number[] = [];

  /** `bytes` are UTF-8; `indent`: the spaces before the dash of an item; `linesBefore`: lines of the file before the page. */
  constructor(
    readonly file: string,
    readonly bytes: Buffer,
    readonly indent: number,
    readonly linesBefore: number,
  ) {
    let line = linesBefore;
    for (let start = 0; start < bytes.length; line++) {
      if (this.#isItem(start)) {
        this.#starts.push(start);
        this.#lines.push(line);
      }
      const end = bytes.indexOf(NEWLINE, start);
      if (end < 0) break;
      start = end + 1;
    }
  }

  /** After the dash, up to the end of that line. Undefined where the page has no such item. */
  place(index: number): TextPlace | undefined {
    const start = this.#starts[index];
    const before = this.#lines[index];
    if (start === undefined || before === undefined) return undefined;
    let text = start + this.indent + 1;
    while (this.bytes[text] === SPACE) text++;
    const end = this.bytes.indexOf(NEWLINE, text);
    const written = this.bytes.toString('utf8', text, end < 0 ? this.bytes.length : end);
    const column = text - start + 1;
    const line = before + 1;
    return { file: this.file, line, column, endLine: line, endColumn: column + written.length };
  }

  #isItem(start: number): boolean {
    const dash = start + this.indent;
    if (this.bytes[dash] !== DASH || this.bytes[dash + 1] !== SPACE) return false;
    for (let at = start; at < dash; at++) if (this.bytes[at] !== SPACE) return false;
    return true;
  }
}
