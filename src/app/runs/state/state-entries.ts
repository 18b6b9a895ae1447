import { kinds } from '../../../kinds/registry.js';
import type { Address, State, StateEntry } from '../../../model/index.js';
import { addressOf, isOpenCreation, kindOf, nameOf, shellWord } from '../../../model/index.js';
import { NAME_PATTERN } from '../../../model/kind/schema-types.js';
import { childrenOf } from '../../../plan/prior/read-prior.js';
import { renderState, renderStateEntry, stateListDocument, stateShowDocument } from '../../../render/index.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openBackend } from '../../state/backend.js';
import { readState } from '../../steps/planning.js';
import { commandRefused, editState, unknownAddress } from '../../steps/state-edit.js';
import { openWorkspace } from '../../workspace/workspace.js';

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
  const { status } = entry;
  const address = shellWord(entry.address);
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
