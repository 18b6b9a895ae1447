import type {
  Address,
  BaselineMark,
  ItemResult,
  Kind,
  KindPorts,
  NewJournalEntry,
  Observation,
  Operation,
  SentItem,
  StateEntry,
  UpdateItem,
} from '../model/index.js';
import { ObserveFailure, sameValue } from '../model/index.js';
import type { RunContext } from './run-context.js';

/** A reading older than this is read again before its write. */
const FRESH_READING_MS = 60_000;

export type MarkOf = (kind: Kind, id: string, desired: UpdateItem['desired']) => BaselineMark;

/** Sets values, batch by batch, and reads each batch back: only what is in effect counts as done. */
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
  for (const batch of update.batch(items, context.ports.kindPorts)) {
    if (context.stopped !== undefined) {
      const note = `not sent: ${context.stopped}`;
      for (const { address } of batch) context.record({ address, action: 'update', outcome: 'skipped', note });
      continue;
    }
    const current = await stillAsRead(batch, kind, context);
    if (current.length > 0) await sendAndReadBack(current, kind, update, context, markOf);
    done += batch.length;
    context.ports.onProgress?.({ stage: `${kind.name} update`, done, total: items.length });
  }
}

/** Reads again what was read too long ago, and holds back what moved since. */
async function stillAsRead(
  batch: readonly UpdateItem[],
  kind: Kind,
  context: RunContext,
): Promise<readonly UpdateItem[]> {
  const now = context.ports.clock.now().getTime();
  const old = batch.filter((item) => {
    const at = context.readings.get(item.address)?.at;
    return at === undefined || now - Date.parse(at) > FRESH_READING_MS;
  });
  if (old.length === 0) return batch;
  const readings = await readAgain(old, kind, context);
  if (readings === undefined) return batch.filter((item) => !old.includes(item));
  return batch.flatMap((item) => {
    if (!old.includes(item)) return [item];
    const reading = readings.get(item.address);
    if (reading === undefined) return held(item, 'the service does not return it any more', context);
    const moved = [...item.changed, 'status'].filter((path) => {
      const [rule, before, after] = [kind.fields[path], item.observed[path], reading.values[path]];
      if (rule === undefined || (before === undefined && after === undefined)) return false;
      return before === undefined || after === undefined || !sameValue(rule.type, before, after);
    });
    return moved.length === 0
      ? [item]
      : held(item, `${moved.join(', ')} changed at the service since the plan`, context);
  });
}

function held(item: UpdateItem, note: string, context: RunContext): readonly UpdateItem[] {
  context.record({ address: item.address, action: 'update', outcome: 'held', id: item.id, note });
  return [];
}

async function readAgain(
  items: readonly UpdateItem[],
  kind: Kind,
  context: RunContext,
): Promise<ReadonlyMap<Address, Observation> | undefined> {
  if (kind.observe === undefined) return new Map();
  const targets = items.map(({ address, id, desired }) => ({ address, id, values: desired }));
  // What was sent is to be recorded even when the run was told to stop.
  const { signal: _signal, ...ports } = context.ports.kindPorts;
  try {
    const readings = new Map<Address, Observation>();
    for await (const part of kind.observe(targets, ports satisfies KindPorts)) {
      for (const [address, observation] of part.found) readings.set(address, observation);
    }
    return readings;
  } catch (error) {
    if (!(error instanceof ObserveFailure)) throw error;
    if (error.failure.fatal) context.stop(error.failure.message, error.failure);
    for (const { address, id } of items) {
      const note = `could not be read again: ${error.failure.message}`;
      if (!context.results.some((result) => result.address === address)) {
        context.record({ address, action: 'update', outcome: 'held', id, note });
      }
    }
    return undefined;
  }
}

