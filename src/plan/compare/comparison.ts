import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Change, Kind, Observation, Resource, Resources, State, StateEntry, Values } from '../../model/index.js';
import { digestValues, PlannedChanges } from '../../model/index.js';
import type { PriorEntries } from '../prior/learnt.js';
import { settledEntry } from '../prior/settle.js';
import { isMarkOf } from './baseline-prior.js';
import { edit, reviewed, unusable } from './classify.js';
import { diffFields, storedDifferently } from './diff.js';
import { compareExpected } from './expected.js';
import { KeptReadings } from './kept-readings.js';
import type { Learner } from './learner.js';
import type { ShownFields } from './shown-fields.js';

/** What a plan is made from, as far as a comparison needs it. */
export interface ComparisonInputs {
  readonly state: State;
  readonly graph: { readonly resources: Pick<Resources, 'position'> };
  readonly resend?: boolean;
  readonly learner?: Learner;
}

/**
 * Compares one thing at a time, and keeps what comes of it: the changes, and of what is in effect only that it is so. Of
 * an unchanged keyword nothing is kept but its mark, and that only where a learner wants it.
 */
export class Comparison {
  readonly diagnostics: Diagnostic[] = [];
  /** About what the manifests describe, to be read in their order. */
  readonly changes = new PlannedChanges();
  /** Of the things that an apply is to update; nothing where the plan is only to be shown. */
  readonly readings: KeptReadings;
  noop = 0;

  constructor(
    readonly inputs: ComparisonInputs,
    readonly entries: PriorEntries,
    readonly shown: ShownFields,
  ) {
    this.readings = new KeptReadings((address) => inputs.graph.resources.position(address));
  }

  add(change: Change): void {
    const position = this.inputs.graph.resources.position(change.address);
    if (position !== undefined) this.changes.add(change, position);
  }

  compare(kind: Kind, resource: Resource, observation: Observation | undefined, known?: StateEntry): void {
    const entry = known ?? (kind.memory === 'entry' ? this.entries.get(resource.address) : undefined);
    if (observation?.unusable !== undefined) {
      return this.add(unusable(kind, resource, entry, observation, observation.unusable));
    }
    const expected = compareExpected(kind, resource, observation);
    if (expected?.diagnostic !== undefined) this.diagnostics.push(expected.diagnostic);
    if (expected?.reason !== undefined) {
      return this.add({ ...unusable(kind, resource, entry, observation, expected.reason), fields: expected.fields });
    }
    const plain = diffFields(kind.fields, resource.desired, entry, observation);
    if (plain.length > 0) {
      const { differences, shown } = this.shown.judge(kind, resource, observation, plain);
      if (differences.length > 0) {
        const review = this.#underReview(kind, resource, observation);
        const change = review ?? edit(kind, resource, entry, observation, differences);
        const isSent = this.inputs.learner !== undefined && change.action === 'update';
        if (isSent && observation !== undefined) this.readings.add(kind, change, resource.desired, observation);
        return this.add(change);
      }
      return this.#unchanged(kind, resource, observation, entry, shown);
    }
    this.#unchanged(kind, resource, observation, entry, {});
  }

  /** The service does not have it. */
  missing(kind: Kind, resource: Resource, entry: StateEntry | undefined): void {
    const id = resource.id ?? entry?.id;
    const reason =
      id === undefined ? 'it does not exist and cannot be created' : `the service does not return ${kind.name} ${id}`;
    this.add(unusable(kind, resource, entry, undefined, reason));
  }

  /** Without reading, the baseline or the state is all there is to compare with. */
  compareUnread(kind: Kind, resource: Resource): void {
    const entry = this.entries.get(resource.address);
    const mark = resource.id === undefined ? undefined : this.inputs.state.baseline.get(resource.id);
    const same =
      kind.memory === 'baseline'
        ? mark !== undefined && isMarkOf(mark, kind.fields, resource.desired)
        : entry !== undefined && diffFields(kind.fields, resource.desired, entry, undefined).length === 0;
    if (same) {
      this.noop++;
      return;
    }
    const differences = diffFields(kind.fields, resource.desired, entry, undefined);
    this.add({
      ...edit(kind, resource, entry, undefined, differences),
      reason: 'not as last applied; the service was not asked',
    });
  }

  /** The evidence that something in doubt, or on its way, is there. */
  settle(kind: Kind, entry: StateEntry, observation: Observation): StateEntry {
    const settled = settledEntry(entry, observation.id, { how: 'observed', at: observation.at });
    const stored = storedDifferently(kind.fields, entry.values, observation);
    const known = withStored(settled, stored);
    this.entries.set(known);
    return known;
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
    this.noop++;
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

  /** What an apply will record of a thing that is in effect. */
  #learn(
    kind: Kind,
    resource: Resource,
    observation: Observation | undefined,
    entry: StateEntry | undefined,
    shown: Values,
  ): void {
    if (observation === undefined) return;
    if (kind.memory === 'baseline') {
      const { learner, state } = this.inputs;
      learner?.settled(state.baseline, observation.id, kind.fields, resource.desired, shown);
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
    const known = withStored(current, stored);
    if (entry === undefined || !sameMemory(kind, entry, known)) this.entries.set(known);
  }
}

/** The entry with what the service stores differently now, and nothing of what it stored before. */
function withStored({ stored: _old, ...entry }: StateEntry, stored: Values): StateEntry {
  return Object.keys(stored).length === 0 ? entry : { ...entry, stored };
}

/** Whether the state would say nothing new. */
function sameMemory(kind: Kind, entry: StateEntry, known: StateEntry): boolean {
  const digest = ({ values, stored = {} }: StateEntry) =>
    `${digestValues(kind.fields, values)} ${digestValues(kind.fields, stored)}`;
  return entry.status === known.status && entry.id === known.id && digest(entry) === digest(known);
}
