import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type {
  Clock,
  HeldLock,
  LockWait,
  RandomId,
  Snapshot,
  StateBackend,
  StateChange,
  StoredState,
} from '../../model/ports/ports.js';
import type { JournalEntry } from '../../model/state/journal.js';
import type { LockRecord } from '../../model/state/lock.js';
import type { Baseline } from '../../model/state/state.js';
import { acquireLock, type LockStore, lostLock } from '../lock/lock.js';
import { type HostFacts, hostFacts } from '../machine/host-identity.js';
import { OneAtATime } from '../machine/one-at-a-time.js';
import { Holding } from './holding.js';
import { LogBlobs } from './log-blobs.js';
import { LogCleaning } from './log-cleaning.js';
import { changesIn } from './log-history.js';
import { LogReading } from './log-reading.js';
import { type NewHead, type NewRecord, newRecord } from './log-record.js';
import { LogTail, Missing } from './log-tail.js';
import { LogWriting } from './log-writing.js';
import { NumberedLog } from './numbered-log.js';
import type { LogStore } from './store.js';

export interface LogOptions {
  readonly account: string;
  /** Number of this process. */
  readonly pid: number;
  readonly clock: Clock;
  readonly randomId: RandomId;
}

/** The backends that keep a history. */
export interface LogStateBackend extends StateBackend {
  log(most: number): Promise<readonly StateChange[]>;
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** One account's state over a store of numbered records. */
export function openLog(store: LogStore, options: LogOptions): LogStateBackend {
  return new LogBackend(store, options);
}

/** How often a run that waits for the lock looks again. */
const POLL_MILLISECONDS = 1000;

interface Held {
  readonly holding: Holding;
  readonly writing: LogWriting;
}

/**
 * The state as one sequence of records: a lock, what its holder appends, a snapshot, the end of the lock. A number is given once,
 * so the one that writes n holds it, and a runner that was taken over finds its next number taken: its own next append fences it off.
 */
class LogBackend implements LogStateBackend {
  readonly #store: LogStore;
  readonly #options: LogOptions;
  readonly #log: NumberedLog;
  readonly #tail: LogTail;
  readonly #blobs: LogBlobs;
  readonly #reading: LogReading;
  readonly #cleaning: LogCleaning;
  readonly #turns = new OneAtATime();
  #host: HostFacts | undefined;
  /** Of the lock taken last. */
  #held: Held | undefined;

  constructor(store: LogStore, options: LogOptions) {
    this.#store = store;
    this.#options = options;
    this.#log = new NumberedLog(store, options.clock);
    this.#tail = new LogTail(this.#log, options.account);
    this.#blobs = new LogBlobs(this.#log, store);
    this.#reading = new LogReading(this.#blobs, store.where, options.account);
    this.#cleaning = new LogCleaning(this.#log, store, this.#tail, this.#blobs);
  }

  get place(): string {
    return this.#store.where;
  }

  async prepare(): Promise<void> {
    await this.#store.prepare?.();
  }

  async close(): Promise<void> {
    await this.#store.close?.();
  }

