import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Address, ItemError, OutcomeItem } from '../model/index.js';
import type { Rescue, RunContext } from './run-context.js';
import { settlesSoon } from './settles-soon.js';

/** The outcome of a creating call is known and cannot be recorded: the reader must get the ids. */
export class OutcomeLost extends Error {
  constructor(
    readonly attempt: string,
    /** In the order of the batch. */
    readonly addresses: readonly Address[],
    readonly items: readonly OutcomeItem[],
    readonly rescued: string,
    options: { cause: unknown },
  ) {
    super(`the outcome of attempt ${attempt} could not be written; ${rescued}`, options);
    this.name = 'OutcomeLost';
  }
}

/**
 * Puts an outcome on disk. Where that fails, hands it to the rescue, records the items (for the state they are in doubt,
 * whatever the reply said) and ends the run. Where it takes long, the rescue gets it first: who waits for the run may end
 * the process.
 */
export async function recordOutcome(
  attempt: string,
  addresses: readonly Address[],
  items: readonly OutcomeItem[],
  cause: string | undefined,
  context: RunContext,
  nameless?: readonly ItemError[],
): Promise<void> {
  const said = { ...(cause !== undefined && { cause }), ...(nameless !== undefined && { nameless }) };
  const entry = { type: 'outcome' as const, attempt, ...said, items };
  const appended = context.ports.journal.append([entry]);
  const { rescue: keep, signal } = context.ports;
  const rescue = async () => (await keep?.(attempt, JSON.stringify(entry))) ?? { words: 'it was saved nowhere' };
  const early = keep === undefined || (await settlesSoon(appended, signal)) ? undefined : await rescue();
  try {
    await appended;
    if (early !== undefined) context.warnings.push(writtenLate(attempt, early));
  } catch (error) {
    context.unrecorded = true;
    const { words } = early ?? (await rescue());
    addresses.forEach((address, index) => {
      const { fate = 'unknown', id, taskId } = items[index] ?? {};
      const known = { ...(id !== undefined && { id }), ...(taskId !== undefined && { taskId }) };
      const note = `by the reply ${fate}, which could not be recorded`;
      context.record({ address, action: 'create', outcome: 'unknown', attempt, ...known, note });
    });
    throw new OutcomeLost(attempt, addresses, items, words, { cause: error });
  }
}

function writtenLate(attempt: string, { file }: Rescue): Diagnostic {
  const before =
    file === undefined
      ? 'What was printed of it before need not be kept.'
      : `Before that it was saved in ${file}, which may be removed.`;
  const detail = `The outcome of attempt ${attempt} was recorded after all. ${before}`;
  return diagnostic('outcome-written-late', { detail });
}
