import { NULLS, type PlainMap } from './plain-map.js';

/** A piece of text, as offsets. */
export type Range = readonly [start: number, end: number];

/** A part of the text that is not in the plain form: one top-level pair, or one item of a top-level list. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  /** Place of the item in the list of `key`; absent where the whole pair is meant. */
  readonly index?: number;
}

/** Where keys and values stand, by path: told only while somebody looks for a place. */
export interface Spots {
  enter(step: string | number): void;
  leave(): void;
  key(range: Range): void;
  value(range: Range): void;
}

/** One section: a top-level pair. */
export interface PlainSection {
  readonly key: Range;
  /** Where the line of its key begins, and where the section ends. */
  readonly from: number;
  readonly to: number;
  /** Where the line of each item begins, if its value is a list in the plain form. */
  readonly items?: readonly number[];
}

export interface PlainText {
  readonly value: PlainMap;
  readonly sections: ReadonlyMap<string, PlainSection>;
  readonly stretches: readonly Stretch[];
}

/** Thrown where the text leaves the plain form; always the same, since making an error costs more than reading an entry. */
const IRREGULAR = new Error('not in the plain form');

const DEEPEST = 50;
const LONGEST_KEY = 100;
const KEY = /[\w\u4e00-\u9fff][\w./\u4e00-\u9fff-]*/y;
/** What no unquoted text can begin with, or only under conditions. */
const STARTS = new Set([...' -?:,[]{}#&*!|>\'"%@`'].map((sign) => sign.charCodeAt(0)));
const MARKER = /^(?:---|\.\.\.|%)/m;

/**
 * Reads the regular block form of YAML: maps and lists by indentation, one scalar a line, plain or simply quoted. What
 * is not in this form is left out and named as a stretch, to be read by `yaml` exactly as it stands. Undefined where
 * the document as a whole is not a map in this form. The two readers must agree on every document; a test compares them.
 */
export function readPlain(text: string): PlainText | undefined {
  if (MARKER.test(text) || text.startsWith('\uFEFF')) return undefined;
  try {
    return new PlainReader(text, 0, text.length).document();
  } catch (error) {
    if (error === IRREGULAR) return undefined;
    throw error;
  }
}

/** Tells where everything inside one section or item stands; false where it is not in the plain form. */
export function findSpots(text: string, { from, to, index }: Omit<Stretch, 'key'>, spots: Spots): boolean {
  try {
    const reader = new PlainReader(text, from, to, spots);
    if (index === undefined) reader.pair();
    else reader.item(index);
    return true;
  } catch (error) {
    if (error === IRREGULAR) return false;
    throw error;
  }
}

class PlainReader {
  readonly #text: string;
  readonly #end: number;
  readonly #spots: Spots | undefined;
  /** The present line: where it begins, its first character that is no blank, its end; its indentation is the difference. */
  #line = 0;
  #start = 0;
  #stop = 0;
  /** Indentation of the present line; -1 behind the last one. */
  #indent = 0;
  #depth = 0;

  constructor(text: string, from: number, to: number, spots?: Spots) {
    this.#text = text;
    this.#end = to;
    this.#spots = spots;
    this.#stop = from - 1;
    this.#next();
  }

