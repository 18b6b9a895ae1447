import type {
  Address,
  BaselineMark,
  CallFailure,
  ItemError,
  Kind,
  NewJournalEntry,
  Observation,
  SendResult,
  SentItem,
  StateEntry,
  UpdateItem,
  Values,
} from '../model/index.js';
import { KnownValues } from '../model/index.js';
import { judgeUpdate, type KnownOf, shownAfter, storedValues } from './judge-update.js';
import { namelessWarning } from './nameless-failures.js';
import type { RunContext } from './run-context.js';

export type MarkOf = (kind: Kind, id: string, desired: UpdateItem['desired'], shown: Values) => BaselineMark;

export interface ReadThings {
  readonly readings: ReadonlyMap<Address, Observation>;
  readonly failure?: CallFailure;
}

/** A batch that was sent: the answer, and what was read of it afterwards. */
export interface SentBatch {
  readonly items: readonly UpdateItem[];
  readonly sent: SendResult;
  readonly read: ReadThings;
}

/** Batches that may wait for the journal before the next one is sent. */
const MOST_WAITING = 16;
/** Items judged in one go: what waits for the wire waits no longer than half a millisecond for them. */
const JUDGED_AT_ONCE = 50;

/** What a flush puts into the journal. */
interface Verdicts {
  readonly marks: BaselineMark[];
  readonly put: StateEntry[];
  readonly drop: Address[];
  /** Reasons in replies that belong to no known item. */
  readonly nameless: ItemError[];
}

/**
 * Judges batches that were read back and puts their outcomes into the journal. It works while later batches are on
 * their way: whatever has come in by the time that the last flush ended goes into the next one together. Setting a
 * value again does no harm, so a crash before the flush costs no more than a comparison in the next plan.
 */
export class UpdateRecorder {
  #waiting: SentBatch[] = [];
  #work: Promise<void> | undefined;
  readonly #known: KnownValues;

  constructor(
    readonly kind: Kind,
    readonly context: RunContext,
    readonly markOf: MarkOf,
  ) {
    this.#known = new KnownValues(() => context.entries.values());
  }

  /** Takes a batch over. Resolves at once, unless the journal is far behind. */
  async take(batch: SentBatch): Promise<void> {
    this.#waiting.push(batch);
    this.#work ??= this.#recordAll();
    if (this.#waiting.length > MOST_WAITING) await this.#work;
  }

  /** Resolves when everything taken so far is judged, and on disk unless the run broke off. */
  async finish(): Promise<void> {
    await this.#work;
  }

  async #recordAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const verdicts: Verdicts = { marks: [], put: [], drop: [], nameless: [] };
      for (const batch of this.#waiting.splice(0)) await this.#judge(batch, verdicts);
      try {
        const entries = entriesOf(verdicts);
        if (entries.length > 0) await this.context.ports.journal.append(entries);
      } catch (error) {
        this.context.unrecorded = true;
        this.context.breakOff(error);
      }
    }
    this.#work = undefined;
  }

  async #judge({ items, sent, read }: SentBatch, verdicts: Verdicts): Promise<void> {
    const at = this.context.ports.clock.now().toISOString();
    if (sent.ok && sent.nameless !== undefined) {
      const addresses = items.map(({ address }) => address);
      this.context.warnings.push(namelessWarning(sent.nameless, addresses, sent.items));
      verdicts.nameless.push(...sent.nameless);
    }
    try {
      for (const [index, item] of items.entries()) {
        // Requests that are ready, and replies that are there, come first.
        if (index % JUDGED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
        const word: SentItem = (sent.ok ? sent.items[index] : undefined) ?? { fate: 'unknown' };
        this.#judgeItem(item, word, sent.ok ? undefined : sent.failure.message, read, at, verdicts);
      }
    } catch (error) {
      recordUnjudged(items, error, this.context);
      this.context.breakOff(error);
    }
  }

  /** One result, and what the journal is to keep of it. */
  #judgeItem(
    item: UpdateItem,
    word: SentItem,
    reply: string | undefined,
    { readings, failure }: ReadThings,
    at: string,
    { marks, put, drop }: Verdicts,
  ): void {
    const { kind, context } = this;
    const reading = readings.get(item.address);
    const known: KnownOf = (rule) => this.#known.of(rule, reading?.facts);
    const read = failure === undefined ? { reading } : { failure };
    const verdict = judgeUpdate(item, word, read, kind, reply, known);
    context.record({ address: item.address, action: 'update', id: item.id, ...verdict });
    if (verdict.outcome === 'pending') put.push({ ...entryOf(item, kind, at), status: 'pending' });
    if (verdict.outcome !== 'done') return;
    if (kind.memory === 'baseline') {
      marks.push(this.markOf(kind, item.id, item.desired, shownAfter(item, reading, kind)));
      if (context.entries.has(item.address)) drop.push(item.address);
    } else put.push({ ...entryOf(item, kind, at), status: 'settled', ...storedValues(item, reading, kind) });
  }
}

function entriesOf({ marks, put, drop, nameless }: Verdicts): readonly NewJournalEntry[] {
  const parts = { ...(put.length > 0 && { put }), ...(drop.length > 0 && { drop }) };
  return [
    ...(nameless.length > 0 ? [{ type: 'put' as const, reason: 'an update', nameless }] : []),
    ...(marks.length > 0 ? [{ type: 'baseline' as const, marks }] : []),
    ...(put.length + drop.length > 0 ? [{ type: 'put' as const, reason: 'updated', ...parts }] : []),
  ];
}

/** A fault of ours around a write must not pass for "not sent". */
export function recordUnjudged(batch: readonly UpdateItem[], error: unknown, context: RunContext): void {
  const why = error instanceof Error ? error.message : String(error);
  recordFailed(batch, { message: `sent; the result is not known: ${why}` }, context);
}

export function recordFailed(batch: readonly UpdateItem[], error: ItemError, context: RunContext): void {
  for (const { address, id } of batch) {
    if (!context.has(address)) context.record({ address, action: 'update', outcome: 'failed', id, error });
  }
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
