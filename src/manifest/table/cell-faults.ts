import { at, type Places, type Report } from '../source/report.js';
import type { TableRow } from './table-form.js';
import type { SheetCells } from './table-source.js';

/** Reports cells that cannot be taken, in rows and columns that are. Returns the numbers of their rows. */
export function tellCellFaults(
  cells: SheetCells,
  rows: readonly TableRow[],
  names: readonly (string | undefined)[],
  places: Places,
  report: Report,
): ReadonlySet<number> {
  const taken = rows.map(({ offsets }) => cells.at(offsets[0] ?? 0).row);
  const faulty = new Set<number>();
  for (const { from, to, detail } of cells.faults()) {
    const [first, last] = [cells.at(from), cells.at(to)];
    const field = names.slice(first.column, last.column + 1).find((name) => name !== undefined);
    const row = field === undefined ? undefined : firstFrom(taken, first.row);
    if (row === undefined || (taken[row] ?? 0) > last.row) continue;
    report(at(places, 'workbook-cell', from, from, { detail: detail(), field, inColumn: true }));
    for (let one = row; (taken[one] ?? Number.POSITIVE_INFINITY) <= last.row; one++) faulty.add(taken[one] ?? 0);
  }
  return faulty;
}

/** The index of the first number that is not below `least`; they are in order. */
function firstFrom(numbers: readonly number[], least: number): number | undefined {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low < numbers.length ? low : undefined;
}
