import type { Change, PlanSummary } from '../../model/index.js';

/** Counts by action; `noop` and what is remembered by id only (`forgotten`) are not among the changes. */
export function summarise(changes: readonly Change[], noop: number, forgotten: number): PlanSummary {
  const count = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  return {
    create: count('create'),
    update: count('update'),
    import: count('import'),
    forget: count('forget') + forgotten,
    blocked: count('blocked'),
    unresolved: count('unresolved'),
    pending: count('pending'),
    noop,
    drift: changes.filter((change) => change.drift).length,
  };
}
