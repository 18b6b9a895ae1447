import type { Clock, HeldLock, JournalEntry, NewJournalEntry, StateBackend } from '../model/index.js';

/** For so long, what proved that the lock is held counts for values that can be set again. */
const PROVEN_MILLISECONDS = 1000;

/** Numbers, dates and appends journal entries, and hands on what is on disk, so that the run's state can be folded from it. */
export class JournalWriter {
  #sequence: number;
  #failed = false;
  /** When the lock was certainly still held. */
  #provenAt = Number.NEGATIVE_INFINITY;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly backend: StateBackend,
    readonly held: HeldLock,
    readonly clock: Clock,
    lastSequence: number,
    readonly written: (entry: JournalEntry) => void = () => {},
  ) {
    this.#sequence = lastSequence;
  }

  /** Whether an append was refused: what is on disk may then be more than was handed on. */
  get failed(): boolean {
    return this.#failed;
  }

  /**
   * Resolves when the entries are on disk. `reserveBytes` keeps room for what must be writable afterwards. Appends are
   * made in the order in which they are asked for; after one that was refused, so is every other.
   */
  append(entries: readonly NewJournalEntry[], reserveBytes?: number): Promise<readonly JournalEntry[]> {
    const result = this.#last.then(() => this.#append(entries, reserveBytes));
    this.#last = result;
    // The caller gets the refusal; the chain only keeps the order.
    result.catch(() => undefined);
    return result;
  }

  /**
   * Rejects when the lock was lost. To be called right before a call that must not be made twice: a run that was paused
   * since its last append may have been taken over.
   */
  async assertLock(): Promise<void> {
    const from = this.clock.now().getTime();
    await this.held.check();
    this.#provenAt = from;
  }

  /** The same where an append or a check a moment ago will do: a remote lock takes as long to see as a call. */
  async assertLockLately(): Promise<void> {
    if (this.clock.now().getTime() - this.#provenAt > PROVEN_MILLISECONDS) await this.assertLock();
  }

  async #append(entries: readonly NewJournalEntry[], reserveBytes?: number): Promise<readonly JournalEntry[]> {
    const from = this.clock.now();
    const at = from.toISOString();
    const numbered = entries.map(
      (entry, index): JournalEntry => ({ ...entry, sequence: this.#sequence + 1 + index, at }),
    );
    try {
      await this.backend.append(this.held, numbered, reserveBytes);
    } catch (error) {
      this.#failed = true;
      throw error;
    }
    this.#provenAt = from.getTime();
    this.#sequence += entries.length;
    for (const entry of numbered) this.written(entry);
    return numbered;
  }
}
