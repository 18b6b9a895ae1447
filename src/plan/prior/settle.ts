import type { Address, Resolution, StateEntry } from '../../model/index.js';

/** What a resolution makes of an item in doubt. */
export type Settlement =
  /** It exists, or is on its way: its entry from now on. */
  | { readonly outcome: 'known'; readonly entry: StateEntry }
  /** It does not exist, and may be sent again. */
  | { readonly outcome: 'absent' }
  /** The state says so already. */
  | { readonly outcome: 'already' }
  /** The item is not in doubt, or not in this attempt. */
  | { readonly outcome: 'not-meant'; readonly why: string }
  /** What is stated cannot be: the id is another thing's. */
  | { readonly outcome: 'impossible'; readonly why: string };

/** One rule for resolutions.yaml and for `adwright resolve`. */
export function settle(
  entries: { get(address: Address): StateEntry | undefined; values(): Iterable<StateEntry> },
  { address, attempt, id, taskId, absent }: Resolution,
  provenance: StateEntry['provenance'],
): Settlement {
  const entry = entries.get(address);
  // The run that was thought dead, or someone else, has recorded the same meanwhile.
  if (entry?.status === 'settled' && id !== undefined && entry.id === id) return { outcome: 'already' };
  if (entry === undefined) return { outcome: 'not-meant', why: `the state has no entry ${address}.` };
  if (entry.status === 'settled') {
    const known = entry.id === undefined ? 'it is settled' : `its id is ${entry.id}`;
    return { outcome: 'not-meant', why: `${address} is not in doubt: ${known}.` };
  }
  if (attempt !== undefined && attempt !== entry.attempt?.id) {
    const open = entry.attempt?.id ?? 'none';
    return { outcome: 'not-meant', why: `the entry is for attempt ${attempt}; the one in doubt is ${open}.` };
  }
  if (absent === true) return { outcome: 'absent' };
  if (taskId !== undefined) return { outcome: 'known', entry: { ...entry, status: 'pending', taskId } };
  if (id === undefined) return { outcome: 'not-meant', why: 'an entry needs `id` or `absent: true`.' };
  const holder = holderOf(entries.values(), entry, id);
  if (holder !== undefined) return { outcome: 'impossible', why: `id ${id} already belongs to ${holder.address}.` };
  return { outcome: 'known', entry: settledEntry(entry, id, provenance) };
}

function holderOf(entries: Iterable<StateEntry>, { kind, address }: StateEntry, id: string): StateEntry | undefined {
  for (const one of entries) if (one.id === id && one.kind === kind && one.address !== address) return one;
  return undefined;
}

/** The entry of an item that turned out to exist under an id. */
export function settledEntry(entry: StateEntry, id: string, provenance: StateEntry['provenance']): StateEntry {
  const { attempt: _attempt, taskId: _taskId, ...rest } = entry;
  return { ...rest, id, status: 'settled', provenance };
}
