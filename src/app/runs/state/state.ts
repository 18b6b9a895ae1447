import { namelessText } from '../../../apply/nameless-failures.js';
import { foldSnapshot } from '../../../apply/replay.js';
import { Failure } from '../../../diagnostics/failure.js';
import { kinds } from '../../../kinds/registry.js';
import type { Address, ItemError, State, StateBackend, StateEntry, StoredState } from '../../../model/index.js';
import { addressOf, isOpenCreation, kindOf, markBits, nameOf, plural } from '../../../model/index.js';
import { NAME_PATTERN } from '../../../model/kind/schema-types.js';
import { childrenOf } from '../../../plan/prior/read-prior.js';
import {
  renderState,
  renderStateEntry,
  rowsDocument,
  stateListDocument,
  stateShowDocument,
} from '../../../render/index.js';
import { BACKENDS } from '../../../state/registry.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { backendOf, openBackend } from '../../state/backend.js';
import { underLock } from '../../state/locking.js';
import { isBegun } from '../../state/state-owner.js';
import { checkNotMoved, isEmpty } from '../../state/state-presence.js';
import { undoHeads } from '../../state/undo-data.js';
import { readState } from '../../steps/planning.js';
import { commandRefused, editState, unknownAddress } from '../../steps/state-edit.js';
import { beginJournal, fold } from '../../steps/state-writing.js';
import { writeDownLineage } from '../../workspace/project-lineage.js';
import { openWorkspace, type Workspace } from '../../workspace/workspace.js';

const BASELINE_KIND = kinds.all.find((kind) => kind.memory === 'baseline')?.name ?? '';

async function currentState(app: AppPorts): Promise<State> {
  const workspace = await openWorkspace(app);
  const backend = await openBackend(app, workspace);
  return (await readState(workspace, backend)).state;
}

export async function stateList(app: AppPorts, { kind }: { readonly kind?: string }): Promise<Outcome> {
  if (kind !== undefined && kinds.get(kind) === undefined) {
    throw commandRefused(
      undefined,
      `there is no kind ${kind}; kinds are ${kinds.all.map((one) => one.name).join(', ')}.`,
    );
  }
  const state = await currentState(app);
  const entries = listed(state, kind);
  return result((layout) => renderState(entries, layout), stateListDocument(entries));
}

type Listed = Pick<StateEntry, 'address' | 'kind' | 'id' | 'status'>;

function listed(state: State, kind: string | undefined): readonly Listed[] {
  const entries: Listed[] = [...state.entries.values()].filter((entry) => kind === undefined || entry.kind === kind);
  if (kind !== BASELINE_KIND) return entries.filter((entry) => entry.kind !== BASELINE_KIND);
  const known = new Set(entries.map((entry) => entry.address));
  for (const id of state.baseline.ids()) {
    const address = addressOf(BASELINE_KIND, id);
    if (!known.has(address)) entries.push({ address, kind: BASELINE_KIND, id, status: 'settled' });
  }
  return entries;
}

export async function stateShow(app: AppPorts, { address }: { readonly address: Address }): Promise<Outcome> {
  const state = await currentState(app);
  const entry = state.entries.get(address);
  if (entry !== undefined) return result((layout) => renderStateEntry(entry, layout), stateShowDocument(entry));
  const mark = kindOf(address) === BASELINE_KIND ? state.baseline.get(nameOf(address)) : undefined;
  if (mark === undefined) throw unknownAddress(address, `the state has no entry ${address}.`);
  const text = `${address}\n  its baseline digest is ${mark.digest}; the values themselves are read from the service`;
  return result(text, {
    formatVersion: '1.0',
    entry: { address, kind: BASELINE_KIND, id: mark.id, digest: mark.digest },
  });
}

