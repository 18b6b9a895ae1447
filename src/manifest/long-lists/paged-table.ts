import { isUtf8 } from 'node:buffer';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { FieldPath, ManifestSection, NoSlot, Slot } from '../../model/index.js';
import type { CheckedEntries } from '../check/entries.js';
import type { FilesRequest } from '../check/validate.js';
import { decodeUtf8 } from '../source/decode.js';
import type { LocatedDocument } from '../source/located-document.js';
import type { Report } from '../source/report.js';
import { type LineShift, ShiftedDocument, shifted } from '../source/shifted-document.js';
import { SourceText } from '../source/source-text.js';
import { foreignFile, isWorkbookName } from '../table/foreign-file.js';
import { checkedRows, readRows } from '../table/table.js';
import { textTable } from '../table/table-source.js';
import { BytePages } from './byte-pages.js';
import { countByte, PAGE_BYTES } from './long-list.js';
import type { ListPage, RowList } from './row-list.js';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
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
  if (head === 0 || buffer.subarray(0, head).includes(QUOTE) || !hasRows(buffer, head)) return undefined;
  if (isWorkbookName(file) || foreignFile(file, bytes) !== undefined) return undefined;
  if (!isUtf8(buffer) || buffer.includes(0) || hasOldLineEnds(buffer)) return undefined;
  return new PagedTable(file, buffer, section, columns, cutPages(buffer, head, pageBytes));
}

function hasRows(bytes: Buffer, head: number): boolean {
  for (let at = head; at < bytes.length; at++) if (bytes[at] !== NEWLINE && bytes[at] !== RETURN) return true;
  return false;
}

/** A carriage return that ends a line by itself: lines are counted by their line feeds. */
function hasOldLineEnds(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('\r'); at >= 0; at = bytes.indexOf('\r', at + 1))
    if (bytes[at + 1] !== NEWLINE) return true;
  return false;
}

/** Where pages begin: after a line end before which every quote has its partner, so that no field is cut. */
function cutPages(bytes: Buffer, head: number, pageBytes: number): readonly number[] {
  const starts = [head];
  let quotes = 0;
  let counted = head;
  for (let end = bytes.indexOf(NEWLINE, head + pageBytes) + 1; end > 0; end = bytes.indexOf(NEWLINE, end) + 1) {
    quotes += countByte(bytes.subarray(counted, end), QUOTE);
    counted = end;
    if (quotes % 2 === 1 || end === bytes.length) continue;
    starts.push(end);
    end = Math.min(bytes.length, end + pageBytes);
  }
  return starts;
}

class PagedTable extends BytePages implements RowList {
  readonly base: FieldPath = [];
  readonly entries: CheckedEntries;
  readonly #columns: NonNullable<ManifestSection['files']>;
  readonly #texts = new Map<string, ReadonlySet<string>>();

  constructor(
    file: string,
    bytes: Buffer,
    readonly section: ManifestSection,
    columns: NonNullable<ManifestSection['files']>,
    pages: readonly number[],
  ) {
    super(file, bytes, [...pages, bytes.length]);
    this.#columns = columns;
    this.entries = checkedRows(columns);
  }

  share(page: number): number {
    return (this.starts[page] ?? this.bytes.length) / this.bytes.length;
  }

  async read(page: number): Promise<ListPage | readonly Diagnostic[]> {
    return this.#read(page);
  }

  protected readAgain(page: number): ListPage | readonly Diagnostic[] {
    return this.#read(page);
  }

  async whole(page: number): Promise<ListPage | readonly Diagnostic[] | undefined> {
    if (this.bytes.length > MOST_IN_ONE_PIECE) return undefined;
    const decoded = decodeUtf8(this.file, this.bytes);
    if ('fault' in decoded) return [decoded.fault];
    const before = this.linesBefore(page);
    const found: Diagnostic[] = [];
    const table = this.#rows(decoded.text, (one) => {
      // Findings before this page were reported when its pages were read.
      if (page === 0 || (one.source?.line ?? 0) > before) found.push(one);
    });
    return table === undefined ? found : { document: table.document, items: table.rows, diagnostics: found };
  }

  #rows(text: string, report: Report): { readonly document: LocatedDocument; readonly rows: unknown[] } | undefined {
    const table = readRows(this.section, this.#columns, textTable(new SourceText(this.file, text)), report);
    return table && { document: table.document, rows: table.value as unknown[] };
  }

  #read(page: number): (ListPage & { readonly document: TablePage }) | readonly Diagnostic[] {
    const [head, rows] = [this.bytes.subarray(0, this.starts[0]), this.slice(page)];
    const decoded = decodeUtf8(this.file, Buffer.concat([head, rows]));
    if ('fault' in decoded) return [decoded.fault];
    const before = () => this.linesBefore(page) - 1;
    const shift = {
      // The first line of the part is that of the file.
      toWhole: (line: number) => (line === 1 ? 1 : line + before()),
      toPart: (line: number) => (line === 1 ? 1 : line - before()),
    };
    const found: Diagnostic[] = [];
    const table = this.#rows(decoded.text, (one) => {
      const source = one.source && shifted(one.source, shift);
      // The headings are reported once.
      if (page === 0 || source?.line !== 1) found.push(source === undefined ? one : { ...one, source });
    });
    if (table === undefined) return found;
    const document = new TablePage(table.document, table.rows, shift, (field) => this.#textsOf(field));
    return { document, items: table.rows, diagnostics: found };
  }

  /** The texts of a column on all pages. Kept, since many cells of it are written at once. */
  #textsOf(field: FieldPath): Iterable<string> {
    const name = field.join('.');
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    const texts = new Set<string>();
    for (let page = 0; page < this.pageCount; page++) {
      const read = this.#read(page);
      if ('items' in read) for (const text of read.document.textsOf(field)) texts.add(text);
    }
    this.#texts.set(name, texts);
    return texts;
  }
}

/** The cells of a page may say nothing where those of others have words. */
class TablePage extends ShiftedDocument {
  constructor(
    part: LocatedDocument,
    value: unknown,
    shift: LineShift,
    readonly elsewhere: (field: FieldPath) => Iterable<string>,
  ) {
    super(part, value, shift);
  }

  /** The texts of a column on this page. */
  textsOf(field: FieldPath): Iterable<string> {
    const slot = this.part.slot?.([0, ...field]);
    return slot !== undefined && 'within' in slot && typeof slot.within === 'object' ? slot.within.column() : [];
  }

  override slot(path: FieldPath): Slot | NoSlot | undefined {
    const slot = super.slot(path);
    if (slot === undefined || 'why' in slot || typeof slot.within !== 'object') return slot;
    const { separator } = slot.within;
    const [own, elsewhere] = [slot.within.column, () => this.elsewhere(path.slice(1))];
    function* column(): Generator<string> {
      yield* own();
      yield* elsewhere();
    }
    return { ...slot, within: { separator, column } };
  }
}
