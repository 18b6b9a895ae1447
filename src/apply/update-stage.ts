import type { Address, CallFailure, Kind, Observation, Operation, SendResult, UpdateItem } from '../model/index.js';
import { createTurn, errorOfCall, fieldsWithRole, ObserveFailure, plural, sameValue } from '../model/index.js';
import { batchesOf } from './lazy-batches.js';
import type { RunContext } from './run-context.js';
import { type MarkOf, type ReadThings, recordFailed, recordUnjudged, UpdateRecorder } from './update-recorder.js';

/** A reading older than this is read again before its write. */
const FRESH_READING_MS = 60_000;

type UpdateAbility = NonNullable<Kind['update']>;

/**
 * Sets values, batch by batch, and reads each batch back: only what is in effect counts as done. No batch depends on
 * another, so several are under way: one is read back while the next is written, and another one judged and recorded.
 */
export async function runUpdates(operation: Operation, kind: Kind, context: RunContext, markOf: MarkOf): Promise<void> {
  const { update } = kind;
  if (update === undefined) throw new Error(`the plan updates a ${kind.name}, which has no update ability`);
  const stage: UpdateStage = { kind, update, context, recorder: new UpdateRecorder(kind, context, markOf) };
  let done = 0;
  const total = operation.items.length;
  const turn = context.ports.kindPorts.service.turn ?? createTurn();
  const cut = (items: readonly UpdateItem[]) => update.batch(items, context.ports.kindPorts);
  await inLanes(batchesOf(updateItems(operation, context), cut, turn), stage, async (batch) => {
    await sendAndReadBack(await stillAsRead(batch, kind, context), stage);
    done += batch.length;
    context.ports.onProgress?.({ stage: `updating ${kind.name.replaceAll('-', ' ')}s`, done, total });
  });
}

/** Made one by one: a batch exists from when it is about to be sent until it is recorded. */
function* updateItems({ items }: Operation, { readings }: RunContext): Generator<UpdateItem> {
  for (const { change, desired } of items) {
    const reading = readings.of(change, desired);
    yield {
      address: change.address,
      id: change.id ?? '',
      desired,
      observed: reading?.values ?? {},
      ...(reading !== undefined && { observedAt: reading.at }),
      changed: change.fields.map((field) => field.path),
    };
  }
}

interface UpdateStage {
  readonly kind: Kind;
  readonly update: UpdateAbility;
  readonly context: RunContext;
  readonly recorder: UpdateRecorder;
}

/** Batches under way for each call that may be in flight: one on the wire for each, and half as many that are made ready. */
const BATCHES_PER_CALL = 1.5;

/** Works on the first batch alone, then on several at once in order, until the run stops. What is under way is always finished. */
async function inLanes<Batch extends object>(
  batches: AsyncIterator<Batch>,
  { context, recorder }: UpdateStage,
  work: (batch: Batch) => Promise<void>,
): Promise<void> {
  /** Undefined where there is none, or the run was stopped while it was made. */
  const nextBatch = async (): Promise<Batch | undefined> => {
    const next = await batches.next();
    return next.done === true || context.stopped !== undefined ? undefined : next.value;
  };
  const lane = async () => {
    while (context.stopped === undefined) {
      // The other lanes learn of a fault by it.
      try {
        const batch = await nextBatch();
        if (batch === undefined) return;
        await work(batch);
      } catch (error) {
        context.breakOff(error);
      }
    }
  };
  // What would go wrong with every batch goes wrong with the first one, alone.
  const first = await nextBatch();
  if (first !== undefined) await work(first).finally(() => recorder.finish());
  const lanes = Math.ceil(BATCHES_PER_CALL * Math.max(1, context.ports.kindPorts.limits.concurrentReads));
  await Promise.all(Array.from({ length: lanes }, lane));
  await recorder.finish();
  if (context.broken !== undefined) throw context.broken.error;
}

/** Reads again what was read too long ago, and holds back what moved since. */
async function stillAsRead(
  batch: readonly UpdateItem[],
  kind: Kind,
  context: RunContext,
): Promise<readonly UpdateItem[]> {
  const now = context.ports.clock.now().getTime();
  // Whole replies share their moment.
  let last: { readonly at: string; readonly old: boolean } | undefined;
  const isOld = ({ observedAt: at }: UpdateItem) => {
    if (at === undefined) return true;
    if (last?.at !== at) last = { at, old: now - Date.parse(at) > FRESH_READING_MS };
    return last.old;
  };
  const old = new Set(batch.filter(isOld));
  if (old.size === 0) return batch;
  const hold = ({ address, id }: UpdateItem, note: string): readonly UpdateItem[] => {
    context.record({ address, action: 'update', outcome: 'held', id, note });
    return [];
  };
  const read = await readThings([...old], kind, context, 'before');
  const switches = fieldsWithRole(kind.fields, 'switch');
  return batch.flatMap((item) => {
    if (!old.has(item)) return [item];
    if (read.failure !== undefined) {
      // A stopped run says so for everything that it left out.
      return context.stopped === undefined ? hold(item, `could not be read again: ${read.failure.message}`) : [];
    }
    const reading = read.readings.get(item.address);
    if (reading === undefined) return hold(item, 'the service no longer returns it');
    if (reading.unusable !== undefined) return hold(item, reading.unusable);
    const moved = [...new Set([...item.changed, ...switches])].filter((path) => {
      const [rule, before, after] = [kind.fields[path], item.observed[path], reading.values[path]];
      if (rule === undefined || (before === undefined && after === undefined)) return false;
      return before === undefined || after === undefined || !sameValue(rule.type, before, after);
    });
    return moved.length === 0 ? [item] : hold(item, `${moved.join(', ')} changed at the service since the plan`);
  });
}

