import { callEnding } from '../../api/index.js';
import { type CommandContext, type CommandResult, result } from '../command.js';
import { accountUid } from '../planning.js';
import { openService, tokenFile } from '../service.js';
import { openWorkspace } from '../workspace.js';

/** One login, and the account's real uid. A refused login is not repeated: five lock the account until the next day. */
export async function login(
  context: CommandContext,
  _args: readonly string[],
  { remember = false }: { readonly remember?: boolean },
): Promise<CommandResult> {
  const { signal } = context.io;
  const workspace = await openWorkspace(context);
  const service = await openService(context, workspace, { writes: false, logsIn: true });
  try {
    const attempt = await service.client.login({ remember, signal });
    if (!attempt.ok) throw callEnding(attempt.failure);
    const uid = await accountUid(service, signal);
    const { name } = workspace.account;
    const { expiresAt, kept: isKept } = attempt.reply;
    const kept = isKept ? `\nThe token is kept in ${tokenFile()} until ${expiresAt}.` : '';
    return result(`The credentials of account ${name} are accepted; its uid is ${uid}.${kept}`, {
      formatVersion: '1.0',
      account: name,
      uid,
      expiresAt,
    });
  } finally {
    await service.close();
  }
}
