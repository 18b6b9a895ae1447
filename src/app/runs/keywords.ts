import {
  checkKeywords,
  keywordColumns,
  keywordPackageColumns,
  keywordTagColumns,
  runKeywordPackages,
  runKeywords,
  runKeywordTags,
} from '../../queries/index.js';
import type { CommandContext, CommandResult } from '../context.js';
import { checkedParams, notReturned, rowsCommand } from '../steps/query-command.js';

/** Keywords by id (getKeywords). */
export async function keywordsGet(context: CommandContext, ids: readonly string[]): Promise<CommandResult> {
  const params = checkedParams(checkKeywords(ids));
  return rowsCommand(
    context,
    keywordColumns,
    (client) => runKeywords(params, client, context.io),
    (rows) => notReturned(params.ids, rows, 'id'),
  );
}

/** Keyword tags. */
export async function keywordsTags(context: CommandContext): Promise<CommandResult> {
  return rowsCommand(context, keywordTagColumns, (client) => runKeywordTags(client, context.io));
}

/** Recommended keyword packages (keywordPackages): one by its exact name, or all. */
export async function keywordsPackages(context: CommandContext, [name]: readonly string[]): Promise<CommandResult> {
  return rowsCommand(
    context,
    keywordPackageColumns,
    (client) => runKeywordPackages(name, client, context.io),
    (rows) =>
      name === undefined || rows.length > 0
        ? undefined
        : `The service has no package of exactly the name ${name}; \`adwright keywords packages\` shows all.`,
  );
}
