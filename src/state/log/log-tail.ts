import type { LockRecord } from '../../model/state/lock.js';
import type { LockSight } from '../lock/lock.js';
import { damaged } from '../stored/snapshot-text.js';
import { type LogRecord, parseRecord, type SnapshotWritten } from './log-record.js';
import type { NumberedLog } from './numbered-log.js';

/** What is at a number: a record, one that was emptied, none, or something else. */
export type AtNumber = LogRecord | 'empty' | 'absent' | 'broken';

/** The records that count: from the newest snapshot on, or from the first. */
export interface Tail {
  /** Of the newest record; 0 where there is none. */
  readonly newest: number;
  readonly snapshot:
    | { readonly number: number; readonly record: LogRecord; readonly head: SnapshotWritten }
    | undefined;
  /** After the snapshot, oldest first. */
  readonly records: readonly LogRecord[];
}

/** As many are read at once at most. */
const WIDEST = 16;

/** Reads the end of the log. What was read once is not read again: a record never changes, but that it is emptied. */
export class LogTail {
  readonly #log: NumberedLog;
  readonly #account: string;
  readonly #known = new Map<number, LogRecord>();
  #newest = 0;

  constructor(log: NumberedLog, account: string) {
    this.#log = log;
    this.#account = account;
  }

  /** This process has written it. */
  note(number: number, record: LogRecord): void {
    this.#known.set(number, record);
    this.#newest = Math.max(this.#newest, number);
  }

  /** What is before a snapshot is not read again. */
  forget(below: number): void {
    for (const number of this.#known.keys()) if (number < below) this.#known.delete(number);
  }

  async newest(): Promise<number> {
    this.#newest = await this.#log.newest(this.#newest);
    return this.#newest;
  }

  async at(number: number): Promise<AtNumber> {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const bytes = await this.#log.read(number);
    if (bytes === undefined) return 'absent';
    if (bytes.length === 0) return 'empty';
    const record = parseRecord(bytes, this.#log.where);
    if (record === undefined) return 'broken';
    this.#known.set(number, record);
    return record;
  }

  /** From a number down, a few at once: more, the further it goes. */
  async *down(from: number, to = 1): AsyncGenerator<readonly [number: number, found: AtNumber]> {
    let width = 2;
    for (let top = from; top >= to; ) {
      const numbers = Array.from({ length: Math.min(width, top - to + 1) }, (_, index) => top - index);
      const found = await Promise.all(numbers.map((number) => this.at(number)));
      for (const [index, number] of numbers.entries()) yield [number, found[index] as AtNumber];
      top -= numbers.length;
      width = Math.min(width * 2, WIDEST);
    }
  }

  /** `work` sees the end of the log as of one moment; what goes missing meanwhile is read again if the log has gone on. */
  async steadily<Result>(work: (newest: number) => Promise<Result | Missing>): Promise<Result> {
    for (let newest = await this.newest(); ; ) {
      const result = await work(newest);
      if (!(result instanceof Missing)) return result;
      const now = await this.newest();
      if (now === newest) throw damaged(this.#place(), result.what);
      newest = now;
    }
  }

  /** The records that count, or what is missing of them. */
  async load(newest: number): Promise<Tail | Missing> {
    const records: LogRecord[] = [];
    for await (const [number, found] of this.down(newest)) {
      if (typeof found === 'string') return new Missing(`Record ${number} ${IS[found]}.`);
      const { head } = found;
      if (head.type === 'snapshot') {
        this.forget(number);
        return { newest, snapshot: { number, record: found, head }, records: records.reverse() };
      }
      records.push(found);
    }
    return { newest, snapshot: undefined, records: records.reverse() };
  }

  /** Who holds the lock, as the newest record that speaks of it says. The mark is the number of the newest record. */
  async sight(): Promise<LockSight<number> & { readonly newest: number }> {
    for (;;) {
      const newest = await this.newest();
      let what: string | undefined;
      for await (const [number, found] of this.down(newest)) {
        if (typeof found === 'string') {
          what = `Record ${number} in ${this.#log.where} ${IS[found]}`;
          break;
        }
        const { head } = found;
        if (head.type === 'unlock') return { kind: 'free', mark: newest, newest };
        if (head.type === 'lock' || head.type === 'snapshot')
          return { kind: 'held', mark: newest, record: head.lock, newest };
      }
      if (what === undefined) return { kind: 'free', mark: newest, newest };
      // A snapshot that came in between lets older records go.
      if ((await this.newest()) === newest) return { kind: 'broken', what, newest };
    }
  }

  async holder(): Promise<LockRecord | undefined> {
    const sight = await this.sight();
    return sight.kind === 'held' ? sight.record : undefined;
  }

  #place() {
    const backup = 'Restore what keeps the records from a backup of it.';
    return { file: this.#log.where, account: this.#account, backup };
  }
}

/** Something that must be there is not: it was let go by a newer snapshot, or is lost. */
export class Missing {
  constructor(readonly what: string) {}
}

const IS: Readonly<Record<Exclude<AtNumber, LogRecord>, string>> = {
  empty: 'is empty',
  absent: 'is missing',
  broken: 'is not what Adwright writes',
};
