import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import { isServiceId, type SectionFiles } from '../../model/index.js';
import { at } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import { tellCellFaults } from './cell-faults.js';
import { unguarded } from './cell-text.js';
import { knownHeadings, linesAbove } from './heading-row.js';
import { ownRows } from './left-out-rows.js';
import { openTable } from './open-table.js';

const ID = 'id';

/** The ids in a table of these things, whatever else its columns hold. */
export async function readIds(
  file: string,
  bytes: Uint8Array,
  columns: SectionFiles,
): Promise<{ readonly ids: readonly string[] | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const found = new DiagnosticList();
  const ids: string[] = [];
  const source = await openTable(file, bytes, {}, found.add);
  if (source !== undefined) {
    const { places, records, faults, cells } = source;
    for (const { offset, detail } of faults) found.add(at(places, 'csv-syntax', offset, offset + 1, { detail }));
    const known = knownHeadings(columns.columns);
    const isAbove = linesAbove(source, [ID], known, found.add);
    const names = records[0]?.fields.map((heading) => known.get(heading)) ?? [];
    const column = names.indexOf(ID);
    if (column < 0 && !isAbove) {
      const detail = `No column for the ids (${[ID, ...(columns.columns[ID] ?? [])].join(', ')}).`;
      found.add(at(places, 'csv-heading-missing', 0, 0, { detail }));
    }
    const rows = column < 0 || isAbove ? [] : ownRows(records, names, [ID], columns.leftOut, source, found.add);
    const onlyIds = names.map((name) => (name === ID ? name : undefined));
    if (cells !== undefined) tellCellFaults(cells, rows, onlyIds, places, found.add);
    for (const { fields, offsets } of rows) {
      const cell = fields[column] ?? '';
      const id = isServiceId(cell) ? cell : unguarded(cell).trim();
      const start = offsets[column] ?? offsets[0] ?? 0;
      if (isServiceId(id)) ids.push(id);
      else if (id !== '') {
        const detail = `${quoted(cell)}.`;
        found.add(at(places, 'bad-id', start, start + cell.length, { detail, field: ID, inColumn: true }));
      }
    }
  }
  const diagnostics = found.sorted();
  return { ids: hasErrors(diagnostics) ? undefined : ids, diagnostics };
}
