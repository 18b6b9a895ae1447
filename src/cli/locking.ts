import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { HeldLock, StateBackend } from '../model/index.js';
import type { CommandContext } from './command.js';
import { say } from './command.js';
import type { Workspace } from './workspace.js';

/** One writer per account's state: the work runs under the lock, and the lock goes whatever becomes of the work. */
export async function withLock<T>(
  context: CommandContext,
  { project }: Workspace,
  backend: StateBackend,
  work: (held: HeldLock, diagnostics: readonly Diagnostic[]) => Promise<T>,
): Promise<T> {
  const { held, diagnostics } = await backend.lock(context.commandLine, {
    seconds: project.state.lockTimeoutSeconds,
    signal: context.io.signal,
    onWait: (holder) => {
      const text = `Waiting for the lock: ${holder.user} on ${holder.host} holds it since ${holder.since} (${holder.command}).`;
      void say(context, text);
    },
  });
  try {
    return await work(held, diagnostics);
  } finally {
    await held.release();
  }
}
