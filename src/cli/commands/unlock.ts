import { renderLock } from '../../render/index.js';
import { openBackend } from '../backend.js';
import { type CommandContext, type CommandResult, result, stdoutText } from '../command.js';
import { openWorkspace } from '../workspace.js';

export async function unlock(
  context: CommandContext,
  _args: readonly string[],
  { force }: { readonly force?: boolean },
): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  const backend = await openBackend(context, workspace);
  if (force !== true) {
    const holder = await backend.holder();
    return result(renderLock(holder, stdoutText(context)), { formatVersion: '1.0', holder: holder ?? null });
  }
  const taken = await backend.forceUnlock();
  const text =
    taken === undefined
      ? 'Nobody holds the lock.'
      : `Took the lock away from ${taken.user} on ${taken.host} (${taken.command}, since ${taken.since}). If that run is still alive, its next write is refused.`;
  return result(text, { formatVersion: '1.0', taken: taken ?? null });
}
