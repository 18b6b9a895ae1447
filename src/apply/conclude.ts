import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ApplyResult, ApplyStatus, ItemResult, Outcome } from '../model/index.js';

/**
 * The result of a run: counts, and one word for the whole. `stillInDoubt` counts what an earlier run left unresolved and
 * this one could not settle: a run beside open doubt has not ended well, whatever it did.
 */
export function concludeApply(
  account: string,
  items: readonly ItemResult[],
  diagnostics: readonly Diagnostic[],
  interrupted: boolean,
  stillInDoubt = 0,
): ApplyResult {
  const summary: Record<Outcome, number> = { done: 0, failed: 0, skipped: 0, held: 0, unknown: 0, pending: 0 };
  for (const item of items) summary[item.outcome]++;
  return { account, status: statusOf(summary, items.length, interrupted, stillInDoubt), summary, items, diagnostics };
}

function statusOf(
  summary: Readonly<Record<Outcome, number>>,
  total: number,
  interrupted: boolean,
  stillInDoubt: number,
): ApplyStatus {
  if (interrupted) return 'interrupted';
  if (summary.unknown + stillInDoubt > 0) return 'unresolved';
  if (total === 0) return 'nothing-to-do';
  const short = summary.failed + summary.skipped + summary.held;
  if (short === 0) return 'applied';
  return summary.done + summary.pending > 0 ? 'partial' : 'failed';
}
