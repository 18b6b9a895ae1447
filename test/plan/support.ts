import { kinds } from '../../src/kinds/registry.js';
import { ResourceTable } from '../../src/manifest/table/resource-table.js';
import { HeldResources } from '../../src/manifest/table/table-resources.js';
import type {
  Address,
  BaselineMark,
  Change,
  Observation,
  ObserveTarget,
  Resolution,
  Resource,
  ResourceGraph,
  State,
  StateEntry,
  Values,
} from '../../src/model/index.js';
import { EMPTY_BASELINE, kindOf, withMarks } from '../../src/model/index.js';
import { markOf } from '../../src/plan/compare/baseline-prior.js';
import { MarkLearner } from '../../src/plan/compare/learner.js';
import { createPlan, type Planning } from '../../src/plan/create-plan.js';
import type { ObservedPart } from '../../src/plan/observe/observe.js';
import type { PlanInputs } from '../../src/plan/plan-inputs.js';
import { withManifests } from '../../src/plan/saved/bind-plan.js';

export const NOW = '2024-05-10T02:00:00.000Z';
const place = (line: number) => ({ file: 'ads/a.yaml', line, column: 1 });

/** A resource at a line of a manifest that no one wrote. */
export function resource(address: Address, desired: Values, parts: Partial<Resource> = {}, line = 1): Resource {
  return { address, kind: kindOf(address), desired, origin: { place: () => place(line) }, ...parts };
}

export const group = (name: string, desired: Values = {}, parts: Partial<Resource> = {}) =>
  resource(`group/${name}`, { campaignId: '1001', name, price: '1.20', status: 'enable', ...desired }, parts);

export const creative = (groupName: string, text = 'a', key = 'sublinks-mobile') =>
  resource(
    `rich-creative/${groupName}/${key}`,
    { content: [{ text }], status: 'enable' },
    { parents: [`group/${groupName}`] },
  );

export const keyword = (id: string, desired: Values, parts: Partial<Resource> = {}) =>
  resource(`keyword/${id}`, desired, { id, ...parts });

export const app = (name: string, desired: Values = {}, parts: Partial<Resource> = {}) =>
  resource(`app/${name}`, { title: name, type: 'iOS', appUrl: 'https://dl/x', ...desired }, parts);

export const picture = (id: string, tags: readonly string[]) => resource(`picture/${id}`, { tags }, { id });

export function graph(
  resources: readonly Resource[],
  { digest = 'manifests', ...parts }: Partial<ResourceGraph> & { readonly digest?: string } = {},
): ResourceGraph {
  const held = heldResources(resources);
  held.finish = async () => ({ diagnostics: [], digest: () => digest });
  return { resources: held, moved: [], forgotten: [], files: ['ads/a.yaml'], ...parts };
}

export function heldResources(resources: readonly Resource[]): HeldResources {
  const table = new ResourceTable();
  for (const one of resources) table.add(one);
  return new HeldResources(table, { sections: [], moved: [], forgotten: [] });
}

export const moved = (from: Address, to: Address) => ({ from, to, source: place(90) });
export const forgotten = (address: Address) => ({ address, source: place(91) });

export function entry(address: Address, values: Values, parts: Partial<StateEntry> = {}): StateEntry {
  return {
    address,
    kind: kindOf(address),
    status: 'settled',
    values,
    provenance: { how: 'acknowledged', at: NOW },
    ...parts,
  };
}

/** What the state knows of a resource that was applied as it is. */
export function applied({ address, desired }: Resource, id: string, parts: Partial<StateEntry> = {}): StateEntry {
  return entry(address, desired, { id, ...parts });
}

/** The same, sent and without an outcome. */
export function doubtful({ address, desired }: Resource, parts: Partial<StateEntry> = {}): StateEntry {
  const attempt = {
    id: 'a1b2',
    endpoint: 'addGroups',
    at: '2024-05-10T01:00:00.000Z',
    position: 2,
    size: 3,
    cause: 'the connection was reset',
  };
  return entry(address, desired, { status: 'unknown', attempt, ...parts });
}

export function state(entries: readonly StateEntry[] = [], marks: readonly BaselineMark[] = []): State {
  return {
    lineage: 'l1',
    serial: 1,
    uid: '20001',
    entries: new Map(entries.map((one) => [one.address, one])),
    baseline: withMarks(EMPTY_BASELINE, marks),
    sequence: 0,
  };
}

const rulesOf = (kind: string) => kinds.get(kind)?.fields ?? {};

export const keywordMark = (id: string, values: Values) => markOf(id, rulesOf('keyword'), values);

export function observation(id: string, values: Values, parts: Partial<Observation> = {}): Observation {
  return { id, values, facts: {}, at: NOW, ...parts };
}

export interface Live {
  readonly [kind: string]: {
    readonly found?: Readonly<Record<Address, Observation>>;
    readonly missing?: readonly Address[];
    readonly unclaimed?: readonly Observation[];
  };
}

export function inputs(resources: readonly Resource[], parts: Partial<PlanInputs> = {}): PlanInputs {
  return {
    account: 'main',
    uid: '20001',
    graph: graph(resources),
    state: state(),
    resolutions: [],
    kinds,
    guardrails: {},
    allow: [],
    targets: [],
    now: NOW,
    learner: new MarkLearner(),
    ...parts,
  };
}

/** A plan over what is said to be live; kinds that nothing is said of are not read. */
export async function plan(given: PlanInputs, live: Live = {}): Promise<Planning> {
  const planning = await createPlan(given, async function* (): AsyncIterable<ObservedPart> {
    for (const [name, { found = {}, missing = [], unclaimed }] of Object.entries(live)) {
      const kind = kinds.get(name);
      if (kind === undefined) throw new Error(name);
      const target = (address: Address): ObserveTarget => ({ address, desired: {} });
      const batch = {
        found: Object.entries(found).map(([address, one]) => [target(address), one] as const),
        missing: missing.map(target),
        ...(unclaimed !== undefined && { unclaimed }),
      };
      yield { kind, batch };
    }
  });
  const { digest } = await given.graph.resources.finish();
  return { ...planning, plan: withManifests(planning.plan, digest()) };
}

/** `<action> <address>` of every change. */
export function actions({ plan: { changes } }: Planning): readonly string[] {
  return [...changes].map(({ action, address }) => `${action} ${address}`);
}

export function changeOf(planning: Planning, address: Address): Change {
  const change = [...planning.plan.changes].find((one) => one.address === address);
  if (change === undefined) throw new Error(`no change of ${address}: ${actions(planning).join(', ')}`);
  return change;
}

export const resolution = (address: Address, parts: Partial<Resolution>): Resolution => ({
  address,
  source: place(95),
  ...parts,
});

export { kinds, rulesOf };
