import type { Changes, KindRegistry, Operation, OperationItem, ResourceGraph } from '../model/index.js';
import { ACTIONABLE } from '../model/index.js';

const ABILITIES = ['import', 'update', 'create'] as const;

/** Orders the changes of a plan: kind by kind (parents before children), what adopts first, what creates last. */
export function scheduleOperations(changes: Changes, graph: ResourceGraph, kinds: KindRegistry): readonly Operation[] {
  const byStage = new Map<string, OperationItem[]>();
  let last = { kind: '', action: '', items: [] as OperationItem[] };
  for (const change of changes) {
    if (!ACTIONABLE.has(change.action)) continue;
    const resource = graph.resources.get(change.address);
    if (resource === undefined) continue;
    // Most changes are like the one before them.
    if (change.kind !== last.kind || change.action !== last.action) {
      const stage = `${change.kind} ${change.action}`;
      last = { kind: change.kind, action: change.action, items: byStage.get(stage) ?? [] };
      byStage.set(stage, last.items);
    }
    last.items.push({
      change,
      desired: resource.desired,
      parents: resource.parents ?? [],
      ...(resource.parentId !== undefined && { parentId: resource.parentId }),
    });
  }
  return kinds.all.flatMap((kind) =>
    ABILITIES.flatMap((ability) => {
      const items = byStage.get(`${kind.name} ${ability}`);
      return items === undefined ? [] : [{ kind: kind.name, ability, items }];
    }),
  );
}
