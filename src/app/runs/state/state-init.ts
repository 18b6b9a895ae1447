import { Failure } from '../../../diagnostics/failure.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { openBackend } from '../../state/backend.js';
import { underLock } from '../../state/locking.js';
import { isBegun } from '../../state/state-owner.js';
import { checkPresent } from '../../state/state-presence.js';
import { readState } from '../../steps/planning.js';
import { commandRefused } from '../../steps/state-edit.js';
import { beginJournal, fold } from '../../steps/state-writing.js';
import { openWorkspace } from '../../workspace/workspace.js';

export async function stateInit(app: AppPorts): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const backend = await openBackend(app, workspace);
  await backend.prepare?.();
  return underLock(app, workspace, backend, async (held) => {
    const reading = await readState(workspace, backend, { missing: true });
    if (isBegun(reading.stored)) {
      throw commandRefused(undefined, `there is already a state in ${backend.place}; nothing was changed.`);
    }
    const { project, account } = workspace;
    // One of an earlier version may be another account's.
    const named = project.accounts.size === 1 ? reading.lineage : account.lineage;
    const older = await backend.assertNewest({ ...reading, lineage: named }, false).catch((error: unknown) => {
      // Where there is none at all it is not an older one.
      if (error instanceof Failure && error.diagnostics.some(({ code }) => code === 'state-older'))
        checkPresent(workspace, reading.stored, named, backend);
      throw error;
    });
    await sayDiagnostics(app, older);
    const { written, lineage } = await beginJournal(app, workspace, backend, held, { ...reading, lineage: named });
    await fold(backend, held, account.name, written, lineage);
    const text = `Created an empty state in ${backend.place}; its lineage ${lineage} is now in adwright.yaml: commit it.`;
    return result(text, { formatVersion: '1.0', lineage, place: backend.place });
  });
}
