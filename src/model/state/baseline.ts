import { MOST_MARKED_FIELDS } from './baseline-digest.js';
import type { RunningId } from './running-id.js';
import type { Baseline, BaselineMark } from './state.js';

/** A row begins with the mask, lowest byte first, and continues with the digest as text; what is left of it is the id. */
const MASK_LENGTH = 4;
const MOST_MASK = 2 ** MOST_MARKED_FIELDS - 1;
export const DIGEST_LENGTH = 11;
const MARK_LENGTH = MASK_LENGTH + DIGEST_LENGTH;
/** A number with this many digits is exact. */
const SAFE_DIGITS = 15;
const DIGIT_0 = 48;

/** Ids in numerical order, whatever their length: they are decimal text without leading zeros. */
export function compareIds(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}

/**
 * The marks as one sorted run of bytes and one column of starts: 1,000,000 marks take about 29 MB and are found by
 * binary search. Immutable; `withMarks` gives a changed copy.
 */
export class PackedBaseline implements Baseline {
  readonly size: number;
  readonly #rows: Uint8Array;
  /** Where each row starts; one more for the end of the last. */
  readonly #starts: Uint32Array;
  /** The row found last: callers tend to ask in ascending order, and then the next row answers without a search. */
  #last = 0;

  constructor(rows: Uint8Array, starts: Uint32Array) {
    this.#rows = rows;
    this.#starts = starts;
    this.size = Math.max(0, starts.length - 1);
  }

  get(id: string): BaselineMark | undefined {
    const row = this.rowOf(id);
    return row < this.size && this.#compare(row, id) === 0 ? this.#markAt(row, id) : undefined;
  }

  *ids(): Generator<string> {
    for (let row = 0; row < this.size; row++) yield this.idAt(row);
  }

