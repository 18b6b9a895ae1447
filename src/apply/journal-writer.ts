import type { Clock, HeldLock, JournalEntry, NewJournalEntry, StateBackend } from '../model/index.js';

/** Numbers, dates and appends journal entries; remembers them, so that the run's state can be folded from them. */
export class JournalWriter {
  readonly written: JournalEntry[] = [];
  #sequence: number;

  constructor(
    readonly backend: StateBackend,
    readonly held: HeldLock,
    readonly clock: Clock,
    lastSequence: number,
  ) {
    this.#sequence = lastSequence;
  }

  /** Resolves when the entries are on disk. `reserveBytes` keeps room for what must be writable afterwards. */
  async append(entries: readonly NewJournalEntry[], reserveBytes?: number): Promise<readonly JournalEntry[]> {
    const at = this.clock.now().toISOString();
    const numbered = entries.map(
      (entry, index): JournalEntry => ({ ...entry, sequence: this.#sequence + 1 + index, at }),
    );
    await this.backend.append(this.held, numbered, reserveBytes);
    this.#sequence += entries.length;
    this.written.push(...numbered);
    return numbered;
  }
}
