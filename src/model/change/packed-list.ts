import { Buffer } from 'node:buffer';
import { type Cursor, filled, holesOf, type Template, templateOf, textsOf } from './template.js';

/** Values that are kept as they are; a page is packed when it has so many. */
const PAGE = 512;
/** Templates that are tried before a value is kept as JSON. */
const MOST_TEMPLATES = 16;
/** Unpacked pages that are kept: what goes through a list in about its order needs the same page again and again. */
const KEPT = 4;

/** Between texts, and in the place of one that is as in the row before. Values that hold them are kept as JSON. */
const SEPARATOR = '\u0001';
const AS_BEFORE = '\u0002';
const JSON_ROW = -1;

interface Packed {
  /** UTF-8, outside of the heap of objects. */
  readonly bytes: Buffer;
  /** The template of each row. */
  readonly templates: Int8Array;
}

/**
 * A list of a million objects that are much alike, in a tenth of their memory. What they share is kept once, as a template;
 * of each only the texts and numbers that differ are, page by page. Reading makes the objects anew: equal to what was
 * added, with the keys in the same order. The last page is kept as it is, so that a short list is an array.
 */
export class PackedList<Item extends object> implements Iterable<Item> {
  readonly #shared: ReadonlySet<string>;
  readonly #templates: Template[] = [];
  readonly #holes: number[] = [];
  readonly #pages: Packed[] = [];
  readonly #unpacked = new Map<number, readonly Item[]>();
  #open: Item[] = [];
  #likely = 0;

  /** `shared`: names of texts of which there are few. */
  constructor(shared: Iterable<string>) {
    this.#shared = new Set(shared);
  }

  get length(): number {
    return this.#pages.length * PAGE + this.#open.length;
  }

  push(item: Item): void {
    this.#open.push(item);
    if (this.#open.length < PAGE) return;
    this.#pages.push(this.#pack(this.#open));
    this.#open = [];
  }

  at(index: number): Item | undefined {
    const page = Math.floor(index / PAGE);
    return this.#page(page)?.[index - page * PAGE];
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let page = 0; page <= this.#pages.length; page++) yield* this.#page(page) ?? [];
  }

  toJSON(): readonly Item[] {
    return [...this];
  }

  #page(index: number): readonly Item[] | undefined {
    const packed = this.#pages[index];
    if (packed === undefined) return index === this.#pages.length ? this.#open : undefined;
    let items = this.#unpacked.get(index);
    if (items === undefined) {
      items = this.#unpack(packed);
      if (this.#unpacked.size >= KEPT) {
        for (const oldest of this.#unpacked.keys()) {
          this.#unpacked.delete(oldest);
          break;
        }
      }
      this.#unpacked.set(index, items);
    }
    return items;
  }

  #pack(items: readonly Item[]): Packed {
    const templates = new Int8Array(items.length);
    const rows: string[] = [];
    const last: (string[] | undefined)[] = [];
    for (let index = 0; index < items.length; index++) {
      const item = items[index] as Item;
      const texts: string[] = [];
      const which = this.#templateFor(item, texts);
      templates[index] = which;
      if (which === JSON_ROW) {
        rows.push(JSON.stringify(item));
        continue;
      }
      const before = last[which];
      last[which] = texts;
      if (before === undefined) {
        for (const text of texts) rows.push(text);
      } else {
        for (let at = 0; at < texts.length; at++) {
          const text = texts[at] as string;
          rows.push(text === before[at] ? AS_BEFORE : text);
        }
      }
    }
    return { bytes: Buffer.from(rows.join(SEPARATOR), 'utf8'), templates };
  }

  /** The template that a value fits, with its texts; where there are too many, or a text cannot be kept so, JSON. */
  #templateFor(item: Item, texts: string[]): number {
    const count = this.#templates.length;
    for (let tried = 0; tried < count; tried++) {
      const which = (this.#likely + tried) % count;
      texts.length = 0;
      if (!textsOf(this.#templates[which] as Template, item, texts)) continue;
      this.#likely = which;
      return texts.every(canBeKept) ? which : JSON_ROW;
    }
    if (count === MOST_TEMPLATES) return JSON_ROW;
    const template = templateOf(item, this.#shared);
    texts.length = 0;
    if (!textsOf(template, item, texts) || !texts.every(canBeKept)) return JSON_ROW;
    this.#templates.push(template);
    this.#holes.push(holesOf(template));
    this.#likely = count;
    return count;
  }

  #unpack({ bytes, templates }: Packed): readonly Item[] {
    const texts = bytes.toString('utf8').split(SEPARATOR);
    const last: (string[] | undefined)[] = [];
    const items: Item[] = [];
    let from = 0;
    for (const which of templates) {
      if (which === JSON_ROW) {
        items.push(JSON.parse(texts[from++] as string));
        continue;
      }
      const to = from + (this.#holes[which] as number);
      const row = texts.slice(from, to);
      from = to;
      const before = last[which];
      if (before !== undefined) {
        for (let at = 0; at < row.length; at++) if (row[at] === AS_BEFORE) row[at] = before[at] as string;
      }
      last[which] = row;
      const cursor: Cursor = { texts: row, next: 0 };
      items.push(filled(this.#templates[which] as Template, cursor) as Item);
    }
    return items;
  }
}

/** Not the two characters that separate, and not half of a character, which would be lost in UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these two are what is looked for.
const UNFIT = /[\u0001\u0002]|\p{Surrogate}/u;
const canBeKept = (text: string) => !UNFIT.test(text);
