import { type Diagnostic, diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import type { Address, KindRegistry, Moved, Resolution, ResourceGraph, State, StateEntry } from '../../model/index.js';
import { addressOf, digestValues, kindOf, nameOf, resolutionConflicts } from '../../model/index.js';
import { PriorEntries } from './learnt.js';
import { Renames } from './renames.js';
import { settle as applyResolution } from './settle.js';

export interface Prior {
  readonly entries: PriorEntries;
  readonly renames: Renames;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The state as the manifests' `moved` entries and resolutions.yaml say it is to be seen. What depends on a parent is known
 * again by the parent's real id, whether a manifest calls it by name or by id.
 */
export function readPrior(
  state: State,
  graph: ResourceGraph,
  resolutions: readonly Resolution[],
  kinds: KindRegistry,
  now: string,
): Prior {
  const entries = new PriorEntries(state.entries);
  const diagnostics: Diagnostic[] = [];
  const ends = endsOf(graph.moved);
  const renames = new Renames(ends);
  for (const moved of graph.moved) {
    const to = ends.get(moved.from) ?? moved.to;
    for (const one of move(entries, { ...moved, to }, graph, kinds, renames)) diagnostics.push(one);
  }
  if (hasErrors(diagnostics)) return { entries, renames, diagnostics };
  readdress(entries, graph, kinds, renames);
  const meant = resolutions.map((one) => ({ ...one, address: renames.inManifests(one.address) }));
  // Two names of one thing say the same, or contradict each other.
  diagnostics.push(...resolutionConflicts(meant));
  if (hasErrors(diagnostics)) return { entries, renames, diagnostics };
  for (const resolution of meant) diagnostics.push(...settle(entries, resolution, graph, kinds, now));
  return { entries, renames, diagnostics };
}

/** What `readPrior` calls by another name than the state: the ends of the chains that begin at a name of the state. */
export function movesMade(
  { entries }: Pick<State, 'entries'>,
  { moved }: Pick<ResourceGraph, 'moved'>,
): readonly Pick<Moved, 'from' | 'to'>[] {
  const ends = endsOf(moved);
  return moved.filter(({ from }) => entries.has(from)).map(({ from, to }) => ({ from, to: ends.get(from) ?? to }));
}

/**
 * Where the chain of moves ends that each name begins: older moves stay in the manifests for states that have not seen
 * them yet. Every name is walked through once.
 */
function endsOf(moved: readonly Moved[]): ReadonlyMap<Address, Address> {
  const next = new Map(moved.map(({ from, to }) => [from, to]));
  const ends = new Map<Address, Address>();
  for (const { from } of moved) {
    const way = new Set<Address>();
    let at = from;
    for (let to = next.get(at); to !== undefined && !way.has(at) && !ends.has(at); to = next.get(at)) {
      way.add(at);
      at = to;
    }
    const end = ends.get(at) ?? at;
    for (const step of way) ends.set(step, end);
  }
  return ends;
}

function readdress(entries: PriorEntries, graph: ResourceGraph, kinds: KindRegistry, renames: Renames): void {
  const idOf = (address: Address) => graph.resources.get(address)?.id ?? entries.get(address)?.id;
  const left = new Map<string, StateEntry>();
  for (const entry of entries.values()) {
    if (kinds.get(entry.kind)?.identity !== 'parent' || graph.resources.has(entry.address)) continue;
    if (entry.parentId !== undefined) left.set(realChild(entry.kind, entry.parentId, entry.address), entry);
  }
  if (left.size === 0) return;
  for (const { address, kind, parents, parentId } of graph.resources.held()) {
    if (kinds.get(kind)?.identity !== 'parent' || entries.get(address) !== undefined) continue;
    const parent = parentId ?? (parents?.[0] === undefined ? undefined : idOf(parents[0]));
    const entry = parent === undefined ? undefined : left.get(realChild(kind, parent, address));
    if (entry === undefined) continue;
    entries.remove(entry.address);
    entries.set({ ...entry, address });
    renames.add(entry.address, address);
  }
}

/** What a child is at the service, under any address: its kind, its parent's real id, its own part of the name. */
export function realChild(kind: string, parentId: string, address: Address): string {
  return `${kind} ${parentId}${address.slice(address.lastIndexOf('/'))}`;
}

function move(
  entries: PriorEntries,
  { from, to, source }: Moved,
  graph: ResourceGraph,
  kinds: KindRegistry,
  renames: Renames,
): readonly Diagnostic[] {
  if (kindOf(from) !== kindOf(to) || kinds.get(kindOf(from))?.identity !== 'assigned') {
    return [diagnostic('moved-not-a-name', { detail: `${from} cannot become ${to}.`, address: from, source })];
  }
  if (graph.resources.has(from)) {
    return [diagnostic('moved-source-present', { detail: `${from} is still described.`, address: from, source })];
  }
  const entry = entries.get(from);
  if (entry === undefined) return [];
  const pairs = [[entry, to] as const, ...childrenOf(entries, from, to, kinds)];
  const taken = pairs.filter(([, renamed]) => entries.get(renamed) !== undefined);
  if (taken.length > 0) {
    return taken.map(([, address]) =>
      diagnostic('moved-target-taken', { detail: `${address} is already in the state.`, address, source }),
    );
  }
  for (const [old, renamed] of pairs) {
    entries.remove(old.address);
    entries.set({ ...old, address: renamed });
    renames.add(old.address, renamed);
  }
  return [];
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
  if (resolution.accepted !== undefined) return accept(entries, resolution, graph, kinds, now) ?? ignored(OTHER_VALUES);
  const settlement = applyResolution(entries, resolution, { how: 'stated', at: now, by: 'resolutions.yaml' });
  switch (settlement.outcome) {
    // What was settled this way stays in the file until someone takes it out.
    case 'already':
      return [];
    case 'not-meant':
      return ignored(settlement.why);
    case 'impossible':
      return [diagnostic('resolution-conflict', { detail: `${address}: ${settlement.why}`, address, source })];
    case 'absent':
    case 'known':
      // Which attempt it is about is stated, so that an entry left in the file never settles a later one.
      if (resolution.attempt === undefined) return ignored('The entry names no `attempt`; the plan prints it.');
      if (settlement.outcome === 'absent') entries.remove(address);
      else entries.set(settlement.entry);
      return [];
  }
}

const OTHER_VALUES =
  'The digest does not match the values that the manifest has now, or the item is read from the service anyway.';

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
  // What is known by its own id is read in every plan: no word of anyone's counts for more.
  if (kind.identity === 'address') return undefined;
  if (digestValues(kind.fields, resource.desired) !== accepted) return undefined;
  if (digestValues(kind.fields, entry.values) === accepted) return [];
  entries.set(acceptedEntry(entry, resource.desired, { how: 'stated', at: now, by: 'resolutions.yaml' }));
  return [];
}

/** The entry after someone set the manifest's values by hand. */
export function acceptedEntry(
  entry: StateEntry,
  desired: StateEntry['values'],
  provenance: StateEntry['provenance'],
): StateEntry {
  const { assumed: _assumed, stored: _stored, ...rest } = entry;
  return { ...rest, values: { ...entry.values, ...desired }, provenance };
}
