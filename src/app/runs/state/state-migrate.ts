import { foldSnapshot } from '../../../apply/replay.js';
import { Failure } from '../../../diagnostics/failure.js';
import { kinds } from '../../../kinds/registry.js';
import {
  type AccountSettings,
  type HeldLock,
  markBits,
  type Project,
  type StateBackend,
} from '../../../model/index.js';
import { BACKENDS } from '../../../state/registry.js';
import type { RememberingBackend } from '../../../state/remembering-backend.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { backendOf, openBackend } from '../../state/backend.js';
import { underLock } from '../../state/locking.js';
import { isBegun } from '../../state/state-owner.js';
import { accountFlag, checkNotMoved, isEmpty } from '../../state/state-presence.js';
import { readState } from '../../steps/planning.js';
import { commandRefused } from '../../steps/state-edit.js';
import { writeDownLineage } from '../../workspace/project-lineage.js';
import { openWorkspace, type Workspace } from '../../workspace/workspace.js';

/** Moves the state into the other backend. The project file is then changed by hand, in a commit of its own. */
export async function stateMigrate(app: AppPorts, { to }: { readonly to: string }): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const { project, account } = workspace;
  if (!BACKENDS.has(to))
    throw commandRefused(undefined, `--to is one of ${[...BACKENDS.keys()].join(', ')}; not ${to}.`);
  const from = await openBackend(app, workspace);
  if (to === project.state.backend)
    return underLock(app, workspace, from, (held) => takeBack(app, workspace, from, held));
  const target = await backendOf(app, project, account, to);
  await target.prepare?.();
  await underLock(app, workspace, from, (heldThere) =>
    underTargetLock(app, workspace, { target, to }, (held) =>
      move(app, workspace, { from, heldThere, target, held, to }),
    ),
  );
  // It may take long, and is no part of the move: no one waits for it.
  const left = await accountsLeft(app, workspace);
  const text =
    `Moved the state of ${account.name} from ${from.place} to ${target.place}. ` +
    (left.length > 0
      ? `Move the states of the other accounts too, each with \`--account\`: ${left.join(', ')}. Only then set `
      : 'Now set ') +
    `\`backend: ${to}\` below \`state:\` in adwright.yaml and commit it; until then every command says so.`;
  return result(text, { formatVersion: '1.0', from: from.place, to: target.place });
}

interface Way {
  readonly from: RememberingBackend;
  readonly heldThere: HeldLock;
  readonly target: RememberingBackend;
  readonly held: HeldLock;
  readonly to: string;
}

/**
 * At no moment two states count: the old one is marked before its copy is there, and says what goes on if this ends between.
 * Each is one write, what is in doubt included: half of a state would look like a whole one.
 */
async function move(app: AppPorts, workspace: Workspace, { from, heldThere, target, held, to }: Way): Promise<void> {
  const { stored, state, lineage } = await readState(workspace, from, { missing: true, moved: true });
  const begun = stored.snapshot?.movedTo === to ? stored.snapshot.movingAs : undefined;
  if (begun === undefined) checkNotMoved(workspace, stored, from);
  const { stored: present } = await readState(workspace, target, { missing: true, moved: true });
  const there = present.snapshot;
  const isThere = begun !== undefined && there?.origin === begun;
  if (!isThere && !isEmpty(present) && there?.movedTo === undefined) {
    const begunThere = begun === undefined ? '' : ` ${wayBack(workspace)}`;
    throw commandRefused(undefined, `there is already a state in ${target.place}; nothing was changed.${begunThere}`);
  }
  if (!isBegun(stored) || lineage === undefined)
    throw commandRefused(undefined, `there is no state in ${from.place} to migrate.`);
  // What was applied there since is newer than this one.
  if (!isThere) await sayDiagnostics(app, await from.assertNewest({ stored, lineage }, false));
  await writeDownLineage(app, workspace, held, lineage);
  const { snapshot, baseline, expectedSerial } = foldSnapshot(
    { ...state, lineage },
    workspace.account.name,
    markBits(kinds),
  );
  const movingAs = begun ?? app.randomId(8);
  const marked = { ...snapshot, movedTo: to, serial: from.serialOf(snapshot) };
  // Above what was left there when the state moved away, and above all that is written here.
  const serial = Math.max(marked.serial, there?.serial ?? 0) + 1;
  const sequence = Math.max(snapshot.sequence, there?.sequence ?? 0);
  if (begun === undefined) await from.write(heldThere, { ...marked, movingAs }, baseline, expectedSerial);
  if (!isThere) await target.write(held, { ...snapshot, serial, sequence, origin: movingAs }, baseline, there?.serial);
  if (begun !== undefined) await from.write(heldThere, marked, baseline, expectedSerial);
  else await from.write(heldThere, { ...marked, serial: marked.serial + 1 }, baseline, marked.serial);
}