export async function stateRemove(
  app: AppPorts,
  { address, force }: { readonly address: Address; readonly force?: boolean },
): Promise<Outcome> {
  const text = await editState(app, 'state rm', (state) => {
    const entry = state.entries.get(address);
    const id = kindOf(address) === BASELINE_KIND ? state.baseline.get(nameOf(address))?.id : undefined;
    if (entry === undefined && id === undefined) throw unknownAddress(address, `the state has no entry ${address}.`);
    if (entry !== undefined && entry.status !== 'settled' && force !== true)
      throw commandRefused(address, unsettled(entry));
    const left = entry?.id ?? id;
    const next =
      kinds.get(kindOf(address))?.identity === 'address'
        ? 'as long as a manifest describes it, the next plan treats it as new.'
        : 'as long as a manifest describes it, the next plan creates it again.';
    return {
      ...(entry !== undefined && { drop: [address] }),
      ...(id !== undefined && { dropMarks: [id] }),
      outcome: `Removed ${address}${left === undefined ? '' : ` (id ${left})`} from the state. It stays at the service; ${next}`,
    };
  });
  return result(text, { formatVersion: '1.0', removed: address });
}

/** What is removed before its outcome is known may be made a second time. */
function unsettled(entry: StateEntry): string {
  const { address, status } = entry;
  if (!isOpenCreation(entry)) {
    return `it was sent and is under review; the next plans show the result, and \`adwright resolve ${address} --absent\` settles it now. \`--force\` removes it anyway.`;
  }
  const state = status === 'unknown' ? 'whether it was created is not known' : 'its task has not ended';
  return `it was sent, and ${state}; without the state it would be sent a second time. Settle it with \`adwright resolve ${address} --id ID\` or \`--absent\`. \`--force\` removes it anyway.`;
}

export async function stateMove(
  app: AppPorts,
  { from, to }: { readonly from: Address; readonly to: Address },
): Promise<Outcome> {
  const moved = await editState(app, 'state mv', (state) => {
    const entry = state.entries.get(from);
    if (entry === undefined) throw unknownAddress(from, `the state has no entry ${from}.`);
    if (kindOf(from) !== kindOf(to) || kinds.get(entry.kind)?.identity !== 'assigned') {
      throw commandRefused(
        from,
        `${from} cannot become ${to}: only groups and apps can be renamed, and the kind stays the same.`,
      );
    }
    if (!new RegExp(NAME_PATTERN, 'u').test(nameOf(to))) {
      throw commandRefused(to, 'a name is any text without `/`, without spaces and not starting with `id:`.');
    }
    const pairs = [[entry, to] as const, ...childrenOf(state.entries, from, to, kinds)];
    const taken = pairs.find(([, address]) => state.entries.has(address));
    if (taken !== undefined) throw commandRefused(taken[1], `${taken[1]} is already in the state.`);
    return {
      drop: pairs.map(([old]) => old.address),
      put: pairs.map(([old, address]) => ({ ...old, address })),
      outcome: pairs.map(([old, address]) => ({ from: old.address, to: address })),
    };
  });
  const text = moved.map((one) => `${one.from} is now ${one.to}`).join('\n');
  return result(text, { formatVersion: '1.0', moved });
}

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
    await sayDiagnostics(app, await backend.assertNewest({ ...reading, lineage: named }, false));
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
      const { stored: present } = await readState(workspace, target, { missing: true, moved: true });
      if (!isEmpty(present) && present.snapshot?.movedTo === undefined) {
        throw commandRefused(undefined, `there is already a state in ${target.place}; nothing was changed.`);
      }
      if (!isBegun(stored) || lineage === undefined)
        throw commandRefused(undefined, `there is no state in ${from.place} to migrate.`);
      checkNotMoved(stored, from);
      await sayDiagnostics(app, await from.assertNewest({ stored, lineage }, false));
      await writeDownLineage(app, workspace, held, lineage);
      // Each in one write, what is in doubt included: half of a state would look like a whole one.
      const { snapshot, baseline, expectedSerial } = foldSnapshot({ ...state, lineage }, account.name, markBits(kinds));
      const serial = Math.max(snapshot.serial, (present.snapshot?.serial ?? 0) + 1);
      await target.write(held, { ...snapshot, serial }, baseline, present.snapshot?.serial);
      await from.write(heldThere, { ...snapshot, movedTo: to }, baseline, expectedSerial);
      const text =
        `Moved the state of ${account.name} from ${from.place} to ${target.place}. ` +
        `Now set \`state: { backend: ${to} }\` in adwright.yaml and commit it; until then every command says so.`;
      return result(text, { formatVersion: '1.0', from: from.place, to: target.place });
    }),
  );
}

const MOST_CHANGES = 200;

