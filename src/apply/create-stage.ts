import { createHash } from 'node:crypto';
import type {
  CallFailure,
  CreateItem,
  ItemError,
  ItemResult,
  Kind,
  Operation,
  OperationItem,
  OutcomeItem,
  SendResult,
  SentItem,
} from '../model/index.js';
import { recordOutcome } from './record-outcome.js';
import type { RunContext } from './run-context.js';

type CreateAbility = NonNullable<Kind['create']>;

/** Refusals that prove that nothing was done are repeated at most so often. */
const REPEATS = 2;

/**
 * Creates, batch by batch, one call in flight. Each call is announced in the journal before it is sent and its outcome
 * is on disk before anything else happens, so that a crash leaves at most one batch in doubt.
 */
export async function runCreates(operation: Operation, kind: Kind, context: RunContext): Promise<void> {
  const { create } = kind;
  if (create === undefined) throw new Error(`the plan creates a ${kind.name}, which has no create ability`);
  const { limits } = context.ports.kindPorts;
  const origin = new Map(operation.items.map((item) => [item.change.address, item]));
  let waiting = operation.items.flatMap((item) => readyItem(item, context));
  let batches: readonly (readonly CreateItem[])[] | undefined;
  const total = waiting.length;
  while (waiting.length > 0) {
    if (context.stopped !== undefined) return skipAll(waiting, origin, context, `not sent: ${context.stopped}`);
    const room = limits.maxUnknown - context.doubt;
    if (room <= 0) {
      const note = `not sent: ${context.doubt} items are in doubt, and maxUnknown is ${limits.maxUnknown}`;
      return skipAll(waiting, origin, context, note);
    }
    if (batches === undefined || batches.length === 0 || (batches[0]?.length ?? 0) > room) {
      batches = create.batch(waiting, context.ports.kindPorts, room);
    }
    const [batch, ...later] = batches;
    if (batch === undefined) throw new Error(`${kind.name}: items were left that no batch holds`);
    batches = later;
    const sent = new Set(batch);
    waiting = waiting.filter((item) => !sent.has(item));
    await sendBatch(batch, kind, create, origin, context);
    context.ports.onProgress?.({ stage: `${kind.name} create`, done: total - waiting.length, total });
  }
}

/** An item whose parent exists; anything else is skipped, with the reason. */
function readyItem(item: OperationItem, context: RunContext): readonly CreateItem[] {
  const { change, desired } = item;
  const [parent] = item.parents;
  if (parent === undefined) {
    return [{ address: change.address, desired, ...(item.parentId !== undefined && { parentId: item.parentId }) }];
  }
  const parentId = context.ids.get(parent);
  if (parentId !== undefined) return [{ address: change.address, desired, parentId }];
  context.record({
    address: change.address,
    action: change.action,
    outcome: 'skipped',
    note: `${parent} is not there`,
  });
  return [];
}

function skipAll(
  items: readonly CreateItem[],
  origin: ReadonlyMap<string, OperationItem>,
  context: RunContext,
  note: string,
): void {
  for (const { address } of items) {
    context.record({ address, action: origin.get(address)?.change.action ?? 'create', outcome: 'skipped', note });
  }
}

/** Sends one batch, repeats it where nothing was done, halves it where it was too large, and records what came of it. */
async function sendBatch(
  batch: readonly CreateItem[],
  kind: Kind,
  create: CreateAbility,
  origin: ReadonlyMap<string, OperationItem>,
  context: RunContext,
): Promise<void> {
  let failure: CallFailure | undefined;
  for (let attempt = 0; attempt <= REPEATS; attempt++) {
    const { id, result } = await announceAndSend(batch, kind, create, context);
    if (result.ok || result.failure.problem === 'unknown') {
      const repeat = recordItems(batch, id, result, origin, context);
      if (repeat.length > 0) await repeatFresh(repeat, kind, create, origin, context);
      return;
    }
    failure = result.failure;
    if (failure.problem === 'too-large' && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await sendBatch(batch.slice(0, half), kind, create, origin, context);
      await sendBatch(batch.slice(half), kind, create, origin, context);
      return;
    }
    if (failure.fatal) context.stop(failure.message, failure);
    if (failure.problem === 'interrupted' || context.stopped !== undefined) {
      return skipAll(batch, origin, context, `not sent: ${failure.message}`);
    }
    if (!MAY_PASS_LATER.has(failure.problem)) break;
    const seconds = failure.retryAfterSeconds ?? 2 ** attempt;
    await context.ports.clock.sleep(seconds * 1000, context.ports.signal);
  }
  const error = errorOf(failure);
  if (failure?.problem === 'not-sent') context.stop(failure.message, failure);
  for (const { address } of batch) context.record({ address, action: 'create', outcome: 'failed', error });
}

const MAY_PASS_LATER: ReadonlySet<CallFailure['problem']> = new Set(['not-sent', 'throttled', 'unauthorised']);

function errorOf(failure: CallFailure | undefined): ItemError {
  const code = failure?.failures[0]?.code;
  return { ...(code !== undefined && { code }), message: failure?.message ?? 'the call failed' };
}

