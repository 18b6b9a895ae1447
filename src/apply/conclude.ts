import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ApplyResult, ApplyStatus, ItemOutcome, ItemResults } from '../model/index.js';

/**
 * The result of a run: counts, and one word for the whole. `stillInDoubt` counts what an earlier run left unresolved and
 * this one could not settle: a run with open doubt has not ended well, whatever it did. With `unrecorded`, what came of
 * something could not be kept: `interrupted` would say that it was.
 */
export function concludeApply(
  account: string,
  items: ItemResults,
  diagnostics: readonly Diagnostic[],
  interrupted: boolean,
  stillInDoubt = 0,
  unrecorded = false,
): ApplyResult {
  const summary = items.counts ?? counted(items);
  const refused = refusedInTask(diagnostics);
  return {
    account,
    status: statusOf(summary, items.length, interrupted, stillInDoubt, unrecorded, refused),
    summary,
    items,
    diagnostics,
  };
}

function counted(items: ItemResults): Readonly<Record<ItemOutcome, number>> {
  const counts: Record<ItemOutcome, number> = { done: 0, failed: 0, skipped: 0, held: 0, unknown: 0, pending: 0 };
  for (const { outcome } of items) counts[outcome]++;
  return counts;
}

/** Whether a task was taken whose reply refuses an item without naming it: the run did not do everything. */
export function refusedInTask(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'task-failure-unnamed');
}

function statusOf(
  summary: Readonly<Record<ItemOutcome, number>>,
  total: number,
  interrupted: boolean,
  stillInDoubt: number,
  unrecorded: boolean,
  refused: boolean,
): ApplyStatus {
  if (interrupted && !unrecorded) return 'interrupted';
  if (unrecorded || summary.unknown + stillInDoubt > 0) return 'unresolved';
  if (total === 0) return 'nothing-to-do';
  const short = summary.failed + summary.skipped + summary.held;
  if (short === 0) return refused ? 'partial' : 'applied';
  return summary.done + summary.pending > 0 ? 'partial' : 'failed';
}
