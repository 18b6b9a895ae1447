import type { TextPlace } from '../../diagnostics/diagnostic.js';

/** The text of one file, and where its lines begin; the lines are counted when the first place is asked for. */
export class SourceText {
  /** Relative to the project, with `/`. */
  readonly file: string;
  readonly text: string;
  #starts: number[] | undefined;

  /** `encoding`: of the file, where it is not UTF-8. */
  constructor(
    file: string,
    text: string,
    readonly encoding?: 'gb18030',
  ) {
    this.file = file;
    this.text = text;
  }

  place(offset: number, end: number = offset): TextPlace {
    const from = this.#position(offset);
    const to = this.#position(Math.max(end, offset));
    return { file: this.file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** The line as written, without its line break; lines count from 1. */
  line(number: number): string {
    const starts = this.#lines();
    const start = starts[number - 1];
    if (start === undefined) return '';
    const end = starts[number];
    return this.text.slice(start, end === undefined ? undefined : end - 1);
  }

  /** Offset of the first character of the line that holds `offset`. */
  lineStart(offset: number): number {
    return this.#lines()[this.#position(offset).line - 1] ?? 0;
  }

  #position(offset: number): { line: number; column: number } {
    const starts = this.#lines();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  #lines(): number[] {
    if (this.#starts === undefined) {
      const starts = [0];
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
      this.#starts = starts;
    }
    return this.#starts;
  }
}
