import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type {
  Address,
  Change,
  Changes,
  Kind,
  Observation,
  ObserveTarget,
  Resource,
  StateEntry,
} from '../model/index.js';
import { isOpenCreation, joinChanges, plural } from '../model/index.js';
import { adoption, contradicted, creation, inDoubt, inProgress, leftInPlace, notListed } from './compare/classify.js';
import type { Comparison } from './compare/comparison.js';
import { diffFields } from './compare/diff.js';
import { LikelyTwins } from './compare/likeness.js';
import { describedBy, type ObservedPart } from './observe/observe.js';
import { Orphans } from './orphans.js';
import type { PlanInputs } from './plan-inputs.js';
import type { PriorEntries } from './prior/learnt.js';

/** What the state remembers and no manifest describes. */
interface LeftOver {
  readonly changes: Changes;
  /** How many of it are marks of the baseline. */
  readonly marks: number;
  /** Ids whose marks are dropped. */
  readonly dropMarks: readonly string[];
  readonly orphans: Orphans;
}

/**
 * Turns resources and readings into changes. Readings of what is known by its own id are compared as they arrive;
 * everything else is decided at the end, when all has been read.
 */
export class Planner {
  readonly #late = new Map<Address, Observation>();
  readonly #absent = new Set<Address>();
  readonly #unsure = new Map<Address, string>();
  readonly #unclaimed = new Map<string, Observation[]>();
  readonly #seen = new Map<string, { found: number; missing: number }>();
  #twins: LikelyTwins | undefined;

  constructor(
    readonly inputs: PlanInputs,
    readonly entries: PriorEntries,
    readonly includes: (address: Address) => boolean,
    readonly refreshed: boolean,
    readonly comparison: Comparison,
  ) {}

  take({ kind, batch }: ObservedPart): void {
    const { comparison } = this;
    const seen = this.#seen.get(kind.name) ?? { found: 0, missing: 0 };
    this.#seen.set(kind.name, { found: seen.found + batch.found.length, missing: seen.missing + batch.missing.length });
    for (const [target, observation] of batch.found) {
      if (kind.identity === 'address') comparison.compare(kind, this.#resource(target), observation);
      else this.#late.set(target.address, observation);
    }
    for (const target of batch.missing) {
      if (kind.identity === 'address') comparison.missing(kind, this.#resource(target), undefined);
      else this.#absent.add(target.address);
    }
    for (const [address, why] of batch.unsure ?? []) this.#unsure.set(address, why);
    if (batch.unclaimed !== undefined) {
      this.#unclaimed.set(kind.name, [...(this.#unclaimed.get(kind.name) ?? []), ...batch.unclaimed]);
    }
  }

  /** What is known by its own id, in a plan that reads nothing. */
  takeUnread(resources: Iterable<Resource>): void {
    for (const resource of resources) {
      const kind = this.inputs.kinds.get(resource.kind);
      if (kind?.identity === 'address' && this.includes(resource.address))
        this.comparison.compareUnread(kind, resource);
    }
  }

  /** When everything was read: the changes, those of the manifests in their order, and what is left of the state. */
  finish(): LeftOver {
    this.#refuseIfNothingRead();
    // The rows of long lists are known by their own ids: they were compared when they were read.
    for (const resource of this.inputs.graph.resources.held()) {
      if (!this.includes(resource.address)) continue;
      const kind = this.inputs.kinds.get(resource.kind);
      if (kind !== undefined && kind.identity !== 'address') this.#decide(kind, resource);
    }
    const left = this.#leftOver();
    return { ...left, changes: joinChanges(this.comparison.changes.inOrder(), left.changes) };
  }

  #resource(target: ObserveTarget): Resource {
    const resource = describedBy(target, this.inputs.graph);
    if (resource === undefined) throw new Error(`observed ${target.address}, which no manifest describes`);
    return resource;
  }

  /** Something that the service gives ids to, or that depends on such a thing. */
  #decide(kind: Kind, resource: Resource): void {
    const { comparison } = this;
    const entry = this.entries.get(resource.address);
    const observation = this.#late.get(resource.address);
    if (entry === undefined || this.#hasOtherParent(kind, resource, entry)) {
      return this.#decideNew(kind, resource, observation);
    }
    if (kind.identity === 'assigned' && resource.id !== undefined && resource.id !== entry.id) {
      if (entry.status === 'settled') return comparison.add(contradicted(kind, resource, entry));
      // What became of it is stated in the manifest.
      return this.#decideNew(kind, resource, observation);
    }
    if (entry.status === 'settled') {
      if (this.#absent.has(resource.address)) return comparison.missing(kind, resource, entry);
      return comparison.compare(kind, resource, observation, entry);
    }
    if (observation !== undefined)
      return comparison.compare(kind, resource, observation, comparison.settle(kind, entry, observation));
    comparison.add(this.#stillOpen(kind, entry, resource));
  }

  /** What was sent and is not known to be there stays as it is; what may be it is told, as no plan will settle it. */
  #stillOpen(kind: Kind, entry: StateEntry, resource: Resource | undefined, forgotten = false): Change {
    const { address } = entry;
    const unsure = this.#unsure.get(address);
    if (unsure !== undefined) {
      const detail = `${address}: ${unsure}.`;
      const source = resource?.origin.place();
      this.comparison.diagnostics.push(diagnostic('listing-undecided', { detail, address, source }));
    }
    return entry.status === 'unknown'
      ? inDoubt(kind, entry, resource, { asked: this.refreshed, forgotten, unsure })
      : inProgress(kind, entry, resource, { now: this.inputs.now, forgotten, unsure });
  }

  /** A parent of this name is another one by now, and what the state knows belongs to the old one. */
  #hasOtherParent(kind: Kind, resource: Resource, entry: StateEntry): boolean {
    const [parent] = resource.parents ?? [];
    if (kind.identity !== 'parent' || parent === undefined || entry.status !== 'settled') return false;
    const parentId = this.inputs.graph.resources.get(parent)?.id ?? this.entries.get(parent)?.id;
    return entry.parentId !== undefined && entry.parentId !== parentId;
  }

