import { Buffer } from 'node:buffer';

/** Whole numbers from 0 to 2³¹ − 1, one to a row, in four bytes each. */
export class NumberColumn {
  #values = new Int32Array(64);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(row: number): number {
    return this.#values[row] as number;
  }
}

/** Values of which there are few, one to a row: each is kept once. */
export class SharedColumn<Value> {
  readonly #values: Value[] = [];
  readonly #numbers = new Map<Value, number>();
  readonly #rows = new NumberColumn();

  push(value: Value): void {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#values.push(value) - 1;
      this.#numbers.set(value, number);
    }
    this.#rows.push(number);
  }

  at(row: number): Value {
    return this.#values[this.#rows.at(row)] as Value;
  }
}

const PIECE = 1 << 16;

/** Texts of which most differ, one to a row, as UTF-8 outside of the heap of objects. They hold no lone surrogates. */
export class TextColumn {
  readonly #pieces: Buffer[] = [];
  /** Of each row: its piece, where it begins there, and its bytes. */
  readonly #piece = new NumberColumn();
  readonly #from = new NumberColumn();
  readonly #bytes = new NumberColumn();
  #used = PIECE;

  push(text: string): void {
    // No character of UTF-16 takes more than three bytes.
    if (this.#used + text.length * 3 > (this.#pieces.at(-1)?.length ?? 0)) {
      this.#pieces.push(Buffer.allocUnsafeSlow(Math.max(PIECE, text.length * 3)));
      this.#used = 0;
    }
    const piece = this.#pieces.length - 1;
    const bytes = (this.#pieces[piece] as Buffer).write(text, this.#used, 'utf8');
    this.#piece.push(piece);
    this.#from.push(this.#used);
    this.#bytes.push(bytes);
    this.#used += bytes;
  }

  at(row: number): string {
    const from = this.#from.at(row);
    return (this.#pieces[this.#piece.at(row)] as Buffer).toString('utf8', from, from + this.#bytes.at(row));
  }
}
