import type { FieldPath } from '../../model/index.js';
import type { TableForm, TableRow } from './table-form.js';

export interface FoundCell {
  readonly row: TableRow;
  /** Undefined where the path names a row, or a field without a column. */
  readonly column: number | undefined;
}

/** The cell that holds what a path names: its first step is a row, by number or by name. */
export function findCell({ rows, names, keys }: TableForm, [step, ...path]: FieldPath): FoundCell | undefined {
  const index = step === undefined ? undefined : keys === undefined ? Number(step) : keys.get(String(step));
  const row = index === undefined ? undefined : rows[index];
  return row && { row, column: columnOf(names, path) };
}

/** An item of a list is in the cell of the list, and a map has several cells, of which the first counts. */
function columnOf(names: TableForm['names'], path: FieldPath): number | undefined {
  if (path.length === 1) {
    const own = names.indexOf(String(path[0]));
    if (own >= 0) return own;
  }
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.');
    const column = names.findIndex((one) => one === name || one?.startsWith(`${name}.`) === true);
    if (column >= 0) return column;
  }
  return undefined;
}

/** The column that holds all of a field, and nothing else. */
export function columnOfField(names: TableForm['names'], path: FieldPath): number | undefined {
  const column = path.length === 0 ? -1 : names.indexOf(path.join('.'));
  return column < 0 ? undefined : column;
}
