import type { Clock, RandomId } from '../../model/ports/ports.js';
import type { LockRecord } from '../../model/state/lock.js';
import { lostLock } from '../lock/lock.js';
import { type NewHead, type NewRecord, newRecord, sameBytes } from './log-record.js';
import type { LogTail } from './log-tail.js';
import type { NumberedLog } from './numbered-log.js';

export interface WriterPorts {
  readonly log: NumberedLog;
  readonly tail: LogTail;
  readonly clock: Clock;
  readonly randomId: RandomId;
}

/**
 * The lock as its holder knows it: the number that is next. It goes on by exactly one after each record of its own, and never
 * catches up with the log: where the next number is another's, the lock is lost.
 */
export class Holding {
  readonly #ports: WriterPorts;
  #next: number;
  /** A write whose outcome is not known: it may still come. Nothing is written after it but the end of the lock. */
  #open: { readonly bytes: Uint8Array; readonly error: unknown } | undefined;

  constructor(
    readonly record: LockRecord,
    ports: WriterPorts,
  ) {
    this.#ports = ports;
    this.#next = record.fence + 1;
  }

  /** The number of the newest own record. */
  get last(): number {
    return this.#next - 1;
  }

  /** Durable when it resolves. */
  async add(head: NewHead, body?: string): Promise<number> {
    if (this.#open !== undefined) throw this.#open.error;
    const { record, bytes } = this.#record(head, body);
    const number = this.#next;
    let isOurs: boolean;
    try {
      isOurs = await this.#ports.log.add(number, bytes);
    } catch (error) {
      this.#open = { bytes, error };
      throw error;
    }
    if (!isOurs) throw await this.#lost();
    this.#ports.tail.note(number, record);
    this.#next = number + 1;
    return number;
  }

  /** Rejects when someone else has written the next number. */
  async check(): Promise<void> {
    const there = await this.#ports.log.read(this.#next);
    if (there !== undefined && !this.#isOpen(there)) throw await this.#lost();
  }

  /** Frees the lock; one that was taken away is left alone. */
  async release(): Promise<void> {
    const { bytes } = this.#record({ type: 'unlock', holder: this.record.id, forced: false });
    // What failed a moment ago is not waited for as long again.
    if (this.#open !== undefined) await this.#ports.log.assertAnswers(this.#next);
    if (await this.#ports.log.add(this.#next, bytes)) return;
    const there = await this.#ports.log.read(this.#next);
    // What was not known to be written was.
    if (there !== undefined && this.#isOpen(there)) await this.#ports.log.add(this.#next + 1, bytes);
  }

  #isOpen(there: Uint8Array): boolean {
    return this.#open !== undefined && sameBytes(there, this.#open.bytes);
  }

  #record(head: NewHead, body?: string): NewRecord {
    const { clock, randomId } = this.#ports;
    const common = { nonce: randomId(8), at: clock.now().toISOString(), by: this.record.user };
    return newRecord(head, common, body);
  }

  async #lost() {
    return lostLock(this.record, await this.#ports.tail.holder());
  }
}
