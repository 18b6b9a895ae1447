import { type Cells, type RowColumn, renderCsv } from '../../render/index.js';
import type { AppPorts } from '../ports.js';
import { saveText } from './user-files.js';

/** The rows as the file that `--csv` names; a list is one cell, its parts separated by commas. */
export async function writeCsv(
  app: AppPorts,
  file: string,
  rows: readonly Cells[],
  columns: readonly RowColumn[],
  bom: boolean,
): Promise<void> {
  const names = columns.map((column) => column.name);
  const texts = rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, typeof row[name] === 'object' ? row[name].join(',') : row[name]])),
  );
  await saveText(app, '--csv', file, [...renderCsv(names, texts, { bom })].join(''));
}
