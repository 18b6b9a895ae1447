import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, Gap, NoSlot, Slot } from '../../model/index.js';

/**
 * One document of a manifest, or one keyword file: a plain value of texts, nulls, lists and maps, and the way back
 * from a path inside it to the place where it was written. Places are found only when someone asks.
 */
export interface LocatedDocument {
  readonly file: string;
  readonly value: unknown;
  /** Offset from which on the value may be misread because of a syntax fault; undefined when there is none. */
  readonly unsureFrom?: number | undefined;
  /** Whether its reader reported an error: then an entry may be rejected without another one. */
  readonly faulty?: boolean;
  /** Rows and columns: like faults of one column are reported together. */
  readonly isTable?: boolean;
  /** The place of what `path` names, or of the nearest thing around it; `onKey`: of its key instead of its value. */
  place(path: FieldPath, onKey?: boolean): SourcePlace;
  /** Offset of the same, for putting entries in their order. */
  offset(path: FieldPath, onKey?: boolean): number;
  /** Whether what is there was reported already, or may be misread because of a syntax fault before it. */
  isUnsure?(path: FieldPath, onKey?: boolean): boolean;
  /** A line as written; lines count from 1. */
  line(number: number): string;
  /**
   * The text of the value itself, to be replaced; of a list in lines of its own, `path` names an item. Undefined where `path` has no
   * value of its own.
   */
  slot?(path: FieldPath): Slot | NoSlot | undefined;
  /** Where the map that `path` names can have one more field. Undefined where it is not a map, or a row of a table. */
  gap?(path: FieldPath): Gap | NoSlot | undefined;
  /** What was written for `path`, as written. */
  written(path: FieldPath): string | undefined;
}
