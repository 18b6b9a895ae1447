import type {
  Address,
  Change,
  KindRegistry,
  Plan,
  Resource,
  ResourceGraph,
  StateEntry,
  Value,
  Values,
} from '../../model/index.js';
import { ACTIONABLE, kindOf, nameOf } from '../../model/index.js';
import type { SandboxFixture } from '../../sandbox/index.js';
import { SeedRecords } from './seed-records.js';

/** What a drill starts from: the account as the plan saw it, the state that goes with it, and what is to be carried out. */
export interface Seed {
  readonly fixture: SandboxFixture;
  readonly entries: readonly StateEntry[];
  readonly graph: ResourceGraph;
  /** What the plan carries out. */
  readonly size: number;
  /** Ids that the account has before. */
  readonly ids: ReadonlySet<string>;
}

/**
 * The part of a plan that an apply carries out, with all that it needs, made from the plan alone. What the plan holds back, and
 * what depends on that, is left out, as an apply would.
 */
export function seedFromPlan(plan: Plan, kinds: KindRegistry): Seed {
  const records = new SeedRecords(plan.uid, kinds);
  const entries = new Map<Address, StateEntry>();
  const resources = new Map<Address, Resource>();
  const others = new Map<Address, Change>();
  const chosen: Change[] = [];
  for (const change of plan.changes) {
    if (ACTIONABLE.has(change.action)) chosen.push(change);
    else others.set(change.address, change);
  }
  const settled = (address: Address, id: string, values: Values): StateEntry => ({
    address,
    kind: kindOf(address),
    id,
    status: 'settled',
    values,
    provenance: { how: 'acknowledged', at: plan.createdAt },
  });
  for (const { id } of chosen) if (id !== undefined) records.ids.add(id);
  const acting = new Set(chosen.map(({ address }) => address));
  const isThere = (parent: Address): boolean => {
    if (acting.has(parent) || entries.has(parent)) return true;
    const other = others.get(parent);
    if (other?.blocksChildren === true) return false;
    // The plan has nothing to do with it, so it exists; its id is in no plan, and any will do.
    const id = other?.id ?? records.newId();
    records.add(kindOf(parent), id);
    entries.set(parent, settled(parent, id, {}));
    resources.set(parent, resourceOf(parent, {}));
    return true;
  };
  let size = 0;
  for (const change of chosen) {
    const { address, action, id, fields } = change;
    if (!(change.parents ?? []).every(isThere)) continue;
    const desired: Record<string, Value> = {};
    for (const field of fields) if (field.desired !== undefined) desired[field.path] = field.desired;
    const kind = kinds.get(change.kind);
    if (action !== 'create' && id !== undefined) {
      records.add(change.kind, id, change);
      const prior = fields.flatMap((field) => (field.prior === undefined ? [] : [[field.path, field.prior] as const]));
      if (action === 'update' && kind?.memory === 'entry')
        entries.set(address, settled(address, id, Object.fromEntries(prior)));
    }
    const parentId = parentIdIn(change);
    if (parentId !== undefined && kind?.parentKind !== undefined) records.add(kind.parentKind, parentId);
    resources.set(address, {
      ...resourceOf(address, desired),
      // An update finds its id in the state, where the address does not have it.
      ...(id !== undefined && (action === 'import' || kind?.identity === 'address') && { id }),
      ...(change.parents !== undefined && { parents: change.parents }),
      ...(parentId !== undefined && { parentId }),
      origin: { place: () => change.source ?? NOWHERE },
    });
    size++;
  }
  return {
    fixture: records.fixture(),
    entries: [...entries.values()],
    graph: graphOf(resources),
    size,
    ids: records.ids,
  };
}

const NOWHERE = { file: 'plan', line: 1, column: 1 };

function resourceOf(address: Address, desired: Values): Resource {
  return { address, kind: kindOf(address), desired, origin: { place: () => NOWHERE } };
}

/** `rich-creative/id:123/…`: the real id of a parent that no manifest manages. */
function parentIdIn({ address, parents = [] }: Change): string | undefined {
  return parents.length > 0 ? undefined : /^id:(\d+)\//.exec(nameOf(address))?.[1];
}

function graphOf(resources: ReadonlyMap<Address, Resource>): ResourceGraph {
  const none = async function* (): AsyncGenerator<readonly Resource[]> {
    yield* [];
  };
  const positions = new Map([...resources.keys()].map((address, index) => [address, index]));
  return {
    resources: {
      held: () => resources.values(),
      batches: none,
      expected: 0,
      get: (address) => resources.get(address),
      has: (address) => resources.has(address),
      position: (address) => positions.get(address),
      size: resources.size,
      keys: () => resources.keys(),
      values: () => resources.values(),
      finish: async () => ({ diagnostics: [], digest: () => '' }),
    },
    moved: [],
    forgotten: [],
    files: [],
  };
}
