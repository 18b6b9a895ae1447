import { NULLS, type PlainMap } from '../source/plain-map.js';

/*
 * Why there is a reader besides the library `yaml`: the library is loaded at a cost that a short command feels, and makes
 * a node with its places of every value, of which a manifest may have millions. Nearly all manifests are in one plain
 * form, which this reads in one pass without nodes. It leaves the rest to the library, and never guesses.
 */

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

/** Places of keys and values, by path: collected only while a place is looked for. */
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
  /** The lines of each entry, if its value is a map in the plain form. */
  readonly entries?: ReadonlyMap<string, Range>;
}

/** What is found out about a section while it is read. */
interface SectionParts {
  readonly items: number[];
  readonly entries: Map<string, Range>;
  readonly stretches: Stretch[];
}

export interface PlainText {
  readonly value: PlainMap;
  readonly sections: ReadonlyMap<string, PlainSection>;
  readonly stretches: readonly Stretch[];
}

/** Thrown where the text leaves the plain form; always the same, since making an error costs more than reading an entry. */
const IRREGULAR = new Error('not in the plain form');

/** What may follow the sign of a comment, in a line of its own. */
const REMARK: ReadonlySet<string> = new Set([' ', '#', '!', '\n', '']);

const DEEPEST = 50;
const LONGEST_KEY = 100;
const KEY = /[\w\u4e00-\u9fff][\w./\u4e00-\u9fff-]*/y;
/** 1 for what no unquoted text can begin with, or only under conditions. */
const STARTS = new Uint8Array(0x80);
for (const sign of ' -?:,[]{}#&*!|>\'"%@`') STARTS[sign.charCodeAt(0)] = 1;
/** 1 for what a text that means "nothing" begins with. */
const NULL_STARTS = new Uint8Array(0x80);
for (const [first] of NULLS) if (first !== undefined) NULL_STARTS[first.charCodeAt(0)] = 1;
/** What ends an unquoted text inside brackets. */
const FLOW_SIGNS: ReadonlySet<number> = new Set([...',[]{}'].map((sign) => sign.charCodeAt(0)));
const OPENING: ReadonlySet<number> = new Set([...'[{'].map((sign) => sign.charCodeAt(0)));
const MARKER = /\n(?:---|\.\.\.|%)/;
const MARKER_FIRST = /^(?:\uFEFF|---|\.\.\.|%)/;

/**
 * Reads the regular block form of YAML: maps and lists by indentation, one scalar a line, plain or simply quoted. What
 * is not in this form is left out and named as a stretch, to be read by `yaml` exactly as it is. Undefined where
 * the document as a whole is not a map in this form. The two readers must agree on every document; a test compares them.
 */
export function readPlain(text: string): PlainText | undefined {
  if (MARKER_FIRST.test(text) || MARKER.test(text)) return undefined;
  return unlessIrregular(() => new PlainReader(text, 0, text.length).document());
}

function unlessIrregular<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (error === IRREGULAR) return undefined;
    throw error;
  }
}

/**
 * The items of a list that are in these UTF-8 bytes, where all of them are in the plain form; else undefined, also for
 * some that `readPlain` would read. Every byte passes for a character, and only a text that is not all ASCII is decoded:
 * that saves half of the time and of the room where most of a long list is addresses and prices.
 */
export function readPlainItems(bytes: Buffer): readonly unknown[] | undefined {
  const text = bytes.toString('latin1');
  // The escapes of YAML, and line ends of other sorts. A mark of a document ends the list like any line that is no item.
  if (text.includes('\\') || text.includes('\r')) return undefined;
  const decode: Decode = (from, to) => bytes.toString('utf8', from, to);
  return unlessIrregular(() => new PlainReader(text, 0, text.length, undefined, decode).items());
}

/** Tells where everything inside one section or item is; false where it is not in the plain form. */
export function findSpots(text: string, { from, to, index }: Omit<Stretch, 'key'>, spots: Spots): boolean {
  const found = unlessIrregular(() => {
    const reader = new PlainReader(text, from, to, spots);
    if (index === undefined) reader.pair();
    else reader.item(index);
    return true;
  });
  return found === true;
}

/** The text of the bytes from one offset to another. */
type Decode = (from: number, to: number) => string;

/** Control characters. */
const isOdd = (code: number) =>
  code < 0x20 || (code >= 0x7f && (code < 0xa0 || code === 0x2028 || code === 0x2029 || code === 0xfeff));

