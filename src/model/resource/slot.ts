import type { SourcePlace, TextPlace } from '../../diagnostics/diagnostic.js';

/** The text of one value, from its first character to its last, and what it says there. */
export interface Slot {
  readonly place: TextPlace;
  /** As written, quotes and brackets included; empty where a key has no value. */
  readonly written: string;
  /** Syntax around it: lines of YAML, brackets of YAML, or the cell of a table with this separator. */
  readonly within: 'block' | 'flow' | TableCell;
  /** Of the file, where it is not UTF-8. */
  readonly encoding?: 'gb18030';
  /** What has to come before the new value: a space after the colon, or separators of a short row. */
  readonly before?: string;
}

export interface TableCell {
  readonly separator: string;
  /** Texts of its column, those near the cell first; some may come again. */
  column(): Iterable<string>;
}

/** Why a value cannot be replaced where it is written: the end of a sentence that begins with its place. */
export interface NoSlot {
  readonly why: string;
}

/** Where a field that an entry does not have can be added: after its last own field. */
export interface Gap {
  readonly place: SourcePlace;
  /** What has to come before the new key. */
  readonly before: string;
  readonly within: 'block' | 'flow';
}