/** Readings of a batch. A service that cannot be read is not written to: the run stops. */
async function readThings(
  items: readonly UpdateItem[],
  kind: Kind,
  context: RunContext,
  when: 'before' | 'after',
): Promise<ReadThings> {
  const readings = new Map<Address, Observation>();
  if (kind.observe === undefined) return { readings };
  const { signal, ...ports } = context.ports.kindPorts;
  try {
    // What was sent is read back even when the run was asked to stop.
    const stoppable = when === 'before' && signal !== undefined ? { ...ports, signal } : ports;
    for await (const part of kind.observe(items, stoppable)) {
      for (const [{ address }, observation] of part.found) readings.set(address, observation);
    }
    return { readings };
  } catch (error) {
    if (!(error instanceof ObserveFailure)) throw error;
    context.stop(error.failure.message);
    return { readings, failure: error.failure };
  }
}

/** Problems that later batches would meet as well. */
const STOPPING: ReadonlySet<CallFailure['problem']> = new Set(['not-sent', 'throttled']);

async function sendAndReadBack(batch: readonly UpdateItem[], stage: UpdateStage): Promise<void> {
  const { kind, update, context, recorder } = stage;
  if (batch.length === 0 || context.stopped !== undefined) return;
  const { kindPorts, signal } = context.ports;
  const sent = await orUnjudged(batch, context, async () => {
    try {
      const options = { ...(signal !== undefined && { signal }), beforeSend: unlessStopped(context) };
      return await update.send(batch, kindPorts, options);
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      return error.sentBefore ? NOT_REPEATED : undefined;
    }
  });
  if (sent === undefined) return;
  if (!sent.ok && sent.failure.problem !== 'unknown') {
    const { failure } = sent;
    if (failure.problem === 'too-large' && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await sendAndReadBack(batch.slice(0, half), stage);
      return sendAndReadBack(batch.slice(half), stage);
    }
    // Nothing of it was sent or taken: it is left out, as is all that follows.
    if (failure.fatal || STOPPING.has(failure.problem)) context.stop(failure.message);
    // Refused for what it holds, whether the run has stopped in the meantime or not.
    else if (failure.problem !== 'interrupted') recordFailed(batch, errorOfCall(failure), context);
    return;
  }
  if (sent.ok && sent.quotaRemaining !== undefined && sent.quotaRemaining < kindPorts.limits.quotaFloor) {
    context.stop(
      `the service says that ${plural(sent.quotaRemaining, 'operation is', 'operations are')} left, below the quotaFloor`,
    );
  }
  const read = await orUnjudged(batch, context, () => readThings(batch, kind, context, 'after'));
  await recorder.take({ items: batch, sent, read });
}

/** The run stopped while a batch waited for its turn, or to be sent again. */
class NotSent extends Error {
  constructor(readonly sentBefore: boolean) {
    super();
  }
}

/** What was sent and not answered may have arrived: what is read tells. */
const NOT_REPEATED: SendResult = {
  ok: false,
  failure: { problem: 'unknown', message: 'no answer, and the run stopped before it was sent again', failures: [] },
};

/**
 * Lets the first sending of a call go out only while the run continues. What was sent once may be repeated, unless the run
 * broke off: then nothing can be recorded any more. Neither goes out when the lock is another's: its values are newer.
 */
function unlessStopped(context: RunContext): () => Promise<void> {
  let begun = false;
  const mayGo = () => (begun ? context.broken : context.stopped) === undefined;
  return async () => {
    // The turn came as another call ended; its caller learns first what it says.
    if (!begun) await new Promise((resolve) => setImmediate(resolve));
    if (mayGo()) await context.ports.journal.assertLockLately().catch(context.breakOff.bind(context));
    if (!mayGo()) throw new NotSent(begun);
    begun = true;
  };
}

async function orUnjudged<T>(batch: readonly UpdateItem[], context: RunContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    recordUnjudged(batch, error, context);
    throw error;
  }
}
