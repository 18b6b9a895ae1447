import { appColumns, checkApps, runApps } from '../../queries/index.js';
import type { CommandContext, CommandResult } from '../context.js';
import { checkedParams, notReturned, rowsCommand } from '../steps/query-command.js';

/** All apps, or those of the given ids (getApps). */
export async function appsList(context: CommandContext, ids: readonly string[]): Promise<CommandResult> {
  const params = checkedParams(checkApps(ids));
  return rowsCommand(
    context,
    appColumns,
    (client) => runApps(params, client, context.io),
    (rows) => notReturned(params.ids, rows, 'appId'),
  );
}
