import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type {
  Address,
  Change,
  Kind,
  Observation,
  ObserveTarget,
  Resource,
  StateEntry,
  Values,
} from '../model/index.js';
import { digestValues, heldResources, isOpenCreation, plural } from '../model/index.js';
import { isMarkOf } from './baseline-prior.js';
import {
  adoption,
  contradicted,
  creation,
  edit,
  inDoubt,
  inProgress,
  leftInPlace,
  reviewed,
  unusable,
} from './classify.js';
import { diffFields, storedDifferently } from './diff.js';
import { compareExpected } from './expected.js';
import { Learner } from './learner.js';
import type { Learnt, PriorEntries } from './learnt.js';
import { LeftBehind } from './left-behind.js';
import { LikelyTwins } from './likeness.js';
import { describedBy, type ObservedPart } from './observe.js';
import type { PlanInputs } from './plan-inputs.js';
import { settledEntry } from './settle.js';
import type { ShownFields } from './shown-fields.js';

/**
 * Turns resources and readings into changes. Readings of what is known by its own id are compared as they arrive, and
 * nothing of an unchanged one is kept but its mark; everything else is compared at the end, when all has been read.
 */
export class Planner {
  readonly diagnostics: Diagnostic[] = [];
  readonly #changes = new Map<Address, Change>();
  readonly #readings = new Map<Address, Observation>();
  readonly #late = new Map<Address, Observation>();
  readonly #absent = new Set<Address>();
  readonly #unclaimed = new Map<string, Observation[]>();
  readonly #seen = new Map<string, { found: number; missing: number }>();
  readonly #learner: Learner;
  readonly #shown: ShownFields;
  #twins: LikelyTwins | undefined;
  #noop = 0;

  constructor(
    readonly inputs: PlanInputs,
    readonly entries: PriorEntries,
    readonly includes: (address: Address) => boolean,
    readonly refreshed: boolean,
    shown: ShownFields,
  ) {
    this.#shown = shown;
    this.#learner = new Learner(inputs.state.baseline, inputs.unrecorded !== true);
  }

  /** What is in sight, and what has an id of its own: its listing must not pass for somebody else's. */
  *lookedFor(withoutRows = false): Iterable<Resource> {
    const { graph } = this.inputs;
    for (const resource of withoutRows ? heldResources(graph) : graph.resources.values()) {
      const named = resource.id !== undefined && this.inputs.kinds.get(resource.kind)?.identity === 'assigned';
      if (named || this.includes(resource.address)) yield resource;
    }
  }

  take({ kind, batch }: ObservedPart): void {
    const seen = this.#seen.get(kind.name) ?? { found: 0, missing: 0 };
    this.#seen.set(kind.name, { found: seen.found + batch.found.length, missing: seen.missing + batch.missing.length });
    for (const [target, observation] of batch.found) {
      if (kind.identity === 'address') this.#compare(kind, this.#resource(target), observation);
      else this.#late.set(target.address, observation);
    }
    for (const target of batch.missing) {
      if (kind.identity === 'address') this.#missing(kind, this.#resource(target), undefined);
      else this.#absent.add(target.address);
    }
    if (batch.unclaimed !== undefined) {
      this.#unclaimed.set(kind.name, [...(this.#unclaimed.get(kind.name) ?? []), ...batch.unclaimed]);
    }
  }

