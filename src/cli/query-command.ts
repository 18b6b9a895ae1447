import type { Client } from '../api/index.js';
import { Failure } from '../diagnostics/failure.js';
import type { Checked, QueryColumn, QueryRow } from '../queries/index.js';
import { renderCsv, renderRows, rowsDocument } from '../render/index.js';
import { type CommandContext, type CommandResult, result, stdoutText } from './command.js';
import { openService } from './service.js';
import { openWorkspace, saveText, type Workspace } from './workspace.js';

/** Parameters that passed their checks; what is wrong with them ends the command before any call. */
export function checkedParams<Params>(checked: Checked<Params>): Params {
  if (checked.ok) return checked.params;
  throw new Failure(checked.diagnostics);
}

export async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Runs a query against the workspace's account and prints its rows as a table, or as one JSON document. */
export async function rowsCommand(
  context: CommandContext,
  columns: readonly QueryColumn[],
  run: (client: Client, workspace: Workspace) => AsyncIterable<QueryRow>,
): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  const service = await openService(context, workspace, { writes: false });
  try {
    const rows = await collect(run(service.client, workspace));
    return result(renderRows(rows, columns, stdoutText(context)), rowsDocument(rows));
  } finally {
    await service.close();
  }
}

export async function writeCsv(
  context: CommandContext,
  file: string,
  rows: readonly QueryRow[],
  columns: readonly QueryColumn[],
  bom: boolean,
): Promise<void> {
  const names = columns.map((column) => column.name);
  const texts = rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, typeof row[name] === 'object' ? row[name].join(',') : row[name]])),
  );
  await saveText(context, '--csv', file, [...renderCsv(names, texts, { bom })].join(''));
}
