import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Address, ResourceGraph } from '../model/index.js';
import { addressMatcher } from '../model/index.js';

export interface Targeting {
  /** Whether a plan looks at this address at all. */
  readonly includes: (address: Address) => boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** What `--target` leaves in sight: what the patterns match, and its parents. */
export function selectTargets(
  patterns: readonly string[],
  graph: ResourceGraph,
  stateAddresses: Iterable<Address>,
): Targeting {
  if (patterns.length === 0) return { includes: () => true, diagnostics: [] };
  const all = new Set<Address>([...graph.resources.keys(), ...stateAddresses]);
  const chosen = new Set<Address>();
  const diagnostics: Diagnostic[] = [];
  for (const pattern of patterns) {
    const matches = addressMatcher(pattern);
    let hit = false;
    for (const address of all) {
      if (!matches(address)) continue;
      hit = true;
      chosen.add(address);
      for (const parent of graph.resources.get(address)?.parents ?? []) chosen.add(parent);
    }
    if (!hit) diagnostics.push(diagnostic('target-matches-nothing', { detail: `--target ${pattern}` }));
  }
  return { includes: (address) => chosen.has(address), diagnostics };
}
