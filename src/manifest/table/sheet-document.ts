import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, NoSlot } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import type { Places } from '../source/report.js';
import { cellName, columnOf, rowOf } from '../workbook/cell-name.js';
import type { Sheet } from '../workbook/workbook.js';
import { findCell } from './find-cell.js';
import type { TableForm } from './table-form.js';
import type { CellFault, TableSource } from './table-source.js';

/** A sheet of a workbook as a table. */
export function sheetTable(file: string, sheet: Sheet): TableSource {
  const places = new SheetPlaces(file, sheet.name);
  return {
    places,
    records: sheet.rows,
    faults: [],
    isSeparated: false,
    cells: {
      faults: () => faultsOf(sheet),
      at: (offset) => ({ row: rowOf(offset), column: columnOf(offset) }),
      isFaulty: (offset) => sheet.problems.has(offset),
    },
    documentOf: (value, form) => new SheetDocument(places, value, form),
  };
}

function* faultsOf({ problems, merged }: Sheet): Generator<CellFault> {
  for (const [offset, why] of problems) yield { from: offset, to: offset, detail: () => `${cellName(offset)} ${why}` };
  for (const { from, to } of merged) {
    const what = 'are one merged cell: only the first one has a value. Unmerge them and fill each.';
    yield { from, to, detail: () => `${cellName(from)}:${cellName(to)} ${what}` };
  }
}

/** Where the cells of a sheet are: line and column are those of the sheet. */
class SheetPlaces implements Places {
  constructor(
    readonly file: string,
    readonly sheet: string,
  ) {}

  place(offset: number): SourcePlace {
    const [line, column] = [rowOf(offset) + 1, columnOf(offset) + 1];
    const cell = `${this.sheet}!${cellName(offset)}`;
    return { file: this.file, line, column, endLine: line, endColumn: column + 1, cell };
  }

  line(): string {
    return '';
  }
}

/** A sheet as a located document. It is read only: values in it are never written. */
class SheetDocument implements LocatedDocument {
  readonly isTable = true;
  readonly file: string;

  constructor(
    readonly places: Places,
    readonly value: unknown,
    readonly form: TableForm,
  ) {
    this.file = places.file;
  }

  get faulty(): boolean {
    return (this.form.faultyRows?.size ?? 0) > 0;
  }

  place(path: FieldPath): SourcePlace {
    return this.places.place(this.offset(path));
  }

  offset(path: FieldPath): number {
    const found = findCell(this.form, path);
    if (found === undefined) return 0;
    const { row, column = 0 } = found;
    // A row ends at its last cell with something in it.
    return (row.offsets[0] ?? 0) + column;
  }

  /** What a cell that cannot be taken leaves out was reported. */
  isUnsure(path: FieldPath): boolean {
    return path.length === 1 && this.form.faultyRows?.has(rowOf(this.offset(path))) === true;
  }

  line(): string {
    return '';
  }

  written(path: FieldPath): string | undefined {
    const found = findCell(this.form, path);
    return found?.column === undefined ? undefined : found.row.fields[found.column];
  }

  slot(path: FieldPath): NoSlot | undefined {
    if (path.length < 2) return undefined;
    const { cell } = this.place(path);
    return { why: `is in a workbook (${cell}), which is only read: change it there` };
  }
}