  document(): PlainText {
    const value: PlainMap = {};
    const sections = new Map<string, PlainSection>();
    const stretches: Stretch[] = [];
    if (this.#indent !== 0) throw IRREGULAR;
    while (this.#indent === 0) {
      const from = this.#line;
      const [start, end] = this.#key(this.#start);
      const key = this.#text.slice(start, end);
      if (sections.has(key) || key === '__proto__') throw IRREGULAR;
      const items: number[] = [];
      try {
        value[key] = this.#section(key, end, items, stretches);
      } catch (error) {
        if (error !== IRREGULAR) throw error;
        // Until it is read, it keeps its place among the keys.
        value[key] = null;
        this.#skipTo(from, 0, true);
        for (let at = stretches.length - 1; at >= 0 && stretches[at]?.key === key; at--) stretches.pop();
        items.length = 0;
        stretches.push({ from, to: this.#indent < 0 ? this.#end : this.#line, key });
      }
      const to = this.#indent < 0 ? this.#end : this.#line;
      sections.set(key, { key: [start, end], from, to, ...(items.length > 0 && { items }) });
    }
    if (this.#indent > 0) throw IRREGULAR;
    return { value, sections, stretches };
  }

  /** A pair by itself. */
  pair(): void {
    const [start, end] = this.#key(this.#start);
    this.#entry(start, end, 0, {});
  }

  /** An item of a list by itself. */
  item(index: number): void {
    this.#item(this.#indent, index);
  }

  /** The value of a top-level pair: a list item by item, so that one irregular item leaves the others alone. */
  #section(key: string, keyEnd: number, items: number[], stretches: Stretch[]): unknown {
    if (keyEnd + 1 !== this.#stop) return this.#inLine(keyEnd, 0);
    this.#next();
    if (this.#indent < 0 || !this.#isItem()) return this.#below(0);
    const indent = this.#indent;
    const list: unknown[] = [];
    while (this.#indent === indent && this.#isItem()) {
      const from = this.#line;
      items.push(from);
      try {
        list.push(this.#item(indent, list.length));
        if (this.#indent > indent) throw IRREGULAR;
      } catch (error) {
        if (error !== IRREGULAR) throw error;
        this.#skipTo(from, indent, false);
        list.length = items.length - 1;
        stretches.push({ from, to: this.#indent < 0 ? this.#end : this.#line, key, index: list.length });
        list.push(null);
      }
    }
    if (this.#indent > 0 || (this.#indent === 0 && indent === 0 && this.#isDash())) throw IRREGULAR;
    return list;
  }

  #map(indent: number, first: number): PlainMap {
    if (++this.#depth > DEEPEST) throw IRREGULAR;
    const map: PlainMap = {};
    let start = first;
    for (;;) {
      const [from, end] = this.#key(start);
      this.#entry(from, end, indent, map);
      if (this.#indent !== indent || this.#isDash()) break;
      start = this.#start;
    }
    // Between this map and the one around it there is nothing a line could belong to.
    if (this.#indent > indent) throw IRREGULAR;
    this.#depth--;
    return map;
  }

  #entry(start: number, end: number, indent: number, map: PlainMap): void {
    const key = this.#text.slice(start, end);
    if (Object.hasOwn(map, key) || key === '__proto__') throw IRREGULAR;
    this.#spots?.enter(key);
    this.#spots?.key([start, end]);
    if (end + 1 === this.#stop) {
      this.#next();
      map[key] = this.#below(indent);
    } else map[key] = this.#inLine(end, indent);
    this.#spots?.leave();
  }

  /** A scalar behind a key in its line. */
  #inLine(keyEnd: number, indent: number): unknown {
    let start = keyEnd + 1;
    while (this.#text.charCodeAt(start) === 0x20) start++;
    const value = this.#scalar(start);
    this.#next();
    if (this.#indent > indent) throw IRREGULAR;
    return value;
  }

  /** What stands in the lines below a key: a map or a list further in, a list in its own column, or nothing. */
  #below(indent: number): unknown {
    const inner = this.#indent;
    if (inner > indent) {
      if (this.#isDash()) return this.#list(inner);
      this.#spots?.value([this.#start, this.#stop]);
      return this.#map(inner, this.#start);
    }
    return inner === indent && this.#isDash() ? this.#list(inner) : null;
  }

  #list(indent: number): unknown[] {
    if (++this.#depth > DEEPEST) throw IRREGULAR;
    this.#spots?.value([this.#start, this.#stop]);
    const list: unknown[] = [];
    while (this.#indent === indent && this.#isItem()) {
      list.push(this.#item(indent, list.length));
      if (this.#indent > indent) throw IRREGULAR;
    }
    if (this.#indent === indent && this.#isDash()) throw IRREGULAR;
    this.#depth--;
    return list;
  }

  #item(indent: number, index: number): unknown {
    if (!this.#isItem()) throw IRREGULAR;
    this.#spots?.enter(index);
    let start = this.#start + 2;
    while (this.#text.charCodeAt(start) === 0x20) start++;
    if (start === this.#stop) throw IRREGULAR;
    KEY.lastIndex = start;
    const colon = KEY.test(this.#text) ? KEY.lastIndex : start;
    let value: unknown;
    if (this.#text[colon] === ':' && (colon + 1 === this.#stop || this.#text[colon + 1] === ' ')) {
      this.#spots?.value([start, this.#stop]);
      value = this.#map(indent + start - this.#start, start);
    } else {
      value = this.#scalar(start);
      this.#next();
    }
    this.#spots?.leave();
    return value;
  }

  #key(start: number): Range {
    KEY.lastIndex = start;
    if (!KEY.test(this.#text)) throw IRREGULAR;
    const end = KEY.lastIndex;
    const text = this.#text;
    if (end - start > LONGEST_KEY || text.charCodeAt(end) !== 0x3a || end >= this.#stop) throw IRREGULAR;
    if (end + 1 !== this.#stop && text.charCodeAt(end + 1) !== 0x20) throw IRREGULAR;
    return [start, end];
  }

  #scalar(start: number): string | null {
    const stop = this.#stop;
    if (start === stop) return null;
    const first = this.#text.charCodeAt(start);
    this.#spots?.value([start, stop]);
    if (first === 0x22 || first === 0x27) {
      // Neither escapes nor doubled quotes: what stands between the quotes is the text.
      for (let at = start + 1; at < stop - 1; at++) {
        const code = this.#character(at);
        if (code === first || (code === 0x5c && first === 0x22)) throw IRREGULAR;
      }
      if (stop - start < 2 || this.#text.charCodeAt(stop - 1) !== first) throw IRREGULAR;
      return this.#text.slice(start + 1, stop - 1);
    }
    if (STARTS.has(first)) throw IRREGULAR;
    let before = 0;
    for (let at = start; at < stop; at++) {
      const code = this.#character(at);
      if (code === 0x3a && (at + 1 === stop || this.#text.charCodeAt(at + 1) === 0x20)) throw IRREGULAR;
      if (code === 0x23 && before === 0x20) throw IRREGULAR;
      before = code;
    }
    if (before === 0x20) throw IRREGULAR;
    const written = this.#text.slice(start, stop);
    return written.length < 5 && NULLS.has(written) ? null : written;
  }

  /** A character of a scalar; controls and the like are left to `yaml`. */
  #character(at: number): number {
    const code = this.#text.charCodeAt(at);
    if (code < 0x20 || (code >= 0x7f && (code < 0xa0 || code === 0x2028 || code === 0x2029 || code === 0xfeff))) {
      throw IRREGULAR;
    }
    return code;
  }

  /** Whether the present line begins with a dash that makes an item; `#isItem` is the form with something behind it. */
  #isDash(): boolean {
    if (this.#text.charCodeAt(this.#start) !== 0x2d) return false;
    return this.#start + 1 === this.#stop || this.#text.charCodeAt(this.#start + 1) === 0x20;
  }

  #isItem(): boolean {
    return this.#start + 2 < this.#stop && this.#isDash();
  }

  /** Goes to the next line that holds more than blanks or a comment. */
  #next(): void {
    const text = this.#text;
    while (this.#stop + 1 < this.#end) {
      const line = this.#stop + 1;
      const newline = text.indexOf('\n', line);
      const stop = newline < 0 || newline > this.#end ? this.#end : newline;
      let start = line;
      while (start < stop && text.charCodeAt(start) === 0x20) start++;
      this.#stop = stop;
      if (start === stop || text.charCodeAt(start) === 0x23) continue;
      this.#line = line;
      this.#start = start;
      this.#indent = start - line;
      return;
    }
    this.#line = this.#end;
    this.#start = this.#end;
    this.#indent = -1;
  }

  /** Goes on behind the stretch that begins in the line `from`: to the next line no further in than `indent`. */
  #skipTo(from: number, indent: number, listsBelong: boolean): void {
    this.#depth = 0;
    this.#stop = from - 1;
    this.#next();
    do this.#next();
    while (this.#indent > indent || (listsBelong && this.#indent === indent && this.#isDash()));
  }
}
