import { createHash } from 'node:crypto';
import { Failure } from '../diagnostics/failure.js';
import type { CallFailure, CreateAbility, CreateItem, Kind, OutcomeItem, SendResult } from '../model/index.js';
import { recordOutcome } from './record-outcome.js';
import type { RunContext } from './run-context.js';

export interface Announced {
  readonly attempt: string;
  readonly result: SendResult;
  /** Nothing was sent, as something that the request needs (an image file) is not as it was planned. */
  readonly unprepared?: true;
}

/**
 * One creating call: intent, flushed; sending, flushed right before the connection opens, and the lock looked at again;
 * the call; every item's outcome, flushed. Throws where the journal cannot be written or the lock cannot be seen, with
 * nothing sent, and `OutcomeLost` after a sending.
 */
export async function announceAndSend(
  batch: readonly CreateItem[],
  kind: Kind,
  create: CreateAbility,
  context: RunContext,
): Promise<Announced> {
  const { journal, kindPorts, randomId, signal } = context.ports;
  const attempt = randomId(4);
  const items = batch.map((item, position) => ({
    address: item.address,
    kind: kind.name,
    position,
    values: item.desired,
    ...(item.parentId !== undefined && { parentId: item.parentId }),
  }));
  const body = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  await journal.append([{ type: 'intent', attempt, endpoint: create.endpoint, body, items }], outcomeBytes(batch));
  const addresses = batch.map((item) => item.address);
  let announced = false;
  let sending = false;
  let result: SendResult;
  try {
    result = await create.send(batch, kindPorts, {
      ...(signal !== undefined && { signal }),
      beforeSend: async () => {
        await journal.append([{ type: 'sending', attempt }], outcomeBytes(batch));
        announced = true;
        // A run that took the lock over before the flush does not know of this call, and makes one of its own.
        await journal.assertLock();
        sending = true;
      },
    });
  } catch (error) {
    if (sending) {
      // A fault of ours after the sending proves nothing about the service: the items are in doubt, and the run ends.
      context.breakOff(error);
      result = { ok: false, failure: failureOf('unknown', error) };
    } else if (announced) {
      // The lock is lost, or cannot be seen. The journal puts the items in doubt, unless it says that no call was made.
      await recordOutcome(attempt, addresses, notDone(batch), failureOf('not-sent', error).message, context);
      throw error;
    } else if (error instanceof Failure && error.ending === 'error' && !journal.failed) {
      return { attempt, result: { ok: false, failure: failureOf('refused', error) }, unprepared: true };
    } else throw error;
  }
  result = context.known.believed(batch, kind, result);
  // A login that had no result may itself be in doubt, but a call that was not sent is not.
  if (!sending && !result.ok && result.failure.problem === 'unknown') {
    result = { ok: false, failure: { ...result.failure, problem: 'unauthorised' } };
  }
  // An attempt that never reached `sending` leaves no doubt, and its intent alone says so.
  if (sending || result.ok) {
    const nameless = result.ok ? result.nameless : undefined;
    await recordOutcome(attempt, addresses, outcomeItems(batch, result), causeOf(result), context, nameless);
  }
  return { attempt, result };
}

/** About what the outcome of a batch takes in the journal. */
const outcomeBytes = (batch: readonly CreateItem[]) => 2_000 + 160 * batch.length;

function failureOf(problem: CallFailure['problem'], error: unknown): CallFailure {
  return { problem, message: error instanceof Error ? error.message : String(error), failures: [] };
}

const notDone = (batch: readonly CreateItem[]): readonly OutcomeItem[] =>
  batch.map((_, position) => ({ position, fate: 'not-done' }));

function outcomeItems(batch: readonly CreateItem[], result: SendResult): readonly OutcomeItem[] {
  if (!result.ok) {
    if (result.failure.problem !== 'unknown') return notDone(batch);
    return batch.map((_, position) => ({ position, fate: 'unknown' }));
  }
  return batch.map((_, position) => {
    const item = result.items[position];
    if (item === undefined) return { position, fate: 'unknown' };
    return {
      position,
      fate: item.fate,
      ...(item.id !== undefined && { id: item.id }),
      ...(item.taskId !== undefined && { taskId: item.taskId }),
      ...(item.error !== undefined && { error: item.error }),
    };
  });
}

export const causeOf = (result: SendResult) => (result.ok ? result.cause : result.failure.message);
