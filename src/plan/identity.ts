import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Address, KindRegistry, ResourceGraph, StateEntry } from '../model/index.js';
import { nameOf } from '../model/index.js';

/** Two addresses that turn out to be one real object, which only the state can show: a name that was given an id. */
export function findTwins(
  graph: ResourceGraph,
  entries: { get(address: Address): StateEntry | undefined },
  kinds: KindRegistry,
): readonly Diagnostic[] {
  const seen = new Map<string, Address>();
  const diagnostics: Diagnostic[] = [];
  const idOf = (address: Address) => graph.resources.get(address)?.id ?? entries.get(address)?.id;
  for (const resource of graph.resources.values()) {
    const kind = kinds.get(resource.kind);
    if (kind === undefined || kind.identity === 'address') continue;
    let real: string | undefined;
    if (kind.identity === 'assigned') {
      const id = idOf(resource.address);
      real = id === undefined ? undefined : `${kind.name} ${id}`;
    } else {
      const parent = resource.parents?.[0];
      const parentId = resource.parentId ?? (parent === undefined ? undefined : idOf(parent));
      const name = nameOf(resource.address);
      real = parentId === undefined ? undefined : `${kind.name} ${parentId}${name.slice(name.lastIndexOf('/'))}`;
    }
    if (real === undefined) continue;
    const first = seen.get(real);
    if (first === undefined) {
      seen.set(real, resource.address);
      continue;
    }
    const firstPlace = graph.resources.get(first)?.origin.place();
    diagnostics.push(
      diagnostic('same-object-twice', {
        detail: `${resource.address} and ${first} are both ${real}.`,
        address: resource.address,
        source: resource.origin.place(),
        related: firstPlace === undefined ? undefined : [firstPlace],
      }),
    );
  }
  return diagnostics;
}