  finish(): {
    changes: readonly Change[];
    noop: number;
    learnt: Learnt;
    readings: ReadonlyMap<Address, Observation>;
    forgottenMarks: number;
    left: LeftBehind;
  } {
    this.#refuseIfNothingRead();
    const { graph } = this.inputs;
    // What is known by its own id was compared when it was read; the rows of long lists are of that sort.
    for (const resource of this.refreshed ? heldResources(graph) : graph.resources.values()) {
      if (!this.includes(resource.address)) continue;
      const kind = this.inputs.kinds.get(resource.kind);
      if (kind === undefined) continue;
      if (kind.identity === 'address') {
        if (!this.refreshed) this.#compareUnread(kind, resource);
      } else this.#decide(kind, resource);
    }
    const { changes: left, marks, behind } = this.#leftOver();
    return {
      changes: [...this.#inOrder(), ...left],
      noop: this.#noop,
      learnt: this.#learner.learnt(this.entries),
      readings: this.#readings,
      forgottenMarks: marks,
      left: behind,
    };
  }

  /** The changes in the order of the manifests; each is about something that they describe. */
  *#inOrder(): Generator<Change> {
    if (this.#changes.size === 0) return;
    for (const address of this.inputs.graph.resources.keys()) {
      const change = this.#changes.get(address);
      if (change !== undefined) yield change;
    }
  }

  #resource(target: ObserveTarget): Resource {
    const resource = describedBy(target, this.inputs.graph);
    if (resource === undefined) throw new Error(`observed ${target.address}, which no manifest describes`);
    return resource;
  }

