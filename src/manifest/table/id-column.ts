import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import { isServiceId } from '../../model/index.js';
import { decodeTable } from '../source/decode.js';
import { at } from '../source/report.js';
import { SourceText } from '../source/source-text.js';
import { quoted } from '../source/suggest.js';
import { parseCsv, separatorOf } from './csv.js';
import { simplifyHeading, unguarded } from './table.js';

/** The ids of a CSV file, whatever else its columns hold; `headings` are what the column may be called. */
export function readIds(
  file: string,
  bytes: Uint8Array,
  headings: readonly string[],
): { readonly ids: readonly string[] | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const decoded = decodeTable(file, bytes, undefined);
  if ('fault' in decoded) return { ids: undefined, diagnostics: [decoded.fault] };
  const source = new SourceText(file, decoded.text);
  const diagnostics: Diagnostic[] = decoded.note === undefined ? [] : [decoded.note];
  const { records, faults } = parseCsv(source.text, separatorOf(source.text));
  for (const { offset, detail } of faults) diagnostics.push(at(source, 'csv-syntax', offset, offset + 1, { detail }));
  const [head, ...rows] = records;
  const names = new Set(headings.map(simplifyHeading));
  const column = head?.fields.findIndex((heading) => names.has(simplifyHeading(heading))) ?? -1;
  if (column < 0) {
    const detail = `No column for the ids (${headings.join(', ')}).`;
    diagnostics.push(at(source, 'csv-heading-missing', 0, 0, { detail }));
  }
  const ids: string[] = [];
  for (const { fields, offsets } of column < 0 ? [] : rows) {
    const cell = fields[column] ?? '';
    const id = unguarded(cell).trim();
    const start = offsets[column] ?? offsets[0] ?? 0;
    if (isServiceId(id)) ids.push(id);
    else if (id !== '')
      diagnostics.push(at(source, 'bad-id', start, start + cell.length, { detail: `${quoted(cell)}.` }));
  }
  return { ids: hasErrors(diagnostics) ? undefined : ids, diagnostics };
}
