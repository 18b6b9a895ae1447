import { type Cells, type RowColumn, renderCsv } from '../../render/index.js';
import type { AppPorts } from '../ports.js';
import { saveText } from './user-files.js';

/** The rows as the file that `--csv` names; a list is one cell, its parts separated by commas. */
export async function writeCsv(
  app: AppPorts,
  file: string,
  rows: Iterable<Cells>,
  columns: readonly RowColumn[],
  bom: boolean,
): Promise<void> {
  const names = columns.map((column) => column.name);
  await saveText(app, '--csv', file, renderCsv(names, textsOf(rows, names), { bom }));
}

/** One by one: there may be a million rows. */
function* textsOf(rows: Iterable<Cells>, names: readonly string[]) {
  for (const row of rows) {
    const texts: Record<string, string | undefined> = {};
    for (const name of names) {
      const cell = row[name];
      texts[name] = typeof cell === 'object' ? cell.join(',') : cell;
    }
    yield texts;
  }
}