class PlainReader {
  readonly #text: string;
  readonly #end: number;
  readonly #spots: Spots | undefined;
  /** Where the text is bytes, one to a character: what some of them say. */
  readonly #decode: Decode | undefined;
  /** The present line: where it begins, its first character that is no space, its end; its indentation is the difference. */
  #line = 0;
  #start = 0;
  #stop = 0;
  /** Indentation of the present line; -1 after the last one. */
  #indent = 0;
  #depth = 0;
  /** Keys of the map that was read last, by depth: the next item of a list mostly has the same ones. */
  readonly #lastKeys: (readonly string[])[] = [];
  /** Where the value in brackets that was read last ends. */
  #flowEnd = 0;
  /** On the way over a stretch: what is there does not matter. */
  #skipping = false;
  readonly #keyForm = new RegExp(KEY);

  constructor(text: string, from: number, to: number, spots?: Spots, decode?: Decode) {
    this.#text = text;
    this.#end = to;
    this.#spots = spots;
    this.#decode = decode;
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
      const entries = new Map<string, Range>();
      try {
        value[key] = this.#section(key, end, { items, entries, stretches });
      } catch (error) {
        if (error !== IRREGULAR) throw error;
        // Until it is read, it keeps its place among the keys.
        value[key] = null;
        this.#skipTo(from, 0, true);
        for (let at = stretches.length - 1; at >= 0 && stretches[at]?.key === key; at--) stretches.pop();
        items.length = 0;
        entries.clear();
        stretches.push({ from, to: this.#indent < 0 ? this.#end : this.#line, key });
      }
      const to = this.#indent < 0 ? this.#end : this.#line;
      const parts = { ...(items.length > 0 && { items }), ...(entries.size > 0 && { entries }) };
      sections.set(key, { key: [start, end], from, to, ...parts });
    }
    if (this.#indent > 0) throw IRREGULAR;
    return { value, sections, stretches };
  }

  /** A list and nothing else. */
  items(): readonly unknown[] {
    const list = this.#list(this.#indent);
    // After a key, only comments is not a list.
    if (this.#indent >= 0 || list.length === 0) throw IRREGULAR;
    return list;
  }

  /** A pair by itself. */
  pair(): void {
    const [start, end] = this.#key(this.#start);
    this.#entry(this.#text.slice(start, end), start, end, this.#indent, {});
  }

  /** An item of a list by itself. */
  item(index: number): void {
    this.#item(this.#indent, index);
  }

  /** The value of a top-level pair: a list item by item, so that one irregular item leaves the others alone. */
  #section(key: string, keyEnd: number, { items, entries, stretches }: SectionParts): unknown {
    if (keyEnd + 1 !== this.#stop) return this.#inLine(keyEnd, 0);
    this.#next();
    if (this.#indent < 0 || !this.#isItem()) return this.#below(0, entries);
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

  /** `lines` takes the lines of each entry. */
  #map(indent: number, first: number, lines?: Map<string, Range>): PlainMap {
    if (++this.#depth > DEEPEST) throw IRREGULAR;
    const map: PlainMap = {};
    const depth = this.#depth;
    const last = this.#lastKeys[depth];
    let like = 0;
    let start = first;
    for (;;) {
      let key = last?.[like];
      if (key !== undefined && this.#isKey(start, key)) {
        // The same keys in the same order as before: none of them is repeated.
        like++;
      } else {
        like = -1;
        key = this.#text.slice(...this.#key(start));
        if (Object.hasOwn(map, key) || key === '__proto__') throw IRREGULAR;
      }
      this.#entry(key, start, start + key.length, indent, map);
      lines?.set(key, [start - indent, this.#indent < 0 ? this.#end : this.#line]);
      if (this.#indent !== indent || this.#isDash()) break;
      start = this.#start;
    }
    if (like < 0) this.#lastKeys[depth] = Object.keys(map);
    // Between this map and the one around it there is nothing a line could belong to.
    if (this.#indent > indent) throw IRREGULAR;
    this.#depth--;
    return map;
  }

  #entry(key: string, start: number, end: number, indent: number, map: PlainMap): void {
    this.#spots?.enter(key);
    this.#spots?.key([start, end]);
    if (end + 1 === this.#stop) {
      this.#next();
      map[key] = this.#below(indent);
    } else map[key] = this.#inLine(end, indent);
    this.#spots?.leave();
  }

  /** A scalar after a key in its line. */
  #inLine(keyEnd: number, indent: number): unknown {
    let start = keyEnd + 1;
    while (this.#text.charCodeAt(start) === 0x20) start++;
    const value = this.#scalar(start);
    this.#next();
    if (this.#indent > indent) throw IRREGULAR;
    return value;
  }

  /** What is in the lines below a key: a map or a list further in, a list in its own column, or nothing. */
  #below(indent: number, lines?: Map<string, Range>): unknown {
    const inner = this.#indent;
    if (inner > indent) {
      if (this.#isDash()) return this.#list(inner);
      this.#spots?.value([this.#start, this.#stop]);
      return this.#map(inner, this.#start, lines);
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
    this.#keyForm.lastIndex = start;
    const colon = this.#keyForm.test(this.#text) ? this.#keyForm.lastIndex : start;
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

  /** Whether the key at `start` is this one: `#key` would find the same. */
  #isKey(start: number, key: string): boolean {
    const end = start + key.length;
    if (this.#text.charCodeAt(end) !== 0x3a || end >= this.#stop || !this.#text.startsWith(key, start)) return false;
    return end + 1 === this.#stop || this.#text.charCodeAt(end + 1) === 0x20;
  }

  #key(start: number): Range {
    this.#keyForm.lastIndex = start;
    if (!this.#keyForm.test(this.#text)) throw IRREGULAR;
    const end = this.#keyForm.lastIndex;
    const text = this.#text;
    if (end - start > LONGEST_KEY || text.charCodeAt(end) !== 0x3a || end >= this.#stop) throw IRREGULAR;
    if (end + 1 !== this.#stop && text.charCodeAt(end + 1) !== 0x20) throw IRREGULAR;
    return [start, end];
  }

  /** What is in one line: a scalar, or a list or map in brackets. */
  #scalar(start: number): unknown {
    const stop = this.#stop;
    if (start === stop) return null;
    const first = this.#text.charCodeAt(start);
    if (first === 0x5b || first === 0x7b) {
      const value = this.#flow(start);
      if (this.#flowEnd !== stop) throw IRREGULAR;
      return value;
    }
    this.#spots?.value([start, stop]);
    if (first === 0x22 || first === 0x27) {
      // Neither escapes nor doubled quotes: what is between the quotes is the text.
      let wide = false;
      for (let at = start + 1; at < stop - 1; at++) {
        const code = this.#text.charCodeAt(at);
        if (code === first || (code === 0x5c && first === 0x22)) throw IRREGULAR;
        if (code >= 0x80 && this.#decode !== undefined) wide = true;
        else this.#character(at);
      }
      if (stop - start < 2 || this.#text.charCodeAt(stop - 1) !== first) throw IRREGULAR;
      return this.#written(start + 1, stop - 1, wide);
    }
    if (STARTS[first] === 1) throw IRREGULAR;
    const text = this.#text;
    let wide = false;
    for (let at = start; at < stop; at++) {
      const code = text.charCodeAt(at);
      // Letters, digits and most signs: most of what there is to look at.
      if (code > 0x3a && code < 0x7f) continue;
      if (code >= 0x80 && this.#decode !== undefined) wide = true;
      else if (code < 0x20 || code >= 0x7f) this.#character(at);
      else if (code === 0x3a && (at + 1 === stop || text.charCodeAt(at + 1) === 0x20)) throw IRREGULAR;
      else if (code === 0x23 && text.charCodeAt(at - 1) === 0x20 && at > start) throw IRREGULAR;
    }
    if (text.charCodeAt(stop - 1) === 0x20) throw IRREGULAR;
    const written = this.#written(start, stop, wide);
    return written.length < 5 && NULL_STARTS[first] === 1 && NULLS.has(written) ? null : written;
  }

  /** A value inside brackets, or brackets themselves; `#flowEnd` is where it ends. */
  #flow(start: number): unknown {
    const first = this.#text.charCodeAt(start);
    if (first === 0x5b || first === 0x7b) {
      if (++this.#depth > DEEPEST) throw IRREGULAR;
      const value = first === 0x5b ? this.#flowList(start) : this.#flowMap(start);
      this.#depth--;
      this.#spots?.value([start, this.#flowEnd]);
      return value;
    }
    if (first === 0x22 || first === 0x27) {
      let at = start + 1;
      for (; this.#text.charCodeAt(at) !== first; at++) {
        if (at >= this.#stop || (this.#character(at) === 0x5c && first === 0x22)) throw IRREGULAR;
      }
      this.#flowEnd = at + 1;
      this.#spots?.value([start, at + 1]);
      return this.#text.slice(start + 1, at);
    }
    if (STARTS[first] === 1) throw IRREGULAR;
    let end = start;
    for (; end < this.#stop; end++) {
      const code = this.#character(end);
      if (FLOW_SIGNS.has(code)) break;
      if (code === 0x23) throw IRREGULAR;
      const next = this.#text.charCodeAt(end + 1);
      if (code === 0x3a && (next === 0x20 || FLOW_SIGNS.has(next))) throw IRREGULAR;
    }
    this.#flowEnd = end;
    while (this.#text.charCodeAt(end - 1) === 0x20) end--;
    const written = this.#text.slice(start, end);
    this.#spots?.value([start, end]);
    return NULLS.has(written) ? null : written;
  }

  #flowList(start: number): unknown[] {
    const list: unknown[] = [];
    let at = this.#skipBlanks(start + 1);
    while (this.#text.charCodeAt(at) !== 0x5d || list.length > 0) {
      this.#spots?.enter(list.length);
      list.push(this.#flow(at));
      this.#spots?.leave();
      at = this.#skipBlanks(this.#flowEnd);
      if (this.#text.charCodeAt(at) === 0x5d) break;
      at = this.#comma(at);
    }
    this.#flowEnd = at + 1;
    return list;
  }

  #flowMap(start: number): PlainMap {
    const map: PlainMap = {};
    let at = this.#skipBlanks(start + 1);
    for (let size = 0; this.#text.charCodeAt(at) !== 0x7d || size > 0; size++) {
      this.#keyForm.lastIndex = at;
      const end = this.#keyForm.test(this.#text) ? this.#keyForm.lastIndex : at;
      const key = this.#text.slice(at, end);
      const separated = this.#text.charCodeAt(end) === 0x3a && this.#text.charCodeAt(end + 1) === 0x20;
      if (!separated || key.length > LONGEST_KEY || Object.hasOwn(map, key) || key === '__proto__') throw IRREGULAR;
      this.#spots?.enter(key);
      this.#spots?.key([at, end]);
      map[key] = this.#flow(this.#skipBlanks(end + 1));
      this.#spots?.leave();
      at = this.#skipBlanks(this.#flowEnd);
      if (this.#text.charCodeAt(at) === 0x7d) break;
      at = this.#comma(at);
    }
    this.#flowEnd = at + 1;
    return map;
  }

  /** After a comma and the spaces that follow it; a comma with nothing after it is left to `yaml`. */
  #comma(at: number): number {
    if (this.#text.charCodeAt(at) !== 0x2c || at >= this.#stop) throw IRREGULAR;
    const next = this.#skipBlanks(at + 1);
    if (next === at + 1 || FLOW_SIGNS.has(this.#text.charCodeAt(next))) {
      if (!OPENING.has(this.#text.charCodeAt(next))) throw IRREGULAR;
    }
    return next;
  }

  #skipBlanks(from: number): number {
    let at = from;
    while (this.#text.charCodeAt(at) === 0x20) at++;
    if (at >= this.#stop) throw IRREGULAR;
    return at;
  }

  /** What is from `start` to `stop`; `wide`: as bytes, some of which only make a character together. */
  #written(start: number, stop: number, wide: boolean): string {
    if (!wide || this.#decode === undefined) return this.#text.slice(start, stop);
    const text = this.#decode(start, stop);
    for (let at = 0; at < text.length; at++) if (isOdd(text.charCodeAt(at))) throw IRREGULAR;
    return text;
  }

  /** A character of a scalar; control characters are left to `yaml`. */
  #character(at: number): number {
    const code = this.#text.charCodeAt(at);
    if (isOdd(code) || (code >= 0x80 && this.#decode !== undefined)) throw IRREGULAR;
    return code;
  }

  /** Whether the present line begins with a dash that makes an item; `#isItem` is the form with something after it. */
  #isDash(): boolean {
    if (this.#text.charCodeAt(this.#start) !== 0x2d) return false;
    return this.#start + 1 === this.#stop || this.#text.charCodeAt(this.#start + 1) === 0x20;
  }

  #isItem(): boolean {
    return this.#start + 2 < this.#stop && this.#isDash();
  }

  /** Goes to the next line that holds more than spaces or a comment. */
  #next(): void {
    const text = this.#text;
    while (this.#stop + 1 < this.#end) {
      const line = this.#stop + 1;
      const newline = text.indexOf('\n', line);
      const stop = newline < 0 || newline > this.#end ? this.#end : newline;
      let start = line;
      while (start < stop && text.charCodeAt(start) === 0x20) start++;
      this.#stop = stop;
      if (start === stop) continue;
      if (text.charCodeAt(start) === 0x23) {
        // After a text, `yaml` may take such a line for a part of it that was cut off.
        if (start > line && !this.#skipping && !REMARK.has(text.charAt(start + 1))) throw IRREGULAR;
        continue;
      }
      this.#line = line;
      this.#start = start;
      this.#indent = start - line;
      return;
    }
    this.#line = this.#end;
    this.#start = this.#end;
    this.#indent = -1;
  }

  /** Continues after the stretch that begins in the line `from`: to the next line no further in than `indent`. */
  #skipTo(from: number, indent: number, listsBelong: boolean): void {
    this.#depth = 0;
    this.#stop = from - 1;
    this.#skipping = true;
    this.#next();
    do this.#next();
    while (this.#indent > indent || (listsBelong && this.#indent === indent && this.#isDash()));
    this.#skipping = false;
  }
}
