import type { Change, KindRegistry, Operation, OperationItem, ResourceGraph } from '../model/index.js';
import { ACTIONABLE } from '../model/index.js';

const ABILITIES = ['import', 'update', 'create'] as const;

/** Orders the changes of a plan: kind by kind (parents before children), what adopts first, what creates last. */
export function scheduleOperations(
  changes: readonly Change[],
  graph: ResourceGraph,
  kinds: KindRegistry,
): readonly Operation[] {
  const byStage = new Map<string, OperationItem[]>();
  for (const change of changes) {
    if (!ACTIONABLE.has(change.action)) continue;
    const resource = graph.resources.get(change.address);
    if (resource === undefined) continue;
    const stage = `${change.kind} ${change.action}`;
    const items = byStage.get(stage) ?? [];
    items.push({
      change,
      desired: resource.desired,
      parents: resource.parents ?? [],
      ...(resource.parentId !== undefined && { parentId: resource.parentId }),
    });
    byStage.set(stage, items);
  }
  return kinds.all.flatMap((kind) =>
    ABILITIES.flatMap((ability) => {
      const items = byStage.get(`${kind.name} ${ability}`);
      return items === undefined ? [] : [{ kind: kind.name, ability, items }];
    }),
  );
}