  #decideNew(kind: Kind, resource: Resource, observation: Observation | undefined): void {
    const { comparison } = this;
    if (resource.id !== undefined && kind.identity === 'assigned') {
      if (this.#absent.has(resource.address)) return comparison.add(notListed(kind, resource));
      if (observation?.unusable !== undefined) return comparison.compare(kind, resource, observation);
      const differences = diffFields(kind.fields, resource.desired, undefined, observation);
      const seen = differences.filter(({ observed }) => observed !== undefined);
      return comparison.add(adoption(kind, resource, observation, seen));
    }
    if (kind.create === undefined) return comparison.missing(kind, resource, undefined);
    const { kinds, graph, allow } = this.inputs;
    this.#twins ??= new LikelyTwins(this.entries, this.#unclaimed, kinds, graph, allow);
    comparison.add(this.#twins.holdBack(kind, resource) ?? creation(kind, resource));
  }

  #leftOver(): LeftOver {
    const { graph, kinds, state } = this.inputs;
    const forgotten = new Set(graph.forgotten.map(({ address }) => address));
    const changes: Change[] = [];
    const orphans = new Orphans();
    for (const entry of [...this.entries.values()]) {
      if (graph.resources.has(entry.address) || !this.includes(entry.address)) continue;
      const drop = forgotten.has(entry.address);
      if (!drop) orphans.add(entry.kind, entry.address);
      changes.push(this.#leftEntry(entry, drop));
    }
    const dropMarks: string[] = [];
    let marks = 0;
    const baselineKind = kinds.all.find((kind) => kind.memory === 'baseline');
    if (baselineKind !== undefined && state.baseline.size > 0) {
      for (const id of state.baseline.ids()) {
        const address = `${baselineKind.name}/${id}`;
        if (graph.resources.has(address) || !this.includes(address)) continue;
        marks++;
        if (forgotten.has(address)) dropMarks.push(id);
        else orphans.add(baselineKind.name, address);
      }
    }
    return { changes, marks, dropMarks, orphans };
  }

  #leftEntry(entry: StateEntry, drop: boolean): Change {
    const kind = this.inputs.kinds.get(entry.kind);
    const observation = this.#late.get(entry.address);
    const found = kind !== undefined && observation !== undefined && entry.status !== 'settled';
    const known = found ? this.comparison.settle(kind, entry, observation) : entry;
    if (isOpenCreation(known) && kind !== undefined) {
      // What is in doubt or on its way stays: forgetting it would let a second one be created.
      return this.#stillOpen(kind, known, undefined, drop);
    }
    if (drop) this.entries.remove(entry.address);
    return leftInPlace(kind, known, drop);
  }

  #refuseIfNothingRead(): void {
    for (const [name, { found, missing }] of this.#seen) {
      if (this.inputs.kinds.get(name)?.memory !== 'baseline' || found > 0 || missing === 0) continue;
      const detail = `${plural(missing, 'id')} of kind ${name} ${missing === 1 ? 'was' : 'were'} requested, and none was returned. Nothing was planned.`;
      throw new Failure([...this.comparison.diagnostics, diagnostic('nothing-read', { detail })]);
    }
  }
}