/** Takes the mark off of a move that was begun and whose copy is not there, nor can come there any more. */
async function takeBack(
  app: AppPorts,
  workspace: Workspace,
  from: RememberingBackend,
  held: HeldLock,
): Promise<Outcome> {
  const { project, account } = workspace;
  const { stored, state, lineage } = await readState(workspace, from, { missing: true, moved: true });
  if (!isBegun(stored)) throw commandRefused(undefined, `there is no state in ${from.place}.`);
  const { movedTo: to = '', movingAs } = stored.snapshot ?? {};
  if (movingAs === undefined || lineage === undefined) {
    checkNotMoved(workspace, stored, from);
    throw commandRefused(undefined, `the state is already in the ${project.state.backend} backend.`);
  }
  const target = await backendOf(app, project, account, to);
  // Who began the move may be writing the copy still: once its lock is another's, that write fails.
  return underTargetLock(app, workspace, { target, to }, async () => {
    const there = await target.read();
    const { origin, movedTo } = there.snapshot ?? {};
    if (origin === movingAs) {
      const command = `\`adwright state migrate --to ${to}${accountFlag(workspace)}\``;
      throw commandRefused(undefined, `the state is in ${target.place} already: ${command} finishes the move.`);
    }
    if (origin !== undefined && movedTo === undefined) throw commandRefused(undefined, cameBack(target, to, from));
    await sayDiagnostics(app, await from.assertNewest({ stored, lineage }, false));
    const { snapshot, baseline, expectedSerial } = foldSnapshot({ ...state, lineage }, account.name, markBits(kinds));
    await from.write(held, snapshot, baseline, expectedSerial);
    const text = `The state of ${account.name} stays in ${from.place}: the move to ${target.place} is given up.`;
    return result(text, { formatVersion: '1.0', from: from.place, to: from.place });
  });
}

/** What came there by another move may be this very state, gone on from its copy and back: two would count. */
function cameBack(target: StateBackend, to: string, from: StateBackend): string {
  return (
    `a state was moved into ${target.place} since, and it may be this one, moved on and back; nothing was changed. ` +
    `Set \`backend: ${to}\` and look at it: if it is this one, leave that line and commit it; ` +
    `if not, move it elsewhere, and the move of the one in ${from.place} can be given up.`
  );
}

function wayBack(workspace: Workspace): string {
  const { backend } = workspace.project.state;
  return `\`adwright state migrate --to ${backend}${accountFlag(workspace)}\` gives the move up.`;
}

/** `unlock` is about the place that the project names. */
async function underTargetLock<T>(
  app: AppPorts,
  workspace: Workspace,
  { target, to }: Pick<Way, 'target' | 'to'>,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  let isHeld = false;
  try {
    return await underLock(app, workspace, target, (held) => {
      isHeld = true;
      return work(held);
    });
  } catch (error) {
    if (isHeld || !(error instanceof Failure) || error.ending !== 'locked') throw error;
    const words = `This is the lock of the place that the state moves to: to remove it, set \`backend: ${to}\`, and set it back after \`adwright unlock --force\`.`;
    const told = error.diagnostics.map((one) => ({ ...one, detail: `${one.detail ?? ''} ${words}`.trim() }));
    throw new Failure(told, 'locked');
  }
}

/** Other accounts of the project whose states count where they are: the project names one backend for all. */
async function accountsLeft(app: AppPorts, { project, account }: Workspace): Promise<readonly string[]> {
  const left: string[] = [];
  for (const other of project.accounts.values()) {
    if (other.name === account.name) continue;
    // What cannot be read now may be there all the same.
    if (await isLeft(app, project, other).catch(() => true)) left.push(other.name);
  }
  return left;
}

async function isLeft(app: AppPorts, project: Project, account: AccountSettings): Promise<boolean> {
  const backend = await backendOf(app, project, account, project.state.backend);
  try {
    const stored = await backend.read();
    const { movedTo, movingAs } = stored.snapshot ?? {};
    return isBegun(stored) && (movedTo === undefined || movingAs !== undefined);
  } finally {
    await backend.close?.();
  }
}
