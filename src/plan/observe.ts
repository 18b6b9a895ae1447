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
  ResourceRows,
  StateEntry,
} from '../model/index.js';

/** What was read of one kind, as it arrives. */
export interface ObservedPart {
  readonly kind: Kind;
  readonly batch: ObservedBatch;
}

/** Reads everything live that the manifests or the state name, kind by kind, batch by batch. */
export async function* observe(
  resources: Iterable<Resource>,
  entries: { get(address: Address): StateEntry | undefined; values(): Iterable<StateEntry> },
  kinds: KindRegistry,
  ports: KindPorts,
  onProgress: (event: ProgressEvent) => void = () => {},
  rows?: ResourceRows,
): AsyncIterable<ObservedPart> {
  const byKind = new Map<string, ObserveTarget[]>();
  const add = (kind: string, target: ObserveTarget) => {
    const targets = byKind.get(kind);
    if (targets === undefined) byKind.set(kind, [target]);
    else targets.push(target);
  };
  const described = new Set<Address>();
  for (const resource of resources) {
    const kind = kinds.get(resource.kind);
    if (kind?.observe === undefined) continue;
    if (kind.memory === 'entry') described.add(resource.address);
    add(resource.kind, targetOf(resource, kind.memory === 'entry' ? entries.get(resource.address) : undefined));
  }
  // What only the state knows is looked for too where ids are assigned: else it would pass for somebody else's.
  for (const entry of entries.values()) {
    const kind = kinds.get(entry.kind);
    if (kind?.observe === undefined || kind.identity !== 'assigned' || described.has(entry.address)) continue;
    add(entry.kind, targetOfEntry(entry));
  }
  for (const kind of kinds.all) {
    const targets = byKind.get(kind.name);
    const streamed = rows !== undefined && kind.observeRows !== undefined;
    if (kind.observe === undefined || (targets === undefined && !streamed)) continue;
    const stage = `reading ${kind.name.replaceAll('-', ' ')}s`;
    const others = targets?.length ?? 0;
    let done = 0;
    const progress = () => onProgress({ stage, done, total: Math.max(done, others + (streamed ? rows.expected : 0)) });
    progress();
    const batches =
      rows !== undefined && kind.observeRows !== undefined
        ? kind.observeRows(pagesOf(kind, targets ?? [], rows), ports)
        : kind.observe(targets ?? [], ports);
    for await (const batch of batches) {
      done += batch.found.length + batch.missing.length;
      progress();
      yield { kind, batch };
    }
  }
}

/** What is held of a kind, and then the rows of its long lists. */
async function* pagesOf(
  kind: Kind,
  held: readonly ObserveTarget[],
  rows: ResourceRows,
): AsyncGenerator<readonly ObserveTarget[]> {
  if (held.length > 0) yield held;
  for await (const page of rows.pages()) {
    yield page.filter((resource) => resource.kind === kind.name);
  }
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
