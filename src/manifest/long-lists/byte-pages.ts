import type { Diagnostic, SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import { DistantDocument } from '../source/shifted-document.js';
import { linesIn } from './long-list.js';
import type { ListPage } from './row-list.js';

/** The bytes of a file with a long list, cut into pages: what lists of every form have in common. */
export abstract class BytePages {
  /** Lines before each page, as far as they were counted. */
  readonly #lines: number[];
  #last: { readonly page: number; readonly read: ListPage } | undefined;

  /** `starts`: where each page begins, and where the last one ends. */
  constructor(
    readonly file: string,
    readonly bytes: Buffer,
    readonly starts: readonly number[],
  ) {
    this.#lines = [linesIn(bytes.subarray(0, starts[0]))];
  }

  get pageCount(): number {
    return this.starts.length - 1;
  }

  /** Reads a page whose like was read before: what it needs is loaded. */
  protected abstract readAgain(page: number): ListPage | readonly Diagnostic[];

  /** Places are asked for side by side: the page that was read last is kept. */
  protected again(page: number): ListPage {
    if (this.#last?.page === page) return this.#last.read;
    const read = this.readAgain(page);
    if (!('items' in read)) throw new Error(`${this.file}: page ${page} cannot be read a second time`);
    this.#last = { page, read };
    return read;
  }

  itemsAgain(page: number): readonly unknown[] {
    return this.again(page).items;
  }

  documentOf(page: number): LocatedDocument {
    return new DistantDocument(
      this.file,
      () => this.again(page).document,
      (path) => this.itemPlace(page, path),
    );
  }

  /** The place of an item as a whole, where it can be told without reading the page again. */
  protected itemPlace(_page: number, _path: FieldPath): SourcePlace | undefined {
    return undefined;
  }

  protected slice(page: number): Buffer {
    return this.bytes.subarray(this.starts[page], this.starts[page + 1]);
  }

  protected linesBefore(page: number): number {
    for (let next = this.#lines.length; next <= page; next++) {
      this.#lines.push((this.#lines[next - 1] ?? 0) + linesIn(this.slice(next - 1)));
    }
    return this.#lines[page] ?? 0;
  }
}
