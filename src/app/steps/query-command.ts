import type { Client } from '../../api/index.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Checked, QueryColumn, QueryRow } from '../../queries/index.js';
import { renderCsv, renderRows, rowsDocument } from '../../render/index.js';
import { type CommandContext, type CommandResult, result, say, stdoutText } from '../context.js';
import { openService } from '../service/service.js';
import { checkPlace, saveText } from '../workspace/user-files.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';

/** Parameters that passed their checks; what is wrong with them ends the command before any call. */
export function checkedParams<Params>(checked: Checked<Params>): Params {
  if (checked.ok) return checked.params;
  throw new Failure(checked.diagnostics);
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/**
 * Runs a query against the workspace's account and prints its rows as a table, or as one JSON document. `remark` is
 * what a person should know about the rows, said on stderr.
 */
export async function rowsCommand(
  context: CommandContext,
  columns: readonly QueryColumn[],
  run: (client: Client, workspace: Workspace) => AsyncIterable<QueryRow>,
  remark: (rows: readonly QueryRow[]) => string | undefined = () => undefined,
): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  const service = await openService(context, workspace, { writes: false });
  try {
    const rows = await collect(run(service.client, workspace));
    const remarked = remark(rows);
    if (remarked !== undefined) await say(context, remarked);
    return result(renderRows(rows, columns, stdoutText(context)), rowsDocument(rows));
  } finally {
    await service.close();
  }
}

/** Names the ids that were asked for and are in no row. */
export function notReturned(ids: readonly string[], rows: readonly QueryRow[], column: string): string | undefined {
  const found = new Set(rows.map((row) => row[column]));
  const missing = ids.filter((one) => !found.has(one));
  if (missing.length === 0) return undefined;
  const shown = missing.slice(0, MISSING_SHOWN).join(', ');
  return `Not returned by the service: ${shown}${missing.length > MISSING_SHOWN ? `, and ${missing.length - MISSING_SHOWN} more` : ''}.`;
}

const MISSING_SHOWN = 20;

/** Before anything is fetched: it would be in vain if the file could not be written. */
export async function checkCsv(context: CommandContext, { csv, bom }: { csv?: string; bom?: boolean }): Promise<void> {
  if (csv !== undefined) return checkPlace(context, '--csv', csv);
  if (bom === true) throw new Failure([diagnostic('usage', { detail: '--bom goes with --csv FILE.' })]);
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
