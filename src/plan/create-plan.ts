import { type Diagnostic, diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { Failure } from '../diagnostics/failure.js';
import type {
  Address,
  KindRegistry,
  Plan,
  Readings,
  ResourcePart,
  Resources,
  State,
  StateEntry,
} from '../model/index.js';
import { Comparison } from './compare/comparison.js';
import { ShownFields } from './compare/shown-fields.js';
import { type TouchedOwners, touchedOwners } from './impact/touched-owners.js';
import { lookedFor } from './observe/looked-for.js';
import type { ObservedPart } from './observe/observe.js';
import { doubtElsewhere, isWhole, selectTargets } from './observe/targets.js';
import type { PlanInputs } from './plan-inputs.js';
import { Planner } from './planner.js';
import { findTwins } from './prior/identity.js';
import type { Learnt, PriorEntries } from './prior/learnt.js';
import { readPrior } from './prior/read-prior.js';
import { Cautions } from './safety/cautions.js';
import { GuardrailCheck } from './safety/guardrails.js';
import { Outliers } from './safety/outliers.js';
import { PlanDigest } from './saved/plan-digest.js';
import { Counts } from './saved/summary.js';

export interface Planning {
  readonly plan: Plan;
  readonly learnt: Learnt;
  /** What was read of the things that an apply would update, for the moment before the write. */
  readonly readings: Readings;
  /** Whether the plan looked at this address at all. */
  readonly includes: (address: Address) => boolean;
  /** What the changes are in, for those who want to know what it spent. */
  readonly touched: () => TouchedOwners;
}

/** Asks for what is live; the caller decides how. `undefined` plans without reading (`--no-refresh`). */
export type Reader = (part: ResourcePart, entries: PriorEntries) => AsyncIterable<ObservedPart>;

/** The plan: the difference between the manifests and the account. Writes nothing. */
export async function createPlan(inputs: PlanInputs, read: Reader | undefined): Promise<Planning> {
  const { graph, state, kinds, now } = inputs;
  const { resources } = graph;
  if (state.uid !== undefined && state.uid !== inputs.uid) {
    const detail = `The state belongs to the account with uid ${state.uid}; the credentials belong to uid ${inputs.uid}. Nothing was written.`;
    throw new Failure([diagnostic('wrong-account', { detail })]);
  }
  const scope = { targets: inputs.targets, excludes: inputs.excludes ?? [] };
  const whole = isWhole(scope) && inputs.part === undefined;
  // What patterns match can be told only when every address is known.
  if (!whole) await soundAndWhole(resources);
  const prior = readPrior(state, graph, inputs.resolutions, kinds, now);
  const remembered = { addresses: stateAddresses(state, kinds), entries: prior.entries };
  const targeting = selectTargets(scope, graph, remembered, inputs.part);
  const diagnostics = new DiagnosticList();
  diagnostics.addAll(prior.diagnostics);
  diagnostics.addAll(targeting.diagnostics.filter(({ severity }) => severity !== 'error' || !inputs.matchedBefore));
  diagnostics.addAll(findTwins(graph, prior.entries, kinds));
  if (diagnostics.hasErrors) throw new Failure(diagnostics.all());

  const outliers = new Outliers(kinds);
  outliers.seePrior(prior.entries.values());
  const cautions = new Cautions(inputs, prior.entries, targeting.includes);
  const shown = new ShownFields(state.baseline, prior.entries, cautions.take.bind(cautions));
  const comparison = new Comparison(inputs, prior.entries, shown);
  const planner = new Planner(inputs, prior.entries, targeting.includes, read !== undefined, comparison);
  if (read === undefined) {
    planner.takeUnread(resources.held());
    for await (const batch of resources.batches()) planner.takeUnread(batch);
  } else {
    for await (const part of read(whole ? resources : lookedFor(resources, targeting.includes, kinds), prior.entries)) {
      outliers.seeLive(part);
      cautions.seeLive(part);
      planner.take(part);
    }
  }
  const late = await soundAndWhole(resources);
  const { changes, marks, dropMarks, orphans } = planner.finish();
  const missing = orphans.from(graph.emptySources ?? []);
  if (missing.length > 0) throw new Failure(missing);
  diagnostics.addAll(late);
  diagnostics.addAll(comparison.diagnostics);

  const lineage = inputs.lineage ?? (state.lineage === '' ? undefined : state.lineage);
  if (!outliers.knowsBids) for (const change of changes) outliers.countBid(change);
  const digest = new PlanDigest({ uid: inputs.uid, lineage }, kinds);
  const counts = new Counts();
  const guardrails = new GuardrailCheck(inputs.guardrails, kinds);
  const slips = outliers.judge(whole);
  // Once for all of them: each reading of a long list makes its changes again.
  for (const change of changes) {
    digest.see(change);
    counts.see(change);
    guardrails.see(change);
    slips.see(change);
    cautions.seeCreation(change);
  }
  const plan: Plan = {
    account: inputs.account,
    uid: inputs.uid,
    ...(lineage !== undefined && { lineage }),
    ...(inputs.service !== undefined && { service: inputs.service }),
    allow: inputs.allow,
    ...scope,
    createdAt: now,
    ...(read === undefined && { unread: true }),
    digest: digest.end(),
    summary: counts.summary(comparison.noop, marks),
    changes,
    findings: guardrails.findings(inputs.allow),
    // Cautions and outliers count what they have in common themselves.
    diagnostics: [
      ...diagnostics.all(),
      ...cautions.warnings(),
      ...slips.warnings(),
      ...(whole ? [] : doubtElsewhere(inDoubtOutside(prior.entries.values(), targeting.includes))),
    ],
  };
  const learnt: Learnt = {
    put: prior.entries.put,
    drop: prior.entries.drop,
    marks: inputs.learner?.marks ?? [],
    dropMarks,
  };
  const touched = () => touchedOwners(plan.changes, { resources, entries: prior.entries.values(), kinds });
  return { plan, learnt, readings: comparison.readings, includes: targeting.includes, touched };
}

function inDoubtOutside(entries: Iterable<StateEntry>, includes: (address: Address) => boolean): readonly Address[] {
  const outside: Address[] = [];
  for (const { address, status } of entries) if (status === 'unknown' && !includes(address)) outside.push(address);
  return outside;
}

/** Everything is read, and what was found late. From manifests with a fault nothing is planned. */
async function soundAndWhole(resources: Resources): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await resources.finish();
  if (hasErrors(diagnostics)) throw new Failure(diagnostics);
  return diagnostics;
}

function* stateAddresses(state: State, kinds: KindRegistry): Iterable<Address> {
  yield* state.entries.keys();
  const kind = kinds.all.find((one) => one.memory === 'baseline');
  if (kind !== undefined) for (const id of state.baseline.ids()) yield `${kind.name}/${id}`;
}
