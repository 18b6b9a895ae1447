import { renderAccount, rowsDocument } from '../../render/index.js';
import { type CommandContext, type CommandResult, result, stdoutText } from '../context.js';
import { openService, replyOf } from '../service/service.js';
import { openWorkspace } from '../workspace/workspace.js';

export async function account(context: CommandContext): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  const service = await openService(context, workspace, { writes: false });
  try {
    const fields = replyOf(await service.client.call('accountInfo', {}, { signal: context.io.signal }));
    return result(renderAccount(fields, stdoutText(context)), rowsDocument([fields]));
  } finally {
    await service.close();
  }
}
