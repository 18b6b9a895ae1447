import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Address, Changes, KindRegistry, ResourceGraph, StateEntry } from '../../model/index.js';
import { plural, wildcardMatcher } from '../../model/index.js';

/** Patterns of `--target` and `--exclude`. Without targets everything is included; exclusions always apply. */
export interface Scope {
  readonly targets: readonly string[];
  readonly excludes: readonly string[];
}

export interface Targeting {
  /** Whether a plan looks at this address at all. */
  readonly includes: (address: Address) => boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export const isWhole = ({ targets, excludes }: Scope) => targets.length === 0 && excludes.length === 0;

/**
 * What a scope leaves in sight of the manifests and the state: what the targets match and their parents, without what is
 * excluded and without what cannot be made as long as its parent is left out. `part` narrows it further.
 */
export function selectTargets(
  scope: Scope,
  graph: ResourceGraph,
  state: {
    readonly addresses: Iterable<Address>;
    readonly entries: { get(address: Address): StateEntry | undefined };
  },
  part?: ReadonlySet<Address>,
): Targeting {
  if (isWhole(scope) && part === undefined) return { includes: () => true, diagnostics: [] };
  const { chosen, diagnostics } = choose(
    scope,
    addressesOf(graph, state.addresses),
    (address) => graph.resources.get(address)?.parents,
  );
  if (part !== undefined) for (const address of chosen) if (!part.has(address)) chosen.delete(address);
  const isThere = (address: Address) => {
    const entry = state.entries.get(address);
    const id = graph.resources.get(address)?.id;
    return entry?.status === 'settled' && (id === undefined || id === entry.id);
  };
  const along = new Map<Address, Address>();
  for (const { address, parents } of graph.resources.held()) {
    if (parents === undefined || !chosen.has(address) || isThere(address)) continue;
    const parent = parents.find((one) => !chosen.has(one) && !isThere(one));
    if (parent !== undefined) along.set(address, parent);
  }
  for (const address of along.keys()) chosen.delete(address);
  return { includes: (address) => chosen.has(address), diagnostics: [...diagnostics, ...leftOut(along)] };
}

function* addressesOf(graph: ResourceGraph, more: Iterable<Address>): Iterable<Address> {
  yield* graph.resources.keys();
  yield* more;
}

/** What a scope leaves of some addresses, and what of it matches nothing. */
export interface ScopePart {
  readonly addresses: ReadonlySet<Address>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The part of the state that a scope leaves; a parent is known by its real id. */
export function selectEntries(scope: Scope, entries: Iterable<StateEntry>, kinds: KindRegistry): ScopePart {
  const byAddress = new Map<Address, StateEntry>();
  const byId = new Map<string, Address>();
  for (const entry of entries) {
    byAddress.set(entry.address, entry);
    if (entry.id !== undefined) byId.set(`${entry.kind} ${entry.id}`, entry.address);
  }
  const { chosen, diagnostics } = choose(scope, byAddress.keys(), (address) => {
    const entry = byAddress.get(address);
    const parent = byId.get(`${kinds.get(entry?.kind ?? '')?.parentKind} ${entry?.parentId}`);
    return parent === undefined ? undefined : [parent];
  });
  return { addresses: chosen, diagnostics };
}

/** The part of a saved plan that a scope leaves, by the same rules. */
export function selectPart(scope: Scope, changes: Changes): ScopePart {
  const addresses: Address[] = [];
  const parentsOf = new Map<Address, readonly Address[]>();
  // A parent that the plan makes, or that it holds back, is not there.
  const missing = new Set<Address>();
  for (const { address, action, parents, blocksChildren } of changes) {
    addresses.push(address);
    if (parents !== undefined) parentsOf.set(address, parents);
    if (action === 'create' || action === 'import' || blocksChildren === true) missing.add(address);
  }
  const { chosen, diagnostics } = choose(scope, addresses, (address) => parentsOf.get(address));
  const along = new Map<Address, Address>();
  for (const { address, action, parents } of changes) {
    if (action !== 'create' || !chosen.has(address)) continue;
    const parent = parents?.find((one) => !chosen.has(one) && missing.has(one));
    if (parent !== undefined) along.set(address, parent);
  }
  for (const address of along.keys()) chosen.delete(address);
  return { addresses: chosen, diagnostics: [...diagnostics, ...leftOut(along)] };
}

type ParentsOf = (address: Address) => readonly Address[] | undefined;

function choose({ targets, excludes }: Scope, addresses: Iterable<Address>, parentsOf: ParentsOf) {
  const known = new Set(addresses);
  const diagnostics: Diagnostic[] = [];
  const matched = (option: string, pattern: string) => {
    const matches = wildcardMatcher(pattern);
    const hits: Address[] = [];
    for (const address of known) if (matches(address)) hits.push(address);
    if (hits.length === 0) diagnostics.push(diagnostic('target-matches-nothing', { detail: `${option} ${pattern}` }));
    return hits;
  };
  const chosen = new Set<Address>(targets.length === 0 ? known : []);
  for (const pattern of targets) {
    for (const address of matched('--target', pattern)) {
      chosen.add(address);
      for (const parent of parentsOf(address) ?? []) if (known.has(parent)) chosen.add(parent);
    }
  }
  for (const pattern of excludes) for (const address of matched('--exclude', pattern)) chosen.delete(address);
  return { chosen, diagnostics };
}

/** One line names at most this many. */
const NAMED = 5;

function leftOut(along: ReadonlyMap<Address, Address>): readonly Diagnostic[] {
  if (along.size === 0) return [];
  const named = [...along].map(([address, parent]) => `${address} (${parent})`);
  return [
    diagnostic('excluded-along', {
      detail: `Left out because the parent (in parentheses) is left out: ${few(named)}.`,
    }),
  ];
}

/** What is in doubt and out of sight: reported, and nothing more. */
export function doubtElsewhere(addresses: readonly Address[]): readonly Diagnostic[] {
  if (addresses.length === 0) return [];
  const verb = addresses.length === 1 ? 'is' : 'are';
  const detail = `${plural(addresses.length, 'item')} outside the targets ${verb} in doubt: ${few(addresses)}.`;
  return [diagnostic('doubt-elsewhere', { detail })];
}

function few(names: readonly string[]): string {
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}
