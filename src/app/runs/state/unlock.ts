import { Failure } from '../../../diagnostics/failure.js';
import type { StateBackend } from '../../../model/index.js';
import { renderLock } from '../../../render/index.js';
import { hostFacts } from '../../../state/machine/host-identity.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openBackend } from '../../state/backend.js';
import { readState } from '../../steps/planning.js';
import { projectFileLock } from '../../workspace/project-lineage.js';
import { openWorkspace, type Workspace } from '../../workspace/workspace.js';

export async function unlock(app: AppPorts, { force }: { readonly force?: boolean }): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const backend = await openBackend(app, workspace);
  await refuseAnotherProjects(workspace, backend);
  if (force !== true) {
    const holder = await backend.holder();
    return result((layout) => renderLock(holder, layout), { formatVersion: '1.0', holder: holder ?? null });
  }
  const ofState = await backend.forceUnlock();
  const taken = ofState ?? (await unlockProjectFile(app, workspace));
  const text =
    taken === undefined
      ? 'The state is not locked.'
      : `Removed the lock of ${taken.user} on ${taken.host} (${taken.command}, since ${taken.since}). If that run is still alive, its next write is refused.`;
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
async function unlockProjectFile(app: AppPorts, { project }: Workspace) {
  const since = app.clock.now().toISOString();
  const by = { id: app.randomId(8), ...(await hostFacts(app.pid)), command: app.commandLine, since };
  return (await projectFileLock(project.root)).force(by);
}
