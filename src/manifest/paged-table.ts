import { isUtf8 } from 'node:buffer';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { FieldPath, ManifestSection } from '../model/index.js';
import { decodeUtf8 } from './decode.js';
import type { LocatedDocument } from './located-document.js';
import { count, linesIn } from './long-list.js';
import type { ListPage, RowList } from './row-list.js';
import type { SchemaNode } from './schema-node.js';
import { DistantDocument, ShiftedDocument, shifted } from './shifted-document.js';
import { SourceText } from './source-text.js';
import { readRows, rowsSchema } from './table.js';
import type { FilesRequest } from './validate.js';

const PAGE_BYTES = 96 * 1024;
const NEWLINE = 0x0a;
const QUOTE = 0x22;
/** Above this size a file is not tried in one piece. */
const MOST_IN_ONE_PIECE = 200_000_000;

/**
 * A large CSV file as a long list: each page is read under the file's first line, which holds the headings. Undefined
 * where it had better be read as a whole: in another encoding than UTF-8, or with quotes in its first line.
 */
export function pagedTable(
  file: string,
  bytes: Uint8Array,
  { section, encoding }: FilesRequest,
  pageBytes = PAGE_BYTES,
): RowList | undefined {
  const columns = section.files;
  if (columns === undefined || section.rowByRow !== true || encoding === 'gb18030') return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const head = buffer.indexOf(NEWLINE) + 1;
  if (head === 0 || buffer.subarray(0, head).includes(QUOTE)) return undefined;
  if (!isUtf8(buffer) || buffer.includes(0) || hasOldLineEnds(buffer)) return undefined;
  return new PagedTable(file, buffer, section, columns, cutPages(buffer, head, pageBytes));
}

/** A carriage return that ends a line by itself: lines are counted by their line feeds. */
function hasOldLineEnds(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('\r'); at >= 0; at = bytes.indexOf('\r', at + 1))
    if (bytes[at + 1] !== NEWLINE) return true;
  return false;
}

/** Where pages begin: behind a line end before which every quote has its partner, so that no field is cut. */
function cutPages(bytes: Buffer, head: number, pageBytes: number): readonly number[] {
  const starts = [head];
  let quotes = 0;
  let counted = head;
  for (let end = bytes.indexOf(NEWLINE, head + pageBytes) + 1; end > 0; end = bytes.indexOf(NEWLINE, end) + 1) {
    quotes += count(bytes.subarray(counted, end), QUOTE);
    counted = end;
    if (quotes % 2 === 1 || end === bytes.length) continue;
    starts.push(end);
    end = Math.min(bytes.length, end + pageBytes);
  }
  return starts;
}

class PagedTable implements RowList {
  readonly base: FieldPath = [];
  readonly schema: SchemaNode;
  readonly pageCount: number;
  readonly #columns: NonNullable<ManifestSection['files']>;
  readonly #bytes: Buffer;
  readonly #starts: readonly number[];
  /** Lines before each page, as far as they were counted. */
  readonly #lines = [1];
  #last: { readonly page: number; readonly read: ListPage } | undefined;

  constructor(
    readonly file: string,
    bytes: Buffer,
    readonly section: ManifestSection,
    columns: NonNullable<ManifestSection['files']>,
    pages: readonly number[],
  ) {
    this.#bytes = bytes;
    this.#columns = columns;
    this.schema = rowsSchema(columns);
    this.pageCount = pages.length;
    this.#starts = [...pages, bytes.length];
  }

  share(page: number): number {
    return (this.#starts[page] ?? this.#bytes.length) / this.#bytes.length;
  }

  async read(page: number): Promise<ListPage | readonly Diagnostic[]> {
    return this.#read(page);
  }

  again(page: number): ListPage {
    if (this.#last?.page === page) return this.#last.read;
    const read = this.#read(page);
    if (!('items' in read)) throw new Error(`${this.file}: page ${page} cannot be read a second time`);
    this.#last = { page, read };
    return read;
  }

  documentOf(page: number): LocatedDocument {
    return new DistantDocument(this.file, () => this.again(page).document);
  }

  async whole(page: number): Promise<ListPage | readonly Diagnostic[] | undefined> {
    if (this.#bytes.length > MOST_IN_ONE_PIECE) return undefined;
    const decoded = decodeUtf8(this.file, this.#bytes);
    if ('fault' in decoded) return [decoded.fault];
    const before = this.#linesBefore(page);
    const found: Diagnostic[] = [];
    const table = readRows(this.#columns, new SourceText(this.file, decoded.text), (one) => {
      // What stands before this page was told when its pages were read.
      if (page === 0 || (one.source?.line ?? 0) > before) found.push(one);
    });
    return table === undefined ? found : { document: table.document, items: table.rows, diagnostics: found };
  }

  #read(page: number): ListPage | readonly Diagnostic[] {
    const [head, rows] = [this.#bytes.subarray(0, this.#starts[0]), this.#slice(page)];
    const decoded = decodeUtf8(this.file, Buffer.concat([head, rows]));
    if ('fault' in decoded) return [decoded.fault];
    const before = () => this.#linesBefore(page) - 1;
    const shift = {
      // The first line of the part is that of the file.
      toWhole: (line: number) => (line === 1 ? 1 : line + before()),
      toPart: (line: number) => (line === 1 ? 1 : line - before()),
    };
    const found: Diagnostic[] = [];
    const table = readRows(this.#columns, new SourceText(this.file, decoded.text), (one) => {
      const source = one.source && shifted(one.source, shift);
      // The headings are told of once.
      if (page === 0 || source?.line !== 1) found.push(source === undefined ? one : { ...one, source });
    });
    if (table === undefined) return found;
    const document = new ShiftedDocument(table.document, table.rows, shift);
    return { document, items: table.rows, diagnostics: found };
  }

  #slice(page: number): Buffer {
    return this.#bytes.subarray(this.#starts[page], this.#starts[page + 1]);
  }

  #linesBefore(page: number): number {
    for (let next = this.#lines.length; next <= page; next++) {
      this.#lines.push((this.#lines[next - 1] ?? 0) + linesIn(this.#slice(next - 1)));
    }
    return this.#lines[page] ?? 0;
  }
}
