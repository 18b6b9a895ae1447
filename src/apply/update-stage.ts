import type {
  Address,
  BaselineMark,
  CallFailure,
  ItemError,
  Kind,
  NewJournalEntry,
  Observation,
  Operation,
  SendResult,
  SentItem,
  StateEntry,
  UpdateItem,
} from '../model/index.js';
import { ObserveFailure, sameValue } from '../model/index.js';
import { judgeUpdate, storedValues } from './judge-update.js';
import type { RunContext } from './run-context.js';

/** A reading older than this is read again before its write. */
const FRESH_READING_MS = 60_000;

export type MarkOf = (kind: Kind, id: string, desired: UpdateItem['desired']) => BaselineMark;

type UpdateAbility = NonNullable<Kind['update']>;

/**
 * Sets values, batch by batch, and reads each batch back: only what is in effect counts as done. No batch depends on
 * another, so as many are under way as calls may be in flight: one is read back while the next is written.
 */
export async function runUpdates(operation: Operation, kind: Kind, context: RunContext, markOf: MarkOf): Promise<void> {
  const { update } = kind;
  if (update === undefined) throw new Error(`the plan updates a ${kind.name}, which has no update ability`);
  const items = operation.items.map(({ change, desired }): UpdateItem => {
    const reading = context.readings.get(change.address);
    return {
      address: change.address,
      id: change.id ?? '',
      desired,
      observed: reading?.values ?? {},
      changed: change.fields.map((field) => field.path),
    };
  });
  let done = 0;
  await inLanes(update.batch(items, context.ports.kindPorts), context, async (batch) => {
    const current = await stillAsRead(batch, kind, context);
    await sendAndReadBack(current, kind, update, context, markOf);
    done += batch.length;
    context.ports.onProgress?.({ stage: `updating ${kind.name.replaceAll('-', ' ')}s`, done, total: items.length });
  });
}

/** Works on the first batch alone, then on several at once in order, until the run stops. What is under way is always finished. */
async function inLanes<Batch>(
  batches: readonly Batch[],
  context: RunContext,
  work: (batch: Batch) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let batch = batches[next++]; batch !== undefined && context.stopped === undefined; batch = batches[next++]) {
      // The other lanes learn of a fault by it.
      await work(batch).catch((error: unknown) => context.breakOff(error));
    }
  };
  // What would go wrong with every batch goes wrong with the first one, alone.
  const first = batches[next++];
  if (first !== undefined) await work(first);
  await Promise.all(Array.from({ length: Math.max(1, context.ports.kindPorts.limits.concurrentReads) }, lane));
  if (context.broken !== undefined) throw context.broken.error;
}

/** Reads again what was read too long ago, and holds back what moved since. */
async function stillAsRead(
  batch: readonly UpdateItem[],
  kind: Kind,
  context: RunContext,
): Promise<readonly UpdateItem[]> {
  const now = context.ports.clock.now().getTime();
  const isOld = ({ address }: UpdateItem) => {
    const at = context.readings.get(address)?.at;
    return at === undefined || now - Date.parse(at) > FRESH_READING_MS;
  };
  const old = new Set(batch.filter(isOld));
  if (old.size === 0) return batch;
  const hold = ({ address, id }: UpdateItem, note: string): readonly UpdateItem[] => {
    context.record({ address, action: 'update', outcome: 'held', id, note });
    return [];
  };
  const read = await readThings([...old], kind, context, 'before');
  return batch.flatMap((item) => {
    if (!old.has(item)) return [item];
    if (read.failure !== undefined) {
      // A stopped run says so for everything that it left out.
      return context.stopped === undefined ? hold(item, `could not be read again: ${read.failure.message}`) : [];
    }
    const reading = read.readings.get(item.address);
    if (reading === undefined) return hold(item, 'the service does not return it any more');
    const moved = [...new Set([...item.changed, 'status'])].filter((path) => {
      const [rule, before, after] = [kind.fields[path], item.observed[path], reading.values[path]];
      if (rule === undefined || (before === undefined && after === undefined)) return false;
      return before === undefined || after === undefined || !sameValue(rule.type, before, after);
    });
    return moved.length === 0 ? [item] : hold(item, `${moved.join(', ')} changed at the service since the plan`);
  });
}

interface ReadThings {
  readonly readings: ReadonlyMap<Address, Observation>;
  readonly failure?: CallFailure;
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
  const targets = items.map(({ address, id, desired }) => ({ address, id, values: desired }));
  try {
    // What was sent is read back even when the run was told to stop.
    const stoppable = when === 'before' && signal !== undefined ? { ...ports, signal } : ports;
    for await (const part of kind.observe(targets, stoppable)) {
      for (const [address, observation] of part.found) readings.set(address, observation);
    }
    return { readings };
  } catch (error) {
    if (!(error instanceof ObserveFailure)) throw error;
    context.stop(error.failure.message, error.failure);
    return { readings, failure: error.failure };
  }
}

