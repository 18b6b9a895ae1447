import type { Change, Changes, KindRegistry, Operation, OperationItem, ResourceGraph } from '../model/index.js';
import { ACTIONABLE, pick } from '../model/index.js';

const ABILITIES = ['import', 'update', 'create'] as const;

/**
 * Orders the changes of a plan: kind by kind (parents before children), what adopts first, what creates last. Of each
 * change only its index is kept.
 */
export function scheduleOperations(
  changes: Changes,
  { resources }: Pick<ResourceGraph, 'resources'>,
  kinds: KindRegistry,
): readonly Operation[] {
  const byStage = new Map<string, number[]>();
  let last = { kind: '', action: '', indexes: [] as number[] };
  let index = -1;
  for (const { address, kind, action } of changes) {
    index++;
    if (!ACTIONABLE.has(action) || !resources.has(address)) continue;
    // Most changes are like the one before them.
    if (kind !== last.kind || action !== last.action) {
      const stage = `${kind} ${action}`;
      last = { kind, action, indexes: byStage.get(stage) ?? [] };
      byStage.set(stage, last.indexes);
    }
    last.indexes.push(index);
  }
  return kinds.all.flatMap((kind) =>
    ABILITIES.flatMap((ability) => {
      const indexes = byStage.get(`${kind.name} ${ability}`);
      if (indexes === undefined) return [];
      return [{ kind: kind.name, ability, items: itemsOf(pick(changes, indexes), resources) }];
    }),
  );
}

function itemsOf(changes: Changes, resources: ResourceGraph['resources']): Operation['items'] {
  return {
    length: changes.length,
    changes,
    *[Symbol.iterator]() {
      for (const change of changes) yield itemOf(change, resources);
    },
  };
}

function itemOf(change: Change, resources: ResourceGraph['resources']): OperationItem {
  const resource = resources.get(change.address);
  if (resource === undefined) throw new Error(`${change.address} is in the plan and in no manifest`);
  const { desired, parents = [], parentId } = resource;
  return { change, desired, parents, ...(parentId !== undefined && { parentId }) };
}
