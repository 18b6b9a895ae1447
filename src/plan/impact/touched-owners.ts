import type { Address, Changes, KindRegistry, Resources, StateEntry, TouchedOwner } from '../../model/index.js';
import { factWithRole, kindOf } from '../../model/index.js';

export interface TouchedOwners {
  /** In the order of the changes. */
  readonly owners: readonly TouchedOwner[];
  /** Changes in something whose id the service does not name. */
  readonly unknown: number;
}

interface Known {
  readonly resources: Pick<Resources, 'get' | 'held'>;
  readonly entries: Iterable<StateEntry>;
  readonly kinds: KindRegistry;
}

/**
 * What a plan touches of the things that others belong to, and that spend: each create and update counts in what it
 * belongs to, and the creation of such a thing in itself. What is adopted, forgotten, blocked or pending touches nothing.
 */
export function touchedOwners(changes: Changes, { resources, entries, kinds }: Known): TouchedOwners {
  const ownerKinds = ownersAmong(kinds);
  const ids = new Map<Address, string>();
  const addresses = new Map<string, Address>();
  const know = (address: Address, id: string | undefined) => {
    if (id === undefined || !ownerKinds.has(kindOf(address))) return;
    ids.set(address, id);
    addresses.set(id, address);
  };
  for (const { address, id } of entries) know(address, id);
  for (const { address, id } of resources.held()) know(address, id);

  const counts = new Map<string, { id?: string; address?: Address; changes: number }>();
  const count = (id: string | undefined, address: Address | undefined) => {
    const key = id ?? address ?? '';
    const known = counts.get(key);
    if (known !== undefined) known.changes++;
    else counts.set(key, { ...(id !== undefined && { id }), ...(address !== undefined && { address }), changes: 1 });
  };
  let unknown = 0;
  for (const change of changes) {
    if (change.action !== 'create' && change.action !== 'update') continue;
    if (ownerKinds.has(change.kind)) {
      count(ids.get(change.address), change.address);
      continue;
    }
    const kind = kinds.get(change.kind);
    const parent = change.parents?.find((one) => ownerKinds.has(kindOf(one)));
    if (parent !== undefined) {
      count(ids.get(parent), parent);
      continue;
    }
    const id = factWithRole(kind?.facts, change.facts, 'owner') ?? resources.get(change.address)?.parentId;
    if (id !== undefined && id !== '') count(id, addresses.get(id));
    else if (kind?.parentKind !== undefined || hasOwner(kind?.facts)) unknown++;
  }
  return { owners: [...counts.values()], unknown };
}

type Facts = NonNullable<ReturnType<KindRegistry['get']>>['facts'];

const hasOwner = (facts: Facts) => Object.values(facts ?? {}).some(({ role }) => role === 'owner');

/** The kinds that things of other kinds belong to. */
function ownersAmong(kinds: KindRegistry): ReadonlySet<string> {
  const owners = new Set<string>();
  for (const { parentKind, facts } of kinds.all) {
    if (parentKind !== undefined) owners.add(parentKind);
    for (const rule of Object.values(facts ?? {})) if (rule.role === 'owner') owners.add(rule.kind);
  }
  return owners;
}
