import { parseRecord } from '../../../src/state/log/log-record.js';
import type { LogStore } from '../../../src/state/log/store.js';
import type { MemoryStore } from './memory-store.js';

/** What happens to one call. `late`: it fails, and takes effect at some later moment all the same. */
export type StoreFault = 'none' | 'not-sent' | 'reply-lost' | 'late' | 'taken-by-itself';

/** Small numbers that follow from a seed. */
export function dice(seed: number): (sides: number) => number {
  let state = seed | 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** Lets calls go on one at a time, in an order of its own: so any of them is paused for as long as others take. */
export class Gates {
  readonly #waiting: (() => void)[] = [];
  #time = Date.parse('2025-01-01T00:00:00.000Z');

  constructor(readonly roll: (sides: number) => number) {}

  pass(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  readonly clock = {
    now: () => new Date(this.#time),
    sleep: async (milliseconds: number) => {
      this.#time += milliseconds;
      await this.pass();
    },
  };

  async drive(work: readonly Promise<unknown>[]): Promise<void> {
    let isOver = false;
    const all = Promise.all(work).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(setImmediate);
      const [next] = this.#waiting.splice(this.roll(Math.max(1, this.#waiting.length)), 1);
      next?.();
    }
    await all;
  }
}

/** Who holds the lock, by the records themselves. */
export function holderIn({ records }: MemoryStore): string | undefined {
  for (let number = records.size; number > 0; number--) {
    const head = parseRecord(records.get(number) ?? new Uint8Array(), '')?.head;
    if (head?.type === 'unlock') return undefined;
    if (head?.type === 'lock' || head?.type === 'snapshot') return head.lock.id;
  }
  return undefined;
}

/** One runner's way to a store that all share: each call waits before it takes effect, and before its reply is seen. */
export class PausedStore implements LogStore {
  readonly where = 'a store in memory';
  /** Who held the lock when this runner last read. */
  lastSeenHolder: string | undefined;

  constructor(
    readonly base: MemoryStore,
    readonly gates: Gates,
    readonly faultOf: () => StoreFault,
  ) {}

  create(number: number, bytes: Uint8Array): Promise<boolean> {
    return this.#call(async (fault) => {
      const isNew = await this.base.create(number, bytes);
      return fault === 'taken-by-itself' ? false : isNew;
    });
  }

  read(number: number): Promise<Uint8Array | undefined> {
    return this.#call(async (fault) => {
      // No one waits for one that comes late.
      if (fault !== 'late') this.lastSeenHolder = holderIn(this.base);
      return this.base.read(number);
    });
  }

  newest(): Promise<number> {
    // Too low, as a hint may be.
    return this.#call(async () => Math.max(0, (await this.base.newest()) - this.gates.roll(3)));
  }

  empty(first: number, last: number): Promise<void> {
    return this.#call(() => this.base.empty(first, last));
  }

  putBlob(digest: string, bytes: Uint8Array): Promise<void> {
    return this.#call(() => this.base.putBlob(digest, bytes));
  }

  readBlob(digest: string): Promise<Uint8Array | undefined> {
    return this.#call(() => this.base.readBlob(digest));
  }

  dropBlobs(digests: readonly string[]): Promise<void> {
    return this.#call(() => this.base.dropBlobs(digests));
  }

  async #call<Result>(effect: (fault: StoreFault) => Promise<Result>): Promise<Result> {
    const fault = this.faultOf();
    await this.gates.pass();
    if (fault === 'not-sent') throw new Error('no connection');
    if (fault === 'late') {
      void this.gates.pass().then(() => effect(fault));
      throw new Error('timed out');
    }
    const result = await effect(fault);
    await this.gates.pass();
    if (fault === 'reply-lost') throw new Error('503 after it was stored');
    return result;
  }
}
