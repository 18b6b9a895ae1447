import { foldSnapshot } from '../../../apply/replay.js';
import { Failure } from '../../../diagnostics/failure.js';
import { kinds } from '../../../kinds/registry.js';
import { markBits } from '../../../model/index.js';
import { BACKENDS } from '../../../state/registry.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { backendOf, openBackend } from '../../state/backend.js';
import { underLock } from '../../state/locking.js';
import { isBegun } from '../../state/state-owner.js';
import { checkNotMoved, checkPresent, isEmpty } from '../../state/state-presence.js';
import { readState } from '../../steps/planning.js';
import { commandRefused } from '../../steps/state-edit.js';
import { beginJournal, fold } from '../../steps/state-writing.js';
import { writeDownLineage } from '../../workspace/project-lineage.js';
import { openWorkspace, type Workspace } from '../../workspace/workspace.js';

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

/** Moves the state into the other backend. The project file is then changed by hand, in a commit of its own. */
export async function stateMigrate(app: AppPorts, { to }: { readonly to: string }): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const { project, account } = workspace;
  if (!BACKENDS.has(to))
    throw commandRefused(undefined, `--to is one of ${[...BACKENDS.keys()].join(', ')}; not ${to}.`);
  if (to === project.state.backend) throw commandRefused(undefined, `the state is already in the ${to} backend.`);
  const from = await openBackend(app, workspace);
  const target = await backendOf(app, project, account, to);
  await target.prepare?.();
  return underLock(app, workspace, from, async (heldThere) =>
    underLock(app, workspace, target, async (held) => {
      const { stored, state, lineage } = await readState(workspace, from, { missing: true, moved: true });
      const begun = stored.snapshot?.movedTo === to ? stored.snapshot.movingAs : undefined;
      if (begun === undefined) checkNotMoved(stored, from);
      const { stored: present } = await readState(workspace, target, { missing: true, moved: true });
      const there = present.snapshot?.serial;
      const isThere = begun !== undefined && there !== undefined && there >= begun;
      if (!isThere && !isEmpty(present) && present.snapshot?.movedTo === undefined) {
        throw commandRefused(undefined, `there is already a state in ${target.place}; nothing was changed.`);
      }
      if (!isBegun(stored) || lineage === undefined)
        throw commandRefused(undefined, `there is no state in ${from.place} to migrate.`);
      // What was applied there since is newer than this one.
      if (!isThere) await sayDiagnostics(app, await from.assertNewest({ stored, lineage }, false));
      await writeDownLineage(app, workspace, held, lineage);
      // At no moment two states that count: the old one is marked before the new one is there, and says what goes on if this
      // ends between. Each in one write, what is in doubt included: half of a state would look like a whole one.
      const { snapshot, baseline, expectedSerial } = foldSnapshot({ ...state, lineage }, account.name, markBits(kinds));
      const marked = { ...snapshot, movedTo: to, serial: from.serialOf(snapshot) };
      const movingAs = begun ?? Math.max(marked.serial, there ?? 0) + 1;
      if (begun === undefined) await from.write(heldThere, { ...marked, movingAs }, baseline, expectedSerial);
      if (!isThere) await target.write(held, { ...snapshot, serial: movingAs }, baseline, there);
      if (begun !== undefined) await from.write(heldThere, marked, baseline, expectedSerial);
      else await from.write(heldThere, { ...marked, serial: marked.serial + 1 }, baseline, marked.serial);
      const left = await accountsLeft(app, workspace);
      const text =
        `Moved the state of ${account.name} from ${from.place} to ${target.place}. ` +
        (left.length > 0
          ? `Move the states of the other accounts too, each with \`--account\`: ${left.join(', ')}. Only then set `
          : 'Now set ') +
        `\`backend: ${to}\` below \`state:\` in adwright.yaml and commit it; until then every command says so.`;
      return result(text, { formatVersion: '1.0', from: from.place, to: target.place });
    }),
  );
}

/** Other accounts of the project whose states count where they are: the project names one backend for all. */
async function accountsLeft(app: AppPorts, { project, account }: Workspace): Promise<readonly string[]> {
  const left: string[] = [];
  for (const other of project.accounts.values()) {
    if (other.name === account.name) continue;
    const backend = await backendOf(app, project, other, project.state.backend);
    try {
      const stored = await backend.read();
      if (isBegun(stored) && stored.snapshot?.movedTo === undefined) left.push(other.name);
    } catch (error) {
      // What cannot be read now may be there all the same.
      if (!(error instanceof Failure)) throw error;
      left.push(other.name);
    } finally {
      await backend.close?.();
    }
  }
  return left;
}
