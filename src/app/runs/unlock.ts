import { Failure } from '../../diagnostics/failure.js';
import type { StateBackend } from '../../model/index.js';
import { renderLock } from '../../render/index.js';
import { hostFacts } from '../../state/host-identity.js';
import { type CommandContext, type CommandResult, result, stdoutText } from '../context.js';
import { openBackend } from '../state/backend.js';
import { readState } from '../steps/planning.js';
import { projectFileLock } from '../workspace/project-lineage.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';

export async function unlock(
  context: CommandContext,
  _args: readonly string[],
  { force }: { readonly force?: boolean },
): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  const backend = await openBackend(context, workspace);
  await refuseAnotherProjects(workspace, backend);
  if (force !== true) {
    const holder = await backend.holder();
    return result(renderLock(holder, stdoutText(context)), { formatVersion: '1.0', holder: holder ?? null });
  }
  const ofState = await backend.forceUnlock();
  const taken = ofState ?? (await unlockProjectFile(context, workspace));
  const text =
    taken === undefined
      ? 'Nobody holds the lock.'
      : `Took the lock away from ${taken.user} on ${taken.host} (${taken.command}, since ${taken.since}). If that run is still alive, its next write is refused.`;
  return result(text, { formatVersion: '1.0', taken: taken ?? null });
}

/** A lock goes with its state. A state that cannot be read is no reason to keep a lock that may be the fault. */
async function refuseAnotherProjects(workspace: Workspace, backend: StateBackend): Promise<void> {
  try {
    await readState(workspace, backend, { missing: true, moved: true });
  } catch (error) {
    if (error instanceof Failure && error.diagnostics.some(({ code }) => code === 'state-not-ours')) throw error;
  }
}

/** A run that ended elsewhere while it wrote the lineage leaves the lock of the project file behind. */
async function unlockProjectFile({ io, commandLine }: CommandContext, { project }: Workspace) {
  const since = io.clock.now().toISOString();
  const by = { id: io.randomId(8), ...(await hostFacts(io.pid)), command: commandLine, since };
  return (await projectFileLock(project.root)).force(by);
}