  read(): Promise<StoredState> {
    return this.#tail.steadily(async (newest) => {
      const tail = await this.#tail.load(newest);
      if (tail instanceof Missing) return tail;
      const stored = await this.#reading.snapshot(tail);
      if (stored instanceof Missing) return stored;
      const { entries } = this.#reading.journal(tail, stored);
      const baseline = await this.#reading.baseline(tail, stored);
      if (baseline instanceof Missing) return baseline;
      return { snapshot: stored?.snapshot, baseline, journal: entries, diagnostics: [] };
    });
  }

  log(most: number): Promise<readonly StateChange[]> {
    return changesIn(this.#tail, most);
  }

  async lock(command: string, wait: LockWait): Promise<{ held: HeldLock; diagnostics: readonly Diagnostic[] }> {
    const { randomId, clock } = this.#options;
    const request = { id: randomId(8), command, clock, wait };
    let own: NewRecord | undefined;
    const store: LockStore<number> = {
      pollMilliseconds: POLL_MILLISECONDS,
      see: () => this.#tail.sight(),
      claim: async (mark, holder) => {
        const record = { ...holder, fence: mark + 1 };
        own = this.#record({ type: 'lock', lock: record }, holder.user);
        if (!(await this.#log.add(record.fence, own.bytes))) return undefined;
        this.#tail.note(record.fence, own.record);
        return record;
      },
    };
    const { record, diagnostics } = await acquireLock(store, await this.#ownHost(), request);
    const ports = { log: this.#log, tail: this.#tail, clock, randomId };
    const holding = new Holding(record, ports);
    const held: HeldLock = {
      record,
      check: () => this.#turns.run(() => holding.check()),
      release: () => this.#turns.run(() => this.#release(holding)),
    };
    try {
      await this.#assertSafe(record, own?.bytes ?? Buffer.alloc(0));
      this.#held = { holding, writing: await this.#begin(holding) };
      await this.#store.showHolder?.(record);
    } catch (error) {
      await held.release().catch(() => undefined);
      throw error;
    }
    return { held, diagnostics };
  }

  holder(): Promise<LockRecord | undefined> {
    return this.#tail.holder();
  }

  async forceUnlock(): Promise<LockRecord | undefined> {
    const { user } = await this.#ownHost();
    for (;;) {
      const sight = await this.#tail.sight();
      if (sight.kind === 'free') return undefined;
      const record = sight.kind === 'held' ? sight.record : undefined;
      const head: NewHead = { type: 'unlock', forced: true, ...(record !== undefined && { holder: record.id }) };
      const { record: freed, bytes } = this.#record(head, user);
      if (!(await this.#log.add(sight.newest + 1, bytes))) continue;
      this.#tail.note(sight.newest + 1, freed);
      return record;
    }
  }

  /** `reserveBytes` has no meaning here: room elsewhere cannot be reserved. */
  async append(held: HeldLock, entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const writing = await this.#own(held);
    await this.#turns.run(() => writing.append(entries));
  }

  async write(
    held: HeldLock,
    snapshot: Snapshot,
    baseline: Baseline,
    expectedSerial: number | undefined,
  ): Promise<void> {
    const writing = await this.#own(held);
    await this.#turns.run(() => writing.write(snapshot, baseline, expectedSerial));
  }

  /** A store that would give this run's number to another one as well protects nothing. What it is tried with is no lock. */
  async #assertSafe(record: LockRecord, own: Buffer): Promise<void> {
    const { bytes: other } = this.#record({ type: 'unlock', holder: record.id, forced: false }, record.user);
    if (await this.#log.assertRefusesTwice(record.fence, own, other)) return;
    throw lostLock(record, await this.#tail.holder());
  }

  /** What is stored, as of the lock: nothing comes after it but from its holder. */
  async #begin(holding: Holding): Promise<LogWriting> {
    const tip = await this.#tail.steadily(async (newest) => {
      if (newest !== holding.last) throw lostLock(holding.record, await this.#tail.holder());
      const tail = await this.#tail.load(newest);
      if (tail instanceof Missing) return tail;
      const stored = await this.#reading.snapshot(tail);
      if (stored instanceof Missing) return stored;
      const { chain, lines } = this.#reading.journal(tail, stored);
      const { number: at = 0, head } = tail.snapshot ?? {};
      return { stored, chain, lines, chunks: head?.chunks ?? {}, at, emptied: head?.emptied ?? 1 };
    });
    const ports = { where: this.place, account: this.#options.account, randomId: this.#options.randomId };
    const parts = { blobs: this.#blobs, reading: this.#reading, cleaning: this.#cleaning };
    return new LogWriting({ ...ports, ...parts }, holding, tip);
  }

  /** A lock that was lost stays lost, also where this backend holds another one now. */
  async #own(held: HeldLock): Promise<LogWriting> {
    if (this.#held?.holding.record.id === held.record.id) return this.#held.writing;
    await held.check();
    throw lostLock(held.record, undefined);
  }

  async #release(holding: Holding): Promise<void> {
    await this.#store.showHolder?.(undefined);
    await holding.release();
    if (this.#held?.holding === holding) this.#held = undefined;
  }

  #record(head: NewHead, by: string): NewRecord {
    const { clock, randomId } = this.#options;
    return newRecord(head, { nonce: randomId(8), at: clock.now().toISOString(), by });
  }

  async #ownHost(): Promise<HostFacts> {
    this.#host ??= await hostFacts(this.#options.pid);
    return this.#host;
  }
}
