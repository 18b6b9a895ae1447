import type {
  Address,
  Kind,
  KindPorts,
  KindRegistry,
  ObservedBatch,
  ObserveTarget,
  ProgressEvent,
  Resource,
  ResourceGraph,
  ResourcePart,
  StateEntry,
} from '../../model/index.js';

/** What was read of one kind, as it arrives. */
export interface ObservedPart {
  readonly kind: Kind;
  readonly batch: ObservedBatch;
}

/** Reads everything live that the manifests or the state name, kind by kind, batch by batch. */
export async function* observe(
  part: ResourcePart,
  entries: { get(address: Address): StateEntry | undefined; values(): Iterable<StateEntry> },
  kinds: KindRegistry,
  ports: KindPorts,
  onProgress: (event: ProgressEvent) => void = () => {},
): AsyncIterable<ObservedPart> {
  const held = heldTargets(part.held(), entries, kinds);
  for (const kind of kinds.all) {
    if (kind.observe === undefined) continue;
    const targets = held.get(kind.name) ?? [];
    const rows = () => (kind.observeRows === undefined ? 0 : part.expected);
    if (targets.length + rows() === 0) continue;
    const stage = `reading ${kind.name.replaceAll('-', ' ')}s`;
    let done = 0;
    const progress = () => onProgress({ stage, done, total: Math.max(done, targets.length + rows()) });
    progress();
    const batches = kind.observeRows?.(pagesOf(kind, targets, part), ports) ?? kind.observe(targets, ports);
    for await (const batch of batches) {
      done += batch.found.length + batch.missing.length;
      progress();
      yield { kind, batch };
    }
  }
}

/** By kind, what is held of the manifests, and what only the state knows. */
function heldTargets(
  held: Iterable<Resource>,
  entries: { get(address: Address): StateEntry | undefined; values(): Iterable<StateEntry> },
  kinds: KindRegistry,
): ReadonlyMap<string, readonly ObserveTarget[]> {
  const byKind = new Map<string, ObserveTarget[]>();
  const add = (kind: string, target: ObserveTarget) => {
    const targets = byKind.get(kind);
    if (targets === undefined) byKind.set(kind, [target]);
    else targets.push(target);
  };
  const described = new Set<Address>();
  for (const resource of held) {
    const kind = kinds.get(resource.kind);
    if (kind?.observe === undefined) continue;
    if (kind.memory === 'entry') described.add(resource.address);
    add(resource.kind, targetOf(resource, kind.memory === 'entry' ? entries.get(resource.address) : undefined));
  }
  // What only the state knows is looked for too where ids are assigned: else it would pass for someone else's.
  for (const entry of entries.values()) {
    const kind = kinds.get(entry.kind);
    if (kind?.observe === undefined || kind.identity !== 'assigned' || described.has(entry.address)) continue;
    add(entry.kind, targetOfEntry(entry));
  }
  return byKind;
}

/** What is held of a kind, and then the rows of its long lists. */
async function* pagesOf(
  kind: Kind,
  held: readonly ObserveTarget[],
  part: ResourcePart,
): AsyncGenerator<readonly ObserveTarget[]> {
  if (held.length > 0) yield held;
  for await (const batch of part.batches()) yield batch.filter((resource) => resource.kind === kind.name);
}

function targetOf(resource: Resource, entry: StateEntry | undefined): ObserveTarget {
  // An id in the manifest is the author's word: with it, nothing has to be found by evidence.
  return entry !== undefined && (entry.id !== undefined || resource.id === undefined) ? targetOfEntry(entry) : resource;
}

/** What a target is about, if a manifest describes it. */
export function describedBy(
  target: ObserveTarget,
  { resources }: Pick<ResourceGraph, 'resources'>,
): Resource | undefined {
  return isResource(target) ? target : resources.get(target.address);
}

const isResource = (target: ObserveTarget): target is Resource => 'origin' in target;

function targetOfEntry(entry: StateEntry): ObserveTarget {
  return {
    address: entry.address,
    desired: entry.values,
    ...(entry.id !== undefined && { id: entry.id }),
    ...(entry.id === undefined && entry.attempt !== undefined && { since: entry.attempt.at }),
  };
}