  idAt(row: number): string {
    let id = '';
    const end = this.start(row + 1);
    for (let at = this.start(row) + MARK_LENGTH; at < end; at++) id += String.fromCharCode(this.#rows[at] ?? 0);
    return id;
  }

  /** The id as a number, where every number of its length is exact; else undefined. */
  idNumberAt(row: number): number | undefined {
    const rows = this.#rows;
    const start = (this.#starts[row] ?? 0) + MARK_LENGTH;
    const end = this.#starts[row + 1] ?? 0;
    if (end - start > SAFE_DIGITS) return undefined;
    let id = 0;
    for (let at = start; at < end; at++) id = id * 10 + (rows[at] ?? 0) - DIGIT_0;
    return id;
  }

  /** The row of an id, or of the next greater one; `size` where there is none. */
  rowOf(id: string): number {
    const next = this.#last + 1;
    if (next < this.size && this.#compare(next, id) === 0) {
      this.#last = next;
      return next;
    }
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, id) < 0) low = middle + 1;
      else high = middle;
    }
    this.#last = low;
    return low;
  }

  /** First byte of a row within `bytes`. */
  start(row: number): number {
    return this.#starts[row] ?? 0;
  }

  /** First byte of a row's digest within `bytes`; it has `DIGEST_LENGTH` characters. */
  digestStart(row: number): number {
    return this.start(row) + MASK_LENGTH;
  }

  maskAt(row: number): number {
    const start = this.start(row);
    const rows = this.#rows;
    return (
      (rows[start] ?? 0) |
      ((rows[start + 1] ?? 0) << 8) |
      ((rows[start + 2] ?? 0) << 16) |
      ((rows[start + 3] ?? 0) << 24)
    );
  }

  /** All rows. To be read only. */
  get bytes(): Uint8Array {
    return this.#rows;
  }

  #markAt(row: number, id: string): BaselineMark {
    const start = this.digestStart(row);
    let digest = '';
    for (let at = start; at < start + DIGEST_LENGTH; at++) digest += String.fromCharCode(this.#rows[at] ?? 0);
    return { id, mask: this.maskAt(row), digest };
  }

  #compare(row: number, id: string): number {
    const rows = this.#rows;
    const start = (this.#starts[row] ?? 0) + MARK_LENGTH;
    const shorter = (this.#starts[row + 1] ?? 0) - start - id.length;
    if (shorter !== 0) return shorter;
    for (let at = 0; at < id.length; at++) {
      const difference = (rows[start + at] ?? 0) - id.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** Builds a baseline from marks that come in ascending order of their ids. */
export class BaselineBuilder {
  #rows = new Uint8Array(1024);
  #starts = new Uint32Array(64);
  #size = 0;
  #used = 0;

  add(mark: BaselineMark): void {
    const { id, mask, digest } = mark;
    const fits = digest.length === DIGEST_LENGTH && mask >= 0 && mask <= MOST_MASK;
    if (!fits) throw new RangeError(`the baseline mark of ${id} is malformed`);
    this.#open(id.length, mask);
    this.#put(digest);
    this.#put(id);
  }

  /** Adds an id with the digest that is text in `source`. */
  addRow(id: RunningId, mask: number, source: Uint8Array, at: number): void {
    const { bytes, start } = id;
    const length = bytes.length - start;
    this.#open(length, mask);
    const rows = this.#rows;
    const used = this.#used;
    for (let index = 0; index < DIGEST_LENGTH; index++) rows[used + index] = source[at + index] ?? 0;
    const own = used + DIGEST_LENGTH;
    for (let index = 0; index < length; index++) rows[own + index] = bytes[start + index] ?? 0;
    this.#used = own + length;
  }

  /** Adds the rows `from` up to `to` of another baseline in one piece. */
  addRows(baseline: PackedBaseline, from: number, to: number): void {
    if (from >= to) return;
    const start = baseline.start(from);
    const end = baseline.start(to);
    this.#reserve(to - from, end - start);
    const shift = this.#used - start;
    for (let row = from; row < to; row++) this.#starts[this.#size++] = baseline.start(row) + shift;
    this.#rows.set(baseline.bytes.subarray(start, end), this.#used);
    this.#used += end - start;
  }

  /** Reserves room for this many rows and characters of ids, so that it need not grow step by step. */
  reserve(rows: number, idCharacters: number): void {
    this.#reserve(rows, rows * MARK_LENGTH + idCharacters);
  }

  build(): PackedBaseline {
    const starts = this.#starts.slice(0, this.#size + 1);
    starts[this.#size] = this.#used;
    return new PackedBaseline(this.#rows.slice(0, this.#used), starts);
  }

  #open(idLength: number, mask: number): void {
    this.#reserve(1, MARK_LENGTH + idLength);
    const rows = this.#rows;
    const used = this.#used;
    this.#starts[this.#size++] = used;
    rows[used] = mask;
    rows[used + 1] = mask >> 8;
    rows[used + 2] = mask >> 16;
    rows[used + 3] = mask >> 24;
    this.#used = used + MASK_LENGTH;
  }

  #put(text: string): void {
    const rows = this.#rows;
    const used = this.#used;
    for (let at = 0; at < text.length; at++) rows[used + at] = text.charCodeAt(at);
    this.#used = used + text.length;
  }

  #reserve(rows: number, bytes: number): void {
    if (this.#used + bytes > this.#rows.length) {
      const grown = new Uint8Array(Math.max(this.#rows.length * 2, this.#used + bytes));
      grown.set(this.#rows.subarray(0, this.#used));
      this.#rows = grown;
    }
    if (this.#size + rows + 1 > this.#starts.length) {
      const grown = new Uint32Array(Math.max(this.#starts.length * 2, this.#size + rows + 1));
      grown.set(this.#starts.subarray(0, this.#size));
      this.#starts = grown;
    }
  }
}

/** The same marks in packed form; no copy where they are packed already. */
export function packBaseline(baseline: Baseline): PackedBaseline {
  if (baseline instanceof PackedBaseline) return baseline;
  const marks: BaselineMark[] = [];
  for (const id of baseline.ids()) {
    const mark = baseline.get(id);
    if (mark !== undefined) marks.push(mark);
  }
  return withMarks(new BaselineBuilder().build(), marks);
}

/**
 * A baseline with some marks set and others dropped; of two marks with one id the later counts, and a mark counts more
 * than a drop. Costs one copy of the whole, so collect the marks of a run and call it once.
 */
export function withMarks(
  baseline: Baseline,
  marks: Iterable<BaselineMark>,
  drop: Iterable<string> = [],
): PackedBaseline {
  const changes: (BaselineMark | Dropped)[] = [];
  for (const id of drop) changes.push({ id });
  for (const mark of marks) changes.push(mark);
  const base = packBaseline(baseline);
  if (changes.length === 0) return base;
  sortById(changes);
  const builder = new BaselineBuilder();
  builder.reserve(base.size + changes.length, base.bytes.length + idLengths(changes));
  let row = 0;
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index];
    if (change === undefined || changes[index + 1]?.id === change.id) continue;
    const at = base.rowOf(change.id);
    builder.addRows(base, row, at);
    row = at < base.size && base.idAt(at) === change.id ? at + 1 : at;
    if ('digest' in change) builder.add(change);
  }
  builder.addRows(base, row, base.size);
  return builder.build();
}

function idLengths(changes: readonly Dropped[]): number {
  let length = 0;
  for (const { id } of changes) length += id.length;
  return length;
}

interface Dropped {
  readonly id: string;
}

/** Keeps the order of equal ids. A first run brings up to a million ids, mostly in order: those need no sorting. */
function sortById(changes: Dropped[]): void {
  const sorted = changes.every(({ id }, index) => index === 0 || compareIds(changes[index - 1]?.id ?? '', id) <= 0);
  if (!sorted) changes.sort((left, right) => compareIds(left.id, right.id));
}
