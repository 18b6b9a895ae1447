import type { FieldPath } from '../../model/index.js';
import { addressOf } from '../../model/index.js';
import { isPlainMap, type PlainMap, put } from '../source/plain-map.js';
import { at, type Places, placeName, type Report } from '../source/report.js';
import type { TableForm, TableRow } from './table-form.js';

/** The rows of a table as a map, by the name that each has in one column; `a.b` becomes a map in the field `a`. */
export function namedRows(
  kind: string,
  column: string,
  values: readonly Readonly<Record<string, unknown>>[],
  { rows, names }: TableForm,
  places: Places,
  report: Report,
): { readonly value: PlainMap; readonly keys: ReadonlyMap<string, number> } {
  const value: PlainMap = {};
  const keys = new Map<string, number>();
  const at_ = (row: number) => rangeOf(rows[row], names.indexOf(column));
  for (const [row, { [column]: name, ...fields }] of values.entries()) {
    const [start, end] = at_(row);
    if (typeof name !== 'string') {
      const detail = `The row has no ${column}: the name by which addresses refer to it.`;
      report(at(places, 'missing-key', start, end, { detail, field: column, inColumn: true }));
      continue;
    }
    const first = keys.get(name);
    if (first !== undefined) {
      const other = places.place(...at_(first));
      const detail = `${addressOf(kind, name)} is declared twice. The other place is ${placeName(other)}.`;
      report(at(places, 'duplicate-address', start, end, { detail, related: [other] }));
      continue;
    }
    keys.set(name, row);
    put(value, name, nested(fields));
  }
  return { value, keys };
}

function rangeOf(row: TableRow | undefined, column: number): [number, number] {
  const start = row?.offsets[column] ?? row?.offsets[0] ?? 0;
  return [start, start + (row?.fields[column] ?? '').length];
}

function nested(fields: Readonly<Record<string, unknown>>): PlainMap {
  const value: PlainMap = {};
  for (const [name, field] of Object.entries(fields)) {
    const path: FieldPath = name.split('.');
    let map = value;
    for (const step of path.slice(0, -1)) {
      const inner = map[String(step)];
      if (isPlainMap(inner)) map = inner;
      else {
        const made: PlainMap = {};
        map[String(step)] = made;
        map = made;
      }
    }
    map[String(path.at(-1))] = field;
  }
  return value;
}
