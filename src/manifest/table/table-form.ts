import type { CsvRecord } from './csv.js';

/** One row of a table: its cells, and the offset at which each starts. */
export type TableRow = CsvRecord;

/** How the rows of a table became values. */
export interface TableForm {
  readonly rows: readonly TableRow[];
  /** Which field each column holds; a dot leads into a map: `negativeWords.phrase`. */
  readonly names: readonly (string | undefined)[];
  /** Where rows have names: the row of each. */
  readonly keys?: ReadonlyMap<string, number> | undefined;
  /** Numbers of rows with a cell that cannot be taken, which was reported. */
  readonly faultyRows?: ReadonlySet<number> | undefined;
}