async function sendAndReadBack(
  batch: readonly UpdateItem[],
  kind: Kind,
  update: NonNullable<Kind['update']>,
  context: RunContext,
  markOf: MarkOf,
): Promise<void> {
  const { kindPorts, signal, journal } = context.ports;
  const sent = await update.send(batch, kindPorts, signal === undefined ? {} : { signal });
  if (!sent.ok) {
    const { failure } = sent;
    if (failure.fatal) context.stop(failure.message, failure);
    if (failure.problem === 'too-large' && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await sendAndReadBack(batch.slice(0, half), kind, update, context, markOf);
      await sendAndReadBack(batch.slice(half), kind, update, context, markOf);
      return;
    }
    if (failure.problem === 'interrupted' || failure.problem === 'throttled') {
      const note = `not sent: ${failure.message}`;
      for (const { address } of batch) context.record({ address, action: 'update', outcome: 'skipped', note });
      return;
    }
    if (failure.problem !== 'unknown') {
      const code = failure.failures[0]?.code;
      const error = { ...(code !== undefined && { code }), message: failure.message };
      for (const { address } of batch) context.record({ address, action: 'update', outcome: 'failed', error });
      return;
    }
  }
  if (sent.ok && sent.quotaRemaining !== undefined && sent.quotaRemaining < kindPorts.limits.quotaFloor) {
    context.stop(`the service says that ${sent.quotaRemaining} operations are left, below the quotaFloor`);
  }
  const readings = await readBack(batch, kind, context);
  const entries: NewJournalEntry[] = [];
  const marks: BaselineMark[] = [];
  const put: StateEntry[] = [];
  const drop: Address[] = [];
  batch.forEach((item, index) => {
    const word: SentItem = sent.ok ? (sent.items[index] ?? { fate: 'unknown' }) : { fate: 'unknown' };
    const reply = sent.ok ? undefined : sent.failure.message;
    const verdict = judge(item, word, readings, kind, reply);
    context.record({ address: item.address, action: 'update', id: item.id, ...verdict });
    const at = context.ports.clock.now().toISOString();
    if (verdict.outcome === 'done') {
      if (kind.memory === 'baseline') {
        marks.push(markOf(kind, item.id, item.desired));
        if (context.entries.has(item.address)) drop.push(item.address);
      } else
        put.push({
          ...entryOf(item, kind, at),
          status: 'settled',
          ...storedPair(item, readings?.get(item.address), kind),
        });
    } else if (verdict.outcome === 'pending') put.push({ ...entryOf(item, kind, at), status: 'pending' });
  });
  if (marks.length > 0) entries.push({ type: 'baseline', marks });
  if (put.length > 0 || drop.length > 0) {
    entries.push({ type: 'put', reason: 'updated', ...(put.length > 0 && { put }), ...(drop.length > 0 && { drop }) });
  }
  if (entries.length > 0) await journal.append(entries);
}

async function readBack(batch: readonly UpdateItem[], kind: Kind, context: RunContext) {
  const { signal: _signal, ...ports } = context.ports.kindPorts;
  if (kind.observe === undefined) return new Map<Address, Observation>();
  const targets = batch.map(({ address, id, desired }) => ({ address, id, values: desired }));
  try {
    const readings = new Map<Address, Observation>();
    for await (const part of kind.observe(targets, ports)) {
      for (const [address, observation] of part.found) readings.set(address, observation);
    }
    return readings;
  } catch (error) {
    if (!(error instanceof ObserveFailure)) throw error;
    if (error.failure.fatal) context.stop(error.failure.message, error.failure);
    return undefined;
  }
}

type Verdict = Pick<ItemResult, 'outcome' | 'error' | 'note'>;

/** What an item came to: the reply may promise anything, what is read afterwards counts. */
function judge(
  item: UpdateItem,
  sent: SentItem,
  readings: ReadonlyMap<Address, Observation> | undefined,
  kind: Kind,
  reply: string | undefined,
): Verdict {
  if (sent.fate === 'failed') return { outcome: 'failed', error: sent.error ?? { message: 'the service refused it' } };
  if (readings === undefined) {
    return {
      outcome: 'failed',
      error: { message: 'sent, but it could not be read back; the next plan shows what it came to' },
    };
  }
  const reading = readings.get(item.address);
  if (reading === undefined)
    return { outcome: 'failed', error: { message: 'sent, but the service does not return it any more' } };
  const different = item.changed.filter((path) => {
    const [rule, wanted, live] = [kind.fields[path], item.desired[path], reading.values[path]];
    return rule !== undefined && wanted !== undefined && (live === undefined || !sameValue(rule.type, wanted, live));
  });
  if (different.length === 0) return { outcome: 'done' };
  const shown = different
    .map((path) => `${path} is ${text(reading.values[path])}, not ${text(item.desired[path])}`)
    .join('; ');
  if (reading.underReview) return { outcome: 'pending', note: `under review: ${shown}` };
  const rewritten = different.every((path) => {
    const [rule, before, live] = [kind.fields[path], item.observed[path], reading.values[path]];
    return rule !== undefined && live !== undefined && before !== undefined && !sameValue(rule.type, before, live);
  });
  if (rewritten && kind.memory === 'entry')
    return { outcome: 'done', note: `the service stored it differently: ${shown}` };
  const why = reply === undefined ? 'accepted, but not in effect' : `${reply}; not in effect`;
  return { outcome: 'failed', error: { message: `${why}: ${shown}` } };
}

const text = (value: UpdateItem['desired'][string] | undefined) =>
  value === undefined ? 'not returned' : JSON.stringify(value);

function entryOf(item: UpdateItem, kind: Kind, at: string): Omit<StateEntry, 'status'> {
  return {
    address: item.address,
    kind: kind.name,
    id: item.id,
    values: item.desired,
    provenance: { how: 'acknowledged', at },
  };
}

function storedPair(item: UpdateItem, reading: Observation | undefined, kind: Kind): Pick<StateEntry, 'stored'> {
  const stored: Record<string, UpdateItem['desired'][string]> = {};
  for (const [path, wanted] of Object.entries(item.desired)) {
    const [rule, live] = [kind.fields[path], reading?.values[path]];
    if (rule !== undefined && live !== undefined && !sameValue(rule.type, wanted, live)) stored[path] = live;
  }
  return Object.keys(stored).length === 0 ? {} : { stored };
}
