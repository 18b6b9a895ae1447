import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { HeldLock, StateBackend } from '../../model/index.js';
import type { AppPorts } from '../ports.js';
import { sayDiagnostics } from '../say-diagnostics.js';
import type { Workspace } from '../workspace/workspace.js';

/** One writer per account's state: the work runs under the lock, and the lock goes whatever becomes of the work. */
export async function withLock<T>(
  app: AppPorts,
  { project }: Workspace,
  backend: StateBackend,
  work: (held: HeldLock, diagnostics: readonly Diagnostic[]) => Promise<T>,
): Promise<T> {
  const { held, diagnostics } = await backend.lock(app.commandLine, {
    seconds: project.state.lockTimeoutSeconds,
    signal: app.signal,
    onWait: (holder) => {
      const text = `Waiting for the lock: ${holder.user} on ${holder.host} has held it since ${holder.since} (${holder.command}).`;
      void app.say(text);
    },
  });
  try {
    return await work(held, diagnostics);
  } finally {
    await release(app, held);
  }
}

/** The same for a command whose result has no place for what there is to say of the lock: it goes to stderr. */
export async function underLock<T>(
  app: AppPorts,
  workspace: Workspace,
  backend: StateBackend,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  return withLock(app, workspace, backend, async (held, diagnostics) => {
    await sayDiagnostics(app, diagnostics);
    return work(held);
  });
}

/** What was done is reported even when the lock cannot be given back. */
async function release(app: AppPorts, held: HeldLock): Promise<void> {
  try {
    await held.release();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await app.warn(
      `adwright: the lock could not be released: ${why}\nThe next run on this host takes it over; elsewhere \`adwright unlock --force\` removes it.`,
    );
  }
}