  #add(change: Change, observation?: Observation): void {
    this.#changes.set(change.address, change);
    if (observation !== undefined && change.action === 'update') this.#readings.set(change.address, observation);
  }

  /** Something that the service gives ids to, or that depends on such a thing. */
  #decide(kind: Kind, resource: Resource): void {
    const entry = this.entries.get(resource.address);
    const observation = this.#late.get(resource.address);
    if (entry === undefined || this.#hangsElsewhere(kind, resource, entry)) {
      return this.#decideNew(kind, resource, observation);
    }
    if (kind.identity === 'assigned' && resource.id !== undefined && resource.id !== entry.id) {
      if (entry.status === 'settled') return this.#add(contradicted(kind, resource, entry));
      // What became of it is stated in the manifest.
      return this.#decideNew(kind, resource, observation);
    }
    if (entry.status === 'settled') {
      if (this.#absent.has(resource.address)) return this.#missing(kind, resource, entry);
      return this.#compare(kind, resource, observation, entry);
    }
    if (observation !== undefined)
      return this.#compare(kind, resource, observation, this.#settle(kind, entry, observation));
    this.#add(
      entry.status === 'unknown'
        ? inDoubt(kind, entry, resource, { asked: this.refreshed })
        : inProgress(kind, entry, resource, { now: this.inputs.now }),
    );
  }

  /** The evidence that something in doubt, or on its way, is there. */
  #settle(kind: Kind, entry: StateEntry, observation: Observation): StateEntry {
    const settled = settledEntry(entry, observation.id, { how: 'observed', at: observation.at });
    const stored = storedDifferently(kind.fields, entry.values, observation);
    const known = Object.keys(stored).length === 0 ? settled : { ...settled, stored };
    this.entries.set(known);
    return known;
  }

  /** A parent of this name is another one by now, and what the state knows belongs to the old one. */
  #hangsElsewhere(kind: Kind, resource: Resource, entry: StateEntry): boolean {
    const [parent] = resource.parents ?? [];
    if (kind.identity !== 'parent' || parent === undefined || entry.status !== 'settled') return false;
    const parentId = this.inputs.graph.resources.get(parent)?.id ?? this.entries.get(parent)?.id;
    return entry.parentId !== undefined && entry.parentId !== parentId;
  }

  #decideNew(kind: Kind, resource: Resource, observation: Observation | undefined): void {
    if (resource.id !== undefined && kind.identity === 'assigned') {
      if (this.#absent.has(resource.address)) {
        const reason = `the service does not list ${kind.name} ${resource.id}`;
        const todo = `Check the id in the manifest; without an \`id\` a new ${kind.name} would be made.`;
        return this.#add({ ...unusable(kind, resource, undefined, undefined, reason), todo, blocksChildren: true });
      }
      return this.#add(
        adoption(
          kind,
          resource,
          observation,
          diffFields(kind.fields, resource.desired, undefined, observation).filter(
            ({ observed }) => observed !== undefined,
          ),
        ),
      );
    }
    if (kind.create === undefined) return this.#missing(kind, resource, undefined);
    this.#twins ??= new LikelyTwins(
      this.entries,
      this.#unclaimed,
      this.inputs.kinds,
      this.inputs.graph,
      this.inputs.allow,
    );
    const held = this.#twins.holdBack(kind, resource);
    if (held !== undefined) return this.#add(held);
    this.#add(creation(kind, resource));
  }

  #missing(kind: Kind, resource: Resource, entry: StateEntry | undefined): void {
    const id = resource.id ?? entry?.id;
    const reason =
      id === undefined ? 'it is not there and cannot be created' : `the service does not return ${kind.name} ${id}`;
    const change = unusable(kind, resource, entry, undefined, reason);
    this.#add(
      change.todo === undefined ? change : { ...change, todo: change.todo.replaceAll('ADDRESS', resource.address) },
    );
  }

  #compare(kind: Kind, resource: Resource, observation: Observation | undefined, known?: StateEntry): void {
    const entry = known ?? (kind.memory === 'entry' ? this.entries.get(resource.address) : undefined);
    if (observation?.unusable !== undefined) {
      return this.#add(unusable(kind, resource, entry, observation, observation.unusable));
    }
    const expected = compareExpected(kind, resource, observation);
    if (expected?.diagnostic !== undefined) this.diagnostics.push(expected.diagnostic);
    if (expected?.reason !== undefined) {
      return this.#add({ ...unusable(kind, resource, entry, observation, expected.reason), fields: expected.fields });
    }
    const plain = diffFields(kind.fields, resource.desired, entry, observation);
    if (plain.length > 0) {
      const { differences, shown } = this.#shown.judge(kind, resource, observation, plain);
      if (differences.length > 0) {
        const review = this.#underReview(kind, resource, observation);
        return this.#add(review ?? edit(kind, resource, entry, observation, differences), observation);
      }
      return this.#unchanged(kind, resource, observation, entry, shown);
    }
    this.#unchanged(kind, resource, observation, entry, {});
  }

  #unchanged(
    kind: Kind,
    resource: Resource,
    observation: Observation | undefined,
    entry: StateEntry | undefined,
    shown: Values,
  ): void {
    if (kind.memory === 'baseline' && this.entries.get(resource.address) !== undefined)
      this.entries.remove(resource.address);
    this.#noop++;
    this.#learn(kind, resource, observation, entry, shown);
  }

  /** What was sent and is still being reviewed is not sent again; once the review has ended, the entry has done its work. */
  #underReview(kind: Kind, resource: Resource, observation: Observation | undefined): Change | undefined {
    const sent = this.entries.get(resource.address);
    if (sent?.status !== 'pending' || kind.update === undefined) return undefined;
    const same = digestValues(kind.fields, sent.values) === digestValues(kind.fields, resource.desired);
    if (same && observation?.underReview === true && this.inputs.resend !== true)
      return reviewed(kind, resource, sent, observation);
    this.entries.remove(resource.address);
    return undefined;
  }

  /** What an apply will record of a thing that is as wanted. */
  #learn(
    kind: Kind,
    resource: Resource,
    observation: Observation | undefined,
    entry: StateEntry | undefined,
    shown: Values,
  ): void {
    if (observation === undefined) return;
    if (kind.memory === 'baseline') {
      this.#learner.settled(observation.id, kind.fields, resource.desired, shown);
      return;
    }
    const stored = storedDifferently(kind.fields, resource.desired, observation);
    for (const [path, value] of Object.entries(stored)) {
      const detail = `${resource.address}: ${path} was sent as ${JSON.stringify(resource.desired[path])} and is stored as ${JSON.stringify(value)}.`;
      this.diagnostics.push(diagnostic('stored-differently', { detail, address: resource.address }));
    }
    const current: StateEntry = {
      ...(entry ?? { address: resource.address, kind: kind.name, status: 'settled' }),
      id: observation.id,
      values: { ...entry?.values, ...resource.desired },
      provenance: { how: 'observed', at: observation.at },
    };
    const { stored: _old, ...plain } = current;
    const known = Object.keys(stored).length === 0 ? plain : { ...plain, stored };
    if (entry === undefined || !sameMemory(kind, entry, known)) this.entries.set(known);
  }

  /** Without reading, the baseline or the state is all there is to compare with. */
  #compareUnread(kind: Kind, resource: Resource): void {
    const entry = this.entries.get(resource.address);
    const mark = resource.id === undefined ? undefined : this.inputs.state.baseline.get(resource.id);
    const same =
      kind.memory === 'baseline'
        ? mark !== undefined && isMarkOf(mark, kind.fields, resource.desired)
        : entry !== undefined && diffFields(kind.fields, resource.desired, entry, undefined).length === 0;
    if (same) {
      this.#noop++;
      return;
    }
    const differences = diffFields(kind.fields, resource.desired, entry, undefined);
    this.#add({
      ...edit(kind, resource, entry, undefined, differences),
      reason: 'not as last applied; the service was not asked',
    });
  }

  /** What the state remembers and no manifest describes. */
  #leftOver(): { changes: readonly Change[]; marks: number; behind: LeftBehind } {
    const { graph, kinds, state } = this.inputs;
    const forgotten = new Set(graph.forgotten.map(({ address }) => address));
    const changes: Change[] = [];
    const behind = new LeftBehind();
    for (const entry of [...this.entries.values()]) {
      if (graph.resources.has(entry.address) || !this.includes(entry.address)) continue;
      const kind = kinds.get(entry.kind);
      const observation = this.#late.get(entry.address);
      const drop = forgotten.has(entry.address);
      if (!drop) behind.add(entry.kind, entry.address);
      const found = kind !== undefined && observation !== undefined && entry.status !== 'settled';
      const known = found ? this.#settle(kind, entry, observation) : entry;
      if (isOpenCreation(known) && kind !== undefined) {
        // What is in doubt or on its way stays: forgetting it would let a second one be created.
        changes.push(
          known.status === 'unknown'
            ? inDoubt(kind, known, undefined, { asked: this.refreshed, forgotten: drop })
            : inProgress(kind, known, undefined, { now: this.inputs.now, forgotten: drop }),
        );
        continue;
      }
      changes.push(leftInPlace(kind, known, drop));
      if (drop) this.entries.remove(entry.address);
    }
    const baselineKind = kinds.all.find((kind) => kind.memory === 'baseline');
    let marks = 0;
    if (baselineKind !== undefined && state.baseline.size > 0) {
      for (const id of state.baseline.ids()) {
        const address = `${baselineKind.name}/${id}`;
        if (graph.resources.has(address) || !this.includes(address)) continue;
        marks++;
        if (forgotten.has(address)) this.#learner.dropMark(id);
        else behind.add(baselineKind.name, address);
      }
    }
    return { changes, marks, behind };
  }

  #refuseIfNothingRead(): void {
    for (const [name, { found, missing }] of this.#seen) {
      if (this.inputs.kinds.get(name)?.memory !== 'baseline' || found > 0 || missing === 0) continue;
      const detail = `${plural(missing, 'id')} of kind ${name} ${missing === 1 ? 'was' : 'were'} asked for, and none was returned. Nothing was planned.`;
      throw new Failure([...this.diagnostics, diagnostic('nothing-read', { detail })]);
    }
  }
}

/** Whether the state would say nothing new. */
function sameMemory(kind: Kind, entry: StateEntry, known: StateEntry): boolean {
  const digest = ({ values, stored = {} }: StateEntry) =>
    `${digestValues(kind.fields, values)} ${digestValues(kind.fields, stored)}`;
  return entry.status === known.status && entry.id === known.id && digest(entry) === digest(known);
}
