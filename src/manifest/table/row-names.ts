/**
 * A million names in a few arrays: their characters one after the other, and a table to find one by its hash. A `Map` of as
 * many texts takes several times the room and the time.
 */
export class RowNames {
  #letters = new Uint8Array(1 << 12);
  #starts = new Uint32Array(1 << 8);
  /** Row + 1 by hash, 0 where there is none; never more than half full. */
  #slots = new Int32Array(1 << 9);
  size = 0;
  /** The row that was found last. */
  #found = 0;
  /** Whether a row has the name of one before it: that one alone is found. */
  #hasTwins = false;

  /** Puts a name into the next row. Returns the row that holds it already, or -1. Only letters of ASCII. */
  add(name: string): number {
    this.#reserve(name.length);
    const letters = this.#letters;
    const start = this.#starts[this.size] ?? 0;
    let sum = SEED;
    for (let at = 0; at < name.length; at++) {
      const code = name.charCodeAt(at);
      if (code > 0x7f) throw new Error(`${name} is not a name of a row`);
      letters[start + at] = code;
      sum = mix(sum, code);
    }
    const row = this.size++;
    this.#starts[this.size] = start + name.length;
    const slot = this.#slot(spread(sum), name, 0);
    const known = (this.#slots[slot] ?? 0) - 1;
    if (known < 0) this.#slots[slot] = row + 1;
    else this.#hasTwins = true;
    return known;
  }

  /** The row of what is in `text` after `prefix`; -1 where there is none. */
  find(text: string, prefix = ''): number {
    const from = prefix.length;
    if (this.#isNear(text, from)) return this.#found;
    const row = (this.#slots[this.#slot(hash(text, from), text, from)] ?? 0) - 1;
    if (row >= 0) this.#found = row;
    return row;
  }

  /** Most are asked for in order, each several times: their letters are side by side, while slots are all over the memory. */
  #isNear(text: string, from: number): boolean {
    if (this.#hasTwins || this.size === 0) return false;
    if (this.#holds(this.#found, text, from)) return true;
    if (this.#found + 1 === this.size || !this.#holds(this.#found + 1, text, from)) return false;
    this.#found++;
    return true;
  }

  name(row: number): string {
    let name = '';
    const end = this.#starts[row + 1] ?? 0;
    for (let at = this.#starts[row] ?? 0; at < end; at++) name += String.fromCharCode(this.#letters[at] ?? 0);
    return name;
  }

  /** The slot that holds the name, or the empty one where it would go. */
  #slot(hashed: number, text: string, from: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashed & mask;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0 || this.#holds(row, text, from)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #holds(row: number, text: string, from: number): boolean {
    const start = this.#starts[row] ?? 0;
    if ((this.#starts[row + 1] ?? 0) - start !== text.length - from) return false;
    for (let at = from; at < text.length; at++) {
      if (this.#letters[start + at - from] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  #reserve(letters: number): void {
    const used = this.#starts[this.size] ?? 0;
    if (used + letters > this.#letters.length) {
      const grown = new Uint8Array(Math.max(this.#letters.length * 2, used + letters));
      grown.set(this.#letters);
      this.#letters = grown;
    }
    if (this.size + 2 > this.#starts.length) {
      const grown = new Uint32Array(this.#starts.length * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    if ((this.size + 1) * 2 > this.#slots.length) this.#rehash();
  }

  #rehash(): void {
    const old = this.#slots;
    const mask = old.length * 2 - 1;
    this.#slots = new Int32Array(old.length * 2);
    for (const one of old) {
      if (one === 0) continue;
      let slot = this.#hashOfRow(one - 1) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = one;
    }
  }

  #hashOfRow(row: number): number {
    let sum = SEED;
    const end = this.#starts[row + 1] ?? 0;
    for (let at = this.#starts[row] ?? 0; at < end; at++) sum = mix(sum, this.#letters[at] ?? 0);
    return spread(sum);
  }
}

function hash(text: string, from: number): number {
  let sum = SEED;
  for (let at = from; at < text.length; at++) sum = mix(sum, text.charCodeAt(at));
  return spread(sum);
}

const SEED = 0x811c9dc5;
/** FNV-1a, whose last bits alone tell too little of what came first. */
const mix = (sum: number, code: number) => Math.imul(sum ^ code, 0x01000193);
const spread = (sum: number) => sum ^ (sum >>> 15);
