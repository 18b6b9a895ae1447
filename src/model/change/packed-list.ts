import { canBeKept, JSON_ROW, type OpenPage, openPage, type PackedPage, packPage } from './packed-page.js';
import { type Template, templateOf, textsOf } from './template.js';

/** Values of a page. */
const PAGE = 512;
/** For lists that are read several times: each reader of a packed one makes its values anew, which takes a tenth of an apply. */
export const OPEN_PAGES = 256;
/** Templates that are tried before a value is kept as JSON. */
const MOST_TEMPLATES = 16;
/** Open pages that are kept: what goes through a list in about its order needs the same page again and again. */
const KEPT = 4;

/**
 * A list of a million objects that are much alike, in a tenth of their memory. What they share is kept once, as a template;
 * of each only the texts and numbers that differ are, page by page. Reading makes the objects anew: equal to what was
 * added, with the keys in the same order. A list of fewer than `openPages` pages is kept as it is, and so is a last page
 * that is not full.
 */
export class PackedList<Item extends object> implements Iterable<Item> {
  readonly #shared: ReadonlySet<string>;
  readonly #templates: Template[] = [];
  readonly #pages: PackedPage[] = [];
  readonly #opened = new Map<number, OpenPage>();
  /** What is not packed: all, until the list is long; then less than a page. */
  #open: Item[] = [];
  #likely = 0;

  /** `shared`: names of texts of which there are few. */
  constructor(
    shared: Iterable<string>,
    readonly openPages = 1,
  ) {
    this.#shared = new Set(shared);
  }

  get length(): number {
    return this.#pages.length * PAGE + this.#open.length;
  }

  push(item: Item): void {
    this.#open.push(item);
    if (this.#open.length < PAGE * (this.#pages.length === 0 ? this.openPages : 1)) return;
    const full = this.#open;
    this.#open = [];
    for (let from = 0; from < full.length; from += PAGE) {
      const page = full.slice(from, from + PAGE);
      this.#pages.push(packPage(page, (one, texts) => this.#templateFor(one, texts)));
    }
  }

  at(index: number): Item | undefined {
    const packed = this.#pages.length * PAGE;
    if (index >= packed) return this.#open[index - packed];
    const page = Math.floor(index / PAGE);
    return this.#page(page)?.(index - page * PAGE) as Item | undefined;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const page of this.#pages) {
      const itemAt = openPage(page, this.#templates);
      for (let row = 0; row < PAGE; row++) yield itemAt(row) as Item;
    }
    yield* this.#open;
  }

  toJSON(): readonly Item[] {
    return [...this];
  }

  #page(index: number): OpenPage | undefined {
    const packed = this.#pages[index];
    if (packed === undefined) return undefined;
    let opened = this.#opened.get(index);
    if (opened === undefined) {
      opened = openPage(packed, this.#templates);
      if (this.#opened.size >= KEPT) {
        for (const oldest of this.#opened.keys()) {
          this.#opened.delete(oldest);
          break;
        }
      }
      this.#opened.set(index, opened);
    }
    return opened;
  }

  /** The template that a value fits, with its texts; where there are too many, or a text cannot be kept so, JSON. */
  #templateFor(item: Item, texts: string[]): number {
    const count = this.#templates.length;
    for (let tried = 0; tried < count; tried++) {
      const which = (this.#likely + tried) % count;
      texts.length = 0;
      if (!textsOf(this.#templates[which] as Template, item, texts)) continue;
      this.#likely = which;
      return texts.every(canBeKept) ? which : asJson(item, texts);
    }
    if (count === MOST_TEMPLATES) return asJson(item, texts);
    const template = templateOf(item, this.#shared);
    texts.length = 0;
    if (!textsOf(template, item, texts) || !texts.every(canBeKept)) return asJson(item, texts);
    this.#templates.push(template);
    this.#likely = count;
    return count;
  }
}

function asJson(item: object, texts: string[]): number {
  texts.length = 0;
  texts.push(JSON.stringify(item));
  return JSON_ROW;
}