/** Problems that later batches would meet as well. */
const STOPPING: ReadonlySet<CallFailure['problem']> = new Set(['not-sent', 'throttled']);

async function sendAndReadBack(
  batch: readonly UpdateItem[],
  kind: Kind,
  update: UpdateAbility,
  context: RunContext,
  markOf: MarkOf,
): Promise<void> {
  if (batch.length === 0 || context.stopped !== undefined) return;
  const { kindPorts, signal, journal } = context.ports;
  const sent = await orFailed(batch, context, () =>
    update.send(batch, kindPorts, signal === undefined ? {} : { signal }),
  );
  if (!sent.ok && sent.failure.problem !== 'unknown') {
    const { failure } = sent;
    if (failure.problem === 'too-large' && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await sendAndReadBack(batch.slice(0, half), kind, update, context, markOf);
      return sendAndReadBack(batch.slice(half), kind, update, context, markOf);
    }
    if (failure.fatal || STOPPING.has(failure.problem)) context.stop(failure.message, failure);
    // Refused for what it holds; else nothing of it was sent or taken, and the run has stopped.
    if (context.stopped === undefined) recordFailed(batch, errorOf(failure), context);
    return;
  }
  if (sent.ok && sent.quotaRemaining !== undefined && sent.quotaRemaining < kindPorts.limits.quotaFloor) {
    context.stop(`the service says that ${sent.quotaRemaining} operations are left, below the quotaFloor`);
  }
  await orFailed(batch, context, async () => {
    const read = await readThings(batch, kind, context, 'after');
    const entries = recordVerdicts(batch, sent, read, kind, context, markOf);
    if (entries.length > 0) await journal.append(entries);
  });
}

/** A fault of ours around a write must not pass for "not sent". */
async function orFailed<T>(batch: readonly UpdateItem[], context: RunContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    recordFailed(batch, { message: `sent, and what came of it is not known: ${why}` }, context);
    throw error;
  }
}

function recordFailed(batch: readonly UpdateItem[], error: ItemError, context: RunContext): void {
  for (const { address, id } of batch) {
    if (!context.has(address)) context.record({ address, action: 'update', outcome: 'failed', id, error });
  }
}

function errorOf({ failures, message }: CallFailure): ItemError {
  const code = failures[0]?.code;
  return { ...(code !== undefined && { code }), message };
}

/** One result an item, and what the journal is to keep of the batch. */
function recordVerdicts(
  batch: readonly UpdateItem[],
  sent: SendResult,
  { readings, failure }: ReadThings,
  kind: Kind,
  context: RunContext,
  markOf: MarkOf,
): readonly NewJournalEntry[] {
  const at = context.ports.clock.now().toISOString();
  const marks: BaselineMark[] = [];
  const put: StateEntry[] = [];
  const drop: Address[] = [];
  batch.forEach((item, index) => {
    const word: SentItem = (sent.ok ? sent.items[index] : undefined) ?? { fate: 'unknown' };
    const reply = sent.ok ? undefined : sent.failure.message;
    const reading = readings.get(item.address);
    const verdict = judgeUpdate(item, word, failure === undefined ? { reading } : { failure }, kind, reply);
    context.record({ address: item.address, action: 'update', id: item.id, ...verdict });
    if (verdict.outcome === 'pending') put.push({ ...entryOf(item, kind, at), status: 'pending' });
    if (verdict.outcome !== 'done') return;
    if (kind.memory === 'baseline') {
      marks.push(markOf(kind, item.id, item.desired));
      if (context.entries.has(item.address)) drop.push(item.address);
    } else put.push({ ...entryOf(item, kind, at), status: 'settled', ...storedValues(item, reading, kind) });
  });
  return [
    ...(marks.length > 0 ? [{ type: 'baseline' as const, marks }] : []),
    ...(put.length + drop.length > 0
      ? [
          {
            type: 'put' as const,
            reason: 'updated',
            ...(put.length > 0 && { put }),
            ...(drop.length > 0 && { drop }),
          },
        ]
      : []),
  ];
}

function entryOf(item: UpdateItem, kind: Kind, at: string): Omit<StateEntry, 'status'> {
  return {
    address: item.address,
    kind: kind.name,
    id: item.id,
    values: item.desired,
    provenance: { how: 'acknowledged', at },
  };
}
