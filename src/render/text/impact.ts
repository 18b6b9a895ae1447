import { layout, painter, usableWidth } from '../characters/paint.js';
import { COST, type ImpactRow, type ImpactView } from '../view/impact-view.js';
import { type Column, renderTable } from './table.js';

/** So many groups are listed; the document has all of them. */
const LISTED = 10;

const COLUMNS: readonly Column<ImpactRow>[] = [
  { title: 'GROUP', value: ({ name }) => name },
  { title: 'ID', value: ({ id }) => id, whole: true },
  { title: 'COST', value: ({ cost }) => cost, align: 'right', whole: true },
  { title: 'CLICKS', value: ({ clicks }) => clicks, align: 'right', whole: true },
  { title: 'VIEWS', value: ({ views }) => views, align: 'right', whole: true },
  { title: 'CHANGES', value: ({ changes }) => changes, align: 'right', whole: true },
];

/** The groups as lines, a heading first. */
export function impactTable(rows: readonly ImpactRow[], width: number): readonly string[] {
  return renderTable(rows, COLUMNS, { color: false, width }).split('\n');
}

/** What the groups touched spent: the sums in words, and the dearest of them. */
export function renderImpact(
  { sentences, rows }: ImpactView,
  options: { readonly color: boolean; readonly width: number },
): string {
  const paint = painter(options.color);
  const width = usableWidth(options.width);
  const lines = [paint(COST, 'heading'), ...layout([{ text: `  ${sentences}` }], width, 2, paint)];
  const shown = rows.slice(0, LISTED);
  if (shown.length > 0) {
    for (const line of impactTable(shown, width - 4)) lines.push(`    ${line}`);
  }
  if (rows.length > shown.length) lines.push(paint(`    … and ${rows.length - shown.length} more`, 'quiet'));
  return lines.join('\n');
}