/** The journal since the snapshot, and where the backend keeps one the history of the state, newest first. */
export async function stateLog(app: AppPorts): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const backend = await openBackend(app, workspace);
  const stored = await readUnlessDamaged(app, workspace, backend);
  const journal = (stored?.journal ?? []).map((entry) => ({
    sequence: String(entry.sequence),
    at: entry.at,
    type: entry.type,
    attempt: 'attempt' in entry ? entry.attempt : undefined,
    about: aboutEntry(entry),
  }));
  const history = ((await backend.log?.(MOST_CHANGES)) ?? []).map(({ commit, at, by, what }) => ({
    sequence: undefined,
    at,
    type: 'commit',
    attempt: undefined,
    about: `${what} (${by}, ${commit.slice(0, 12)})`,
  }));
  const kept = await undoHeads(workspace.project.root, workspace.account.name);
  await sayDiagnostics(app, kept.faults);
  const undone = kept.heads.map((head) => ({
    sequence: undefined,
    at: head.at,
    type: 'undo',
    attempt: undefined,
    run: head.run,
    about: `adwright undo ${head.run}: ${countsText(head.counts)} (${head.command})`,
  }));
  const rows = [...journal, ...history, ...undone];
  const serial = stored?.snapshot === undefined ? 'no snapshot' : `snapshot ${stored.snapshot.serial}`;
  const lines = rows.map(({ sequence, at, type, attempt, about }) =>
    [sequence, at, type, attempt, about].filter((word) => word !== undefined && word !== '').join('  '),
  );
  return result(
    [`${serial}; ${plural(journal.length, 'journal entry', 'journal entries')} after it`, ...lines].join('\n'),
    rowsDocument(rows),
  );
}

/** `2 update, 1 create`. */
const countsText = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([action, count]) => `${count} ${action}`)
    .join(', ');

const DAMAGE: ReadonlySet<string> = new Set([
  'state-damaged',
  'state-conflicted',
  'journal-damaged',
  'journal-missing',
]);

/** A damaged state is restored from its history, so that one is shown all the same. */
async function readUnlessDamaged(
  app: AppPorts,
  workspace: Workspace,
  backend: StateBackend,
): Promise<StoredState | undefined> {
  try {
    return (await readState(workspace, backend, { missing: true, moved: true })).stored;
  } catch (error) {
    const isDamaged = error instanceof Failure && error.diagnostics.every(({ code }) => DAMAGE.has(code));
    if (!isDamaged || backend.log === undefined) throw error;
    await sayDiagnostics(app, error.diagnostics);
    return undefined;
  }
}

type Entry = Awaited<ReturnType<typeof readState>>['stored']['journal'][number];

function aboutEntry(entry: Entry): string {
  switch (entry.type) {
    case 'run':
      return `${entry.by}: ${entry.command}`;
    case 'intent':
      return `${entry.endpoint}, ${plural(entry.items.length, 'item')}: ${entry.items[0]?.address ?? ''}${entry.items.length > 1 ? ', …' : ''}`;
    case 'sending':
      return '';
    case 'outcome':
      return `${entry.items
        .map((item) => item.fate)
        .join(', ')
        .slice(0, 80)}${entry.cause === undefined ? '' : `; ${entry.cause}`}${reasonsOfOutcome(entry)}`;
    case 'put':
      if (entry.nameless !== undefined) return `${entry.reason}${reasonsOfNone(entry.nameless)}`;
      return `${entry.reason}: ${entry.put?.length ?? 0} put, ${entry.drop?.length ?? 0} dropped`;
    case 'baseline':
      return plural(entry.marks.length, 'baseline mark');
  }
}

/** Why items failed, and what the reply said of none of them. */
function reasonsOfOutcome({ items, nameless = [] }: Extract<Entry, { type: 'outcome' }>): string {
  const own = items.flatMap(({ position, fate, error }) =>
    error === undefined || fate !== 'failed' ? [] : `item ${position + 1}: ${namelessText([error])}`,
  );
  return `${own.map((text) => `; ${text}`).join('')}${reasonsOfNone(nameless)}`;
}

const reasonsOfNone = (nameless: readonly ItemError[]) =>
  nameless.length === 0 ? '' : `; of no item in particular: ${namelessText(nameless)}`;
