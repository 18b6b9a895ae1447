import { type Cells, type RowColumn, renderCsv } from '../../render/index.js';
import type { CommandContext } from '../context.js';
import { saveText } from './user-files.js';

/** The rows as the file that `--csv` names; a list is one cell, its parts separated by commas. */
export async function writeCsv(
  context: CommandContext,
  file: string,
  rows: readonly Cells[],
  columns: readonly RowColumn[],
  bom: boolean,
): Promise<void> {
  const names = columns.map((column) => column.name);
  const texts = rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, typeof row[name] === 'object' ? row[name].join(',') : row[name]])),
  );
  await saveText(context, '--csv', file, [...renderCsv(names, texts, { bom })].join(''));
}
