import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { FieldPath, ManifestSection } from '../../model/index.js';
import type { CheckedEntries } from '../check/entries.js';
import type { LocatedDocument } from '../source/located-document.js';

/** Bytes from which on a long list of a file is read page by page. */
export const LARGE_FILE = 1_000_000;

/** Sizes in bytes: of a file that is read by pages, and of a page. */
export interface PageSizes {
  readonly from: number;
  readonly page?: number;
}

/** One page of a long list: a document of its own, with its number of items. */
export interface ListPage {
  readonly document: LocatedDocument;
  readonly items: readonly unknown[];
  /** Found on the way, without making the page unreadable. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** A long list of one file, read page by page from the bytes, as often as someone asks. */
export interface RowList {
  readonly file: string;
  readonly section: ManifestSection;
  /** Path of the list in the documents of its pages. */
  readonly base: FieldPath;
  readonly entries: CheckedEntries;
  readonly pageCount: number;
  /** Part of the list, from 0 to 1, that comes before a page. */
  share(page: number): number;
  /** The page, or the faults for which it cannot be read by itself. */
  read(page: number): Promise<ListPage | readonly Diagnostic[]>;
  /** The items of a page that was sound when it was read first. */
  itemsAgain(page: number): readonly unknown[];
  /** The document of a page, for callers that keep a place and not the items. */
  documentOf(page: number): LocatedDocument;
  /** All items as the file read in one piece has them, and what was found after `page`. Undefined where it is too large for that. */
  whole(page: number): Promise<ListPage | readonly Diagnostic[] | undefined>;
}
