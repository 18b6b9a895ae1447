import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Address, Kind, KindRegistry, Resource, ResourceGraph, StateEntry } from '../../model/index.js';
import { realChild } from './read-prior.js';

/**
 * Two addresses that turn out to be one real object, which only the state can show: a name that was given an id, also
 * where the other name is in the state alone. What is being forgotten no longer counts.
 */
export function findTwins(
  graph: ResourceGraph,
  entries: { get(address: Address): StateEntry | undefined; values(): Iterable<StateEntry> },
  kinds: KindRegistry,
): readonly Diagnostic[] {
  const seen = new Map<string, Address>();
  const diagnostics: Diagnostic[] = [];
  const idOf = (address: Address) => graph.resources.get(address)?.id ?? entries.get(address)?.id;
  const forgotten = new Set(graph.forgotten.map(({ address }) => address));
  for (const { address, kind, id } of entries.values()) {
    if (id === undefined || kinds.get(kind)?.identity !== 'assigned') continue;
    if (!graph.resources.has(address) && !forgotten.has(address)) seen.set(`${kind} ${id}`, address);
  }
  for (const resource of graph.resources.held()) {
    const kind = kinds.get(resource.kind);
    const real = kind === undefined ? undefined : realOf(kind, resource, idOf);
    if (real === undefined) continue;
    const first = seen.get(real);
    if (first === undefined) {
      seen.set(real, resource.address);
      continue;
    }
    const other = graph.resources.get(first);
    const only = `; no manifest describes ${first} any more: \`moved\` says that it is ${resource.address} now`;
    diagnostics.push(
      diagnostic('same-live-object', {
        detail: `${resource.address} and ${first} are both ${real}${other === undefined ? only : ''}.`,
        address: resource.address,
        source: resource.origin.place(),
        related: other === undefined ? undefined : [other.origin.place()],
      }),
    );
  }
  return diagnostics;
}

/** What a resource is at the service, where that is known. */
function realOf(kind: Kind, resource: Resource, idOf: (address: Address) => string | undefined): string | undefined {
  if (kind.identity === 'address') return undefined;
  if (kind.identity === 'assigned') {
    const id = idOf(resource.address);
    return id === undefined ? undefined : `${kind.name} ${id}`;
  }
  const parent = resource.parents?.[0];
  const parentId = resource.parentId ?? (parent === undefined ? undefined : idOf(parent));
  return parentId === undefined ? undefined : realChild(kind.name, parentId, resource.address);
}
