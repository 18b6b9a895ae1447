import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Address, KindRegistry, Moved, Resolution, ResourceGraph, State, StateEntry } from '../model/index.js';
import { addressOf, digestValues, kindOf, nameOf } from '../model/index.js';
import { PriorEntries } from './learnt.js';

export interface Prior {
  readonly entries: PriorEntries;
  readonly diagnostics: readonly Diagnostic[];
}

/** The state as the manifests' `moved` entries and resolutions.yaml say it is to be seen. */
export function readPrior(
  state: State,
  graph: ResourceGraph,
  resolutions: readonly Resolution[],
  kinds: KindRegistry,
  now: string,
): Prior {
  const entries = new PriorEntries(state.entries);
  const diagnostics: Diagnostic[] = [];
  for (const moved of graph.moved) diagnostics.push(...move(entries, moved, graph, kinds));
  for (const resolution of resolutions) diagnostics.push(...settle(entries, resolution, graph, kinds, now));
  return { entries, diagnostics };
}

function move(
  entries: PriorEntries,
  { from, to, source }: Moved,
  graph: ResourceGraph,
  kinds: KindRegistry,
): readonly Diagnostic[] {
  if (kindOf(from) !== kindOf(to) || kinds.get(kindOf(from))?.identity !== 'assigned') {
    return [diagnostic('moved-not-a-name', { detail: `${from} cannot become ${to}.`, address: from, source })];
  }
  if (graph.resources.has(from)) {
    return [diagnostic('moved-source-present', { detail: `${from} is still described.`, address: from, source })];
  }
  const entry = entries.get(from);
  if (entry === undefined) return [];
  const problems: Diagnostic[] = [];
  for (const [old, renamed] of [[entry, to] as const, ...childrenOf(entries, from, to, kinds)]) {
    if (entries.get(renamed) !== undefined) {
      problems.push(
        diagnostic('moved-target-taken', { detail: `${renamed} is in the state already.`, address: renamed, source }),
      );
      continue;
    }
    entries.remove(old.address);
    entries.set({ ...old, address: renamed });
  }
  return problems;
}

/** What is known by its parent's name follows it: `rich-creative/<from>/…` becomes `rich-creative/<to>/…`. */
export function childrenOf(
  entries: { values(): Iterable<StateEntry> },
  from: Address,
  to: Address,
  kinds: KindRegistry,
): readonly (readonly [StateEntry, Address])[] {
  const prefix = `${nameOf(from)}/`;
  return [...entries.values()].flatMap((entry) => {
    if (kinds.get(entry.kind)?.parentKind !== kindOf(from)) return [];
    const name = nameOf(entry.address);
    if (!name.startsWith(prefix)) return [];
    return [[entry, addressOf(entry.kind, `${nameOf(to)}/${name.slice(prefix.length)}`)] as const];
  });
}

function settle(
  entries: PriorEntries,
  resolution: Resolution,
  graph: ResourceGraph,
  kinds: KindRegistry,
  now: string,
): readonly Diagnostic[] {
  const { address, source } = resolution;
  const ignored = (detail: string) => [diagnostic('resolution-ignored', { detail, address, source })];
  const entry = entries.get(address);
  if (resolution.accepted !== undefined) return accept(entries, resolution, graph, kinds, now) ?? ignored(OTHER_VALUES);
  if (entry?.attempt === undefined || entry.status === 'settled') return ignored(`${address} is not in doubt.`);
  if (resolution.attempt !== entry.attempt.id) {
    return ignored(`The entry is for attempt ${resolution.attempt}; the one in doubt is ${entry.attempt.id}.`);
  }
  if (resolution.absent === true) entries.remove(address);
  else if (resolution.id !== undefined)
    entries.set(settledEntry(entry, resolution.id, { how: 'stated', at: now, by: 'resolutions.yaml' }));
  return [];
}

const OTHER_VALUES = 'The digest is of other values than the manifest has now.';

function accept(
  entries: PriorEntries,
  { address, accepted }: Resolution,
  graph: ResourceGraph,
  kinds: KindRegistry,
  now: string,
): readonly Diagnostic[] | undefined {
  const entry = entries.get(address);
  const resource = graph.resources.get(address);
  const kind = kinds.get(kindOf(address));
  if (entry === undefined || resource === undefined || kind === undefined) return undefined;
  if (digestValues(kind.fields, resource.desired) !== accepted) return undefined;
  if (digestValues(kind.fields, entry.values) === accepted) return [];
  entries.set(acceptedEntry(entry, resource.desired, { how: 'stated', at: now, by: 'resolutions.yaml' }));
  return [];
}

/** The entry of an item that turned out to exist under an id. */
export function settledEntry(entry: StateEntry, id: string, provenance: StateEntry['provenance']): StateEntry {
  const { attempt: _attempt, taskId: _taskId, ...rest } = entry;
  return { ...rest, id, status: 'settled', provenance };
}

/** The entry after somebody brought the manifest's values about by hand. */
export function acceptedEntry(
  entry: StateEntry,
  desired: StateEntry['values'],
  provenance: StateEntry['provenance'],
): StateEntry {
  const { assumed: _assumed, stored: _stored, ...rest } = entry;
  return { ...rest, values: { ...entry.values, ...desired }, provenance };
}