/** Intent, flushed; sending, flushed right before the connection opens; the call; every item's outcome, flushed. */
async function announceAndSend(
  batch: readonly CreateItem[],
  kind: Kind,
  create: CreateAbility,
  context: RunContext,
): Promise<{ id: string; result: SendResult }> {
  const { journal, kindPorts, randomId, signal } = context.ports;
  const id = randomId(4);
  const items = batch.map((item, position) => ({
    address: item.address,
    kind: kind.name,
    position,
    values: item.desired,
    ...(item.parentId !== undefined && { parentId: item.parentId }),
  }));
  const body = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  await journal.append([{ type: 'intent', attempt: id, endpoint: create.endpoint, body, items }], outcomeBytes(batch));
  let sending = false;
  const result = await create.send(batch, kindPorts, {
    ...(signal !== undefined && { signal }),
    beforeSend: async () => {
      await journal.append([{ type: 'sending', attempt: id }], outcomeBytes(batch));
      sending = true;
    },
  });
  // An attempt that never reached `sending` leaves no doubt, and its intent alone says so.
  if (sending || result.ok) {
    const addresses = batch.map((item) => item.address);
    await recordOutcome(id, addresses, outcomeItems(batch, result), causeOf(result), context);
  }
  return { id, result };
}

/** About what the outcome of a batch takes in the journal. */
const outcomeBytes = (batch: readonly CreateItem[]) => 2_000 + 160 * batch.length;

function outcomeItems(batch: readonly CreateItem[], result: SendResult): readonly OutcomeItem[] {
  if (!result.ok) {
    const fate = result.failure.problem === 'unknown' ? 'unknown' : 'not-done';
    return batch.map((_, position) => ({ position, fate }));
  }
  return result.items.map((item, position) => ({
    position,
    fate: item.fate,
    ...(item.id !== undefined && { id: item.id }),
    ...(item.taskId !== undefined && { taskId: item.taskId }),
    ...(item.error !== undefined && { error: item.error }),
  }));
}

const causeOf = (result: SendResult) => (result.ok ? result.cause : result.failure.message);

/** Records each item; returns those that may pass a little later, as their parent was made only now. */
function recordItems(
  batch: readonly CreateItem[],
  attempt: string,
  result: SendResult,
  origin: ReadonlyMap<string, OperationItem>,
  context: RunContext,
): readonly CreateItem[] {
  if (
    result.ok &&
    result.quotaRemaining !== undefined &&
    result.quotaRemaining < context.ports.kindPorts.limits.quotaFloor
  ) {
    context.stop(`the service says that ${result.quotaRemaining} operations are left, below the quotaFloor`);
  }
  const repeat: CreateItem[] = [];
  batch.forEach((item, position) => {
    const sent: SentItem = result.ok ? (result.items[position] ?? { fate: 'unknown' }) : { fate: 'unknown' };
    const parent = origin.get(item.address)?.parents[0];
    if (sent.fate === 'failed' && parent !== undefined && context.fresh.has(parent)) repeat.push(item);
    else recordItem(item, sent, attempt, causeOf(result), context);
  });
  return repeat;
}

function recordItem(
  item: CreateItem,
  sent: SentItem,
  attempt: string,
  cause: string | undefined,
  context: RunContext,
): void {
  const result: ItemResult = {
    address: item.address,
    action: 'create',
    outcome: sent.fate,
    ...(sent.id !== undefined && { id: sent.id }),
    ...(sent.taskId !== undefined && { taskId: sent.taskId }),
    ...(sent.error !== undefined && { error: sent.error }),
    ...(sent.fate === 'unknown' && { attempt, note: cause ?? 'the reply did not speak of this item' }),
  };
  context.record(result);
  if (sent.fate === 'unknown') context.doubt++;
  if (sent.fate === 'done' && sent.id !== undefined) {
    context.ids.set(item.address, sent.id);
    context.fresh.add(item.address);
  }
}

/** A parent made a moment ago may not be known everywhere at the service: a few spaced tries (case 49). */
const FRESH_WAITS_MS = [500, 1500, 4000] as const;

async function repeatFresh(
  items: readonly CreateItem[],
  kind: Kind,
  create: CreateAbility,
  origin: ReadonlyMap<string, OperationItem>,
  context: RunContext,
): Promise<void> {
  let left = items;
  for (const [index, wait] of FRESH_WAITS_MS.entries()) {
    await context.ports.clock.sleep(wait, context.ports.signal);
    if (context.stopped !== undefined) return skipAll(left, origin, context, `not sent again: ${context.stopped}`);
    const last = index === FRESH_WAITS_MS.length - 1;
    const again: CreateItem[] = [];
    for (const batch of create.batch(left, context.ports.kindPorts, context.ports.kindPorts.limits.maxUnknown)) {
      const { id, result } = await announceAndSend(batch, kind, create, context);
      batch.forEach((item, position) => {
        const sent: SentItem = sentItem(result, position);
        if (sent.fate === 'failed' && !last) again.push(item);
        else recordItem(item, sent, id, causeOf(result), context);
      });
    }
    if (again.length === 0) return;
    left = again;
  }
}

function sentItem(result: SendResult, position: number): SentItem {
  if (result.ok) return result.items[position] ?? { fate: 'unknown' };
  if (result.failure.problem === 'unknown') return { fate: 'unknown' };
  return { fate: 'failed', error: errorOf(result.failure) };
}
