import { plural } from '../../model/text/plural.js';
import { visible } from '../characters/visible.js';
import type { DrillRow } from '../view/drill-row.js';
import { type Column, renderTable, type TableOptions } from './table.js';

const number = (value: number) => (value === 0 ? '–' : String(value));

const SETTLED: Readonly<Record<DrillRow['settled'], string>> = {
  'next-run': 'by the next run',
  account: 'read back',
  resolve: 'by resolve',
  open: 'not settled',
};

const COLUMNS: readonly Column<DrillRow>[] = [
  { title: 'killed', value: ({ boundary }) => boundary },
  { title: 'kind', value: ({ kind }) => kind ?? '' },
  { title: 'batch', align: 'right', value: ({ batch }) => (batch === null ? '' : String(batch)) },
  {
    title: 'doubled',
    align: 'right',
    value: ({ doubled }) => number(doubled),
    style: ({ doubled }) => (doubled > 0 ? 'error' : undefined),
  },
  {
    title: 'lost',
    align: 'right',
    value: ({ lost }) => number(lost),
    style: ({ lost }) => (lost > 0 ? 'error' : undefined),
  },
  { title: 'in doubt', align: 'right', value: ({ inDoubt }) => number(inDoubt) },
  { title: 'settled', value: ({ settled }) => SETTLED[settled] },
];

/** A row for each boundary, remarks, and what it all comes to. */
export function renderDrill(rows: readonly DrillRow[], remarks: readonly string[], options: TableOptions): string {
  const said = remarks.map(visible);
  if (rows.length === 0) return said.join('\n\n');
  const sum = (of: (row: DrillRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [doubled, lost] = [sum((row) => row.doubled), sum((row) => row.lost)];
  const doubtful = rows.filter(({ inDoubt }) => inDoubt > 0).length;
  const boundaries = plural(rows.length, 'boundary', 'boundaries');
  const end = `Killed at ${boundaries}: ${doubled} doubled, ${lost} lost; ${doubtful} left items in doubt.`;
  return [renderTable(rows, COLUMNS, options), ...said, end].join('\n\n');
}
