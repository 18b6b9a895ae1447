import type { LocatedDocument } from '../source/located-document.js';
import type { Places } from '../source/report.js';
import type { SourceText } from '../source/source-text.js';
import { parseCsv, separatorOf } from './csv.js';
import { TableDocument } from './table-document.js';
import type { TableForm, TableRow } from './table-form.js';

/** Cells that have no text that can be taken, from the first one to the last. */
export interface CellFault {
  readonly from: number;
  readonly to: number;
  /** A sentence; put together where it is reported. */
  detail(): string;
}

/** What only the cells of a workbook have. */
export interface SheetCells {
  /** Also of cells that no one wants. */
  faults(): Iterable<CellFault>;
  /** The row and the column, counted from 0, of an offset. */
  at(offset: number): { readonly row: number; readonly column: number };
  isFaulty(offset: number): boolean;
}

/** A table of text or of a workbook, before anyone says what its columns mean. */
export interface TableSource {
  readonly places: Places;
  readonly records: readonly TableRow[];
  /** Faults of its syntax: no row is sure. */
  readonly faults: readonly { readonly offset: number; readonly detail: string }[];
  /** Text between separators: a row with too many fields may have come apart at one. */
  readonly isSeparated: boolean;
  readonly cells?: SheetCells;
  /** The first line, where it is none of the table: `sep=;`. */
  readonly directive?: string | undefined;
  documentOf(value: unknown, form: TableForm): LocatedDocument;
}

/** A file of separated texts. */
export function textTable(source: SourceText): TableSource {
  const separator = separatorOf(source.text, source.file);
  const { records, faults } = parseCsv(source.text, separator);
  return {
    places: source,
    records,
    faults,
    isSeparated: true,
    directive: /^"?sep=[^\n]{0,3}(?=\n|$)/i.exec(source.text)?.[0],
    documentOf: (value, form) => new TableDocument(source, value, form, separator),
  };
}
