import { type CommandContext, type CommandResult, result } from '../command.js';
import { accountUid } from '../planning.js';
import { openService, tokenFile } from '../service.js';
import { openWorkspace } from '../workspace.js';

export async function login(
  context: CommandContext,
  _args: readonly string[],
  { remember }: { readonly remember?: boolean },
): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  const service = await openService(context, workspace, { writes: false, remember: remember === true });
  try {
    const uid = await accountUid(service, context.io.signal);
    const kept = remember === true ? ` The token is kept in ${tokenFile()} until it expires.` : '';
    const text = `The credentials of account ${workspace.account.name} are accepted; its uid is ${uid}.${kept}`;
    return { ...result(text, { formatVersion: '1.0', account: workspace.account.name, uid }), diagnostics: [] };
  } finally {
    await service.close();
  }
}
