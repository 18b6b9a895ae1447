import type { LogBlobs } from './log-blobs.js';
import { blobsOf } from './log-record.js';
import { type LogTail, Missing } from './log-tail.js';
import type { NumberedLog } from './numbered-log.js';
import type { LogStore } from './store.js';

/**
 * Lets go of what a snapshot made unneeded: the records before it are emptied, and blobs that only they name are removed. A run
 * that was taken over may do so late: it removes nothing that counts, since what is before a snapshot never counts again,
 * and a blob that no snapshot names is never named again.
 */
export class LogCleaning {
  readonly #log: NumberedLog;
  readonly #store: LogStore;
  readonly #tail: LogTail;
  readonly #blobs: LogBlobs;

  constructor(log: NumberedLog, store: LogStore, tail: LogTail, blobs: LogBlobs) {
    this.#log = log;
    this.#store = store;
    this.#tail = tail;
    this.#blobs = blobs;
  }

  /** Below which number all is known to be empty: the record right before a snapshot is emptied last. */
  async emptied(snapshot: number, known: number): Promise<number> {
    if (snapshot <= known) return known;
    if (this.#store.keepsAll === true) return snapshot;
    return snapshot === 1 || (await this.#tail.at(snapshot - 1)) === 'empty' ? snapshot : known;
  }

  /**
   * Empties the records from `from` to before the snapshot, and says from where the next one has to. What fails is left to the
   * next one: the snapshot is stored whatever becomes of this.
   */
  async clean(snapshot: number, from: number, named: ReadonlySet<string>): Promise<number> {
    try {
      const unneeded = new Set<string>();
      for await (const [, found] of this.#tail.down(snapshot - 1, from))
        if (typeof found !== 'string') for (const one of blobsOf(found)) if (!named.has(one)) unneeded.add(one);
      // Before the records that name them.
      await this.#blobs.drop([...unneeded]);
      this.#tail.forget(snapshot);
      const last = snapshot - 1;
      // Without a way to do so, those of the next snapshot are looked at from this one on.
      if (this.#store.keepsAll === true) return snapshot;
      if (last > from) await this.#empty(from, last - 1);
      if (last >= from) await this.#empty(last, last);
      return snapshot;
    } catch {
      return from;
    }
  }

  /**
   * Removes blobs of a run that lost the lock while it wrote its snapshot. Where its record is empty by now, that snapshot may
   * have counted, and the newest one may name some of its chunks: those stay. What the newest one does not name, none will.
   */
  async takeBack(blobs: readonly string[]): Promise<void> {
    try {
      const tail = await this.#tail.load(await this.#tail.newest());
      if (tail instanceof Missing) return;
      const named = new Set(tail.snapshot === undefined ? [] : blobsOf(tail.snapshot.record));
      await this.#blobs.drop(blobs.filter((one) => !named.has(one)));
    } catch {
      // They stay: what they take is space.
    }
  }

  #empty(first: number, last: number): Promise<void> {
    return this.#log.patiently(() => this.#store.empty(first, last));
  }
}
