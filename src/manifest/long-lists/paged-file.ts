import { isUtf8 } from 'node:buffer';
import { type Diagnostic, hasErrors, type SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, ManifestSection } from '../../model/index.js';
import { utf8Text } from '../../model/index.js';
import type { CheckedEntries } from '../check/entries.js';
import { decodeUtf8 } from '../source/decode.js';
import type { LocatedDocument } from '../source/located-document.js';
import { isPlainMap } from '../source/plain-map.js';
import { ShiftedDocument, shifted } from '../source/shifted-document.js';
import type { ParsedSource } from '../yaml/parse.js';
import { PlainDocument } from '../yaml/plain-document.js';
import { readPlain, readPlainItems } from '../yaml/plain-reader.js';
import { SourceReader } from '../yaml/read-source.js';
import { BytePages } from './byte-pages.js';
import { ItemPlaces } from './item-places.js';
import { findLongList, type LongList, linesIn } from './long-list.js';
import type { ListPage, RowList } from './row-list.js';

export interface PagedFile {
  /** The file without the items of its long list. */
  readonly rest: LocatedDocument;
  readonly list: PagedList;
}

/** Above this size `yaml` cannot read a file as a whole. */
const MOST_FOR_YAML = 64_000_000;

/** A long list of a manifest. Each page is read as a document with the items under the key of the list. */
export class PagedList extends BytePages implements RowList {
  readonly base: FieldPath;
  readonly entries: CheckedEntries;
  /** Pages that were read in the plain form, and the places of the one that was asked for last. */
  readonly #plain = new Set<number>();
  #places: { readonly page: number; readonly items: ItemPlaces } | undefined;

  constructor(
    file: string,
    bytes: Buffer,
    readonly section: ManifestSection,
    readonly at: LongList,
    readonly reader: SourceReader,
  ) {
    super(file, bytes, [...at.pages, at.to]);
    this.base = [at.key];
    this.entries = section;
  }

  share(page: number): number {
    return ((this.starts[page] ?? this.at.to) - this.at.from) / Math.max(1, this.at.to - this.at.from);
  }

  async read(page: number): Promise<ListPage | readonly Diagnostic[]> {
    const slice = this.slice(page);
    if (!isUtf8(slice)) return [];
    const items = readPlainItems(slice);
    if (items !== undefined) {
      this.#plain.add(page);
      return { document: this.documentOf(page), items };
    }
    return this.#page(page, await this.reader.read(this.file, this.#text(page)));
  }

  override itemsAgain(page: number): readonly unknown[] {
    // The reader that knows places takes longer.
    return (this.#plain.has(page) ? readPlainItems(this.slice(page)) : undefined) ?? super.itemsAgain(page);
  }

  protected readAgain(page: number): ListPage | readonly Diagnostic[] {
    return this.#page(page, this.reader.again(this.file, this.#text(page)));
  }

  protected override itemPlace(page: number, [, index, ...inside]: FieldPath): SourcePlace | undefined {
    if (typeof index !== 'number' || inside.length > 0 || !this.#plain.has(page)) return undefined;
    if (this.#places?.page !== page) {
      const items = new ItemPlaces(this.file, this.slice(page), this.at.indent, this.linesBefore(page));
      this.#places = { page, items };
    }
    return this.#places.items.place(index);
  }

  async whole(): Promise<ListPage | readonly Diagnostic[] | undefined> {
    if (this.bytes.length > MOST_FOR_YAML) return undefined;
    const decoded = decodeUtf8(this.file, this.bytes);
    if ('fault' in decoded) return [decoded.fault];
    const { documents, diagnostics } = await this.reader.read(this.file, decoded.text);
    const [document] = documents;
    const value = isPlainMap(document?.value) ? document.value[this.at.key] : undefined;
    return document !== undefined && Array.isArray(value) ? { document, items: value, diagnostics } : diagnostics;
  }

  #page(page: number, { documents, diagnostics }: ParsedSource): ListPage | readonly Diagnostic[] {
    const [document] = documents;
    const { key } = this.at;
    const shift = {
      // The first line of the part is the key's.
      toWhole: (line: number) => Math.max(1, line - 1 + this.linesBefore(page)),
      toPart: (line: number) => line + 1 - this.linesBefore(page),
    };
    const value = isPlainMap(document?.value) ? document.value[key] : undefined;
    const found = diagnostics.map((one) =>
      one.source === undefined ? one : { ...one, source: shifted(one.source, shift) },
    );
    // A warning is about one text: the page says what the whole file says there. Only an anchor may be meant from elsewhere.
    const maybeMeant = found.some(({ code }) => code === 'unused-anchor') && this.bytes.length <= MOST_FOR_YAML;
    if (maybeMeant) return [];
    if (documents.length !== 1 || document === undefined || !Array.isArray(value) || hasErrors(found)) {
      return found.filter(({ severity }) => severity === 'error');
    }
    return { document: new ShiftedDocument(document, document.value, shift), items: value, diagnostics: found };
  }

  /** Of a page that is UTF-8. */
  #text(page: number): string {
    const text = utf8Text(this.slice(page));
    return `${this.at.key}:\n${text.includes('\r') ? text.replaceAll('\r\n', '\n') : text}`;
  }
}

/**
 * Reads a large file as a long list and the rest. Undefined where it has no such list, or where the rest is not
 * certainly the same with the list taken out: then the file is read as a whole.
 */
export async function readPagedFile(
  file: string,
  bytes: Buffer,
  sections: readonly ManifestSection[],
  pageBytes?: number,
): Promise<PagedFile | undefined> {
  const long = sections.filter((section) => section.rowByRow === true);
  const keys = long.map(({ key }) => key);
  const at = findLongList(bytes, keys, pageBytes);
  const section = long.find(({ key }) => key === at?.key);
  if (at === undefined || section === undefined) return undefined;
  // Where the list ends, nothing may pass for the mark at the start of a file.
  if (bytes[at.to] === 0xef) return undefined;
  const [head, tail] = [decodeUtf8(file, bytes.subarray(0, at.from)), decodeUtf8(file, bytes.subarray(at.to))];
  if ('fault' in head || 'fault' in tail) return undefined;
  const text = head.text + tail.text;
  const plain = readPlain(text);
  // The key must be one of the first level, and nothing may reach over it.
  if (plain === undefined || plain.sections.get(at.key)?.to !== head.text.length) return undefined;
  if (plain.value[at.key] !== null || plain.stretches.some(({ key }) => key === at.key)) return undefined;
  const reader = new SourceReader();
  const { documents, diagnostics } = await reader.read(file, text);
  const [rest] = documents;
  if (documents.length !== 1 || diagnostics.length > 0 || !(rest instanceof PlainDocument)) return undefined;
  const value = Object.fromEntries(Object.entries(rest.value as object).filter(([key]) => key !== at.key));
  const headLines = linesIn(bytes.subarray(0, at.from));
  let listLines: number | undefined;
  const skipped = () => {
    listLines ??= linesIn(bytes.subarray(at.from, at.to));
    return listLines;
  };
  const shift = {
    toWhole: (line: number) => (line <= headLines ? line : line + skipped()),
    toPart: (line: number) => (line <= headLines ? line : line - skipped()),
  };
  return { rest: new ShiftedDocument(rest, value, shift), list: new PagedList(file, bytes, section, at, reader) };
}
