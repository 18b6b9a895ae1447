import { hash } from 'node:crypto';
import type { NumberedLog } from './numbered-log.js';
import type { LogStore } from './store.js';

export interface Blob {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

const AT_ONCE = 4;
const NEWLINE = 10;

/**
 * Content in a blob of its own. It begins with a salt: so no two writers ever make the same blob, and a run that was taken over
 * cannot remove what another one names.
 */
export class LogBlobs {
  readonly #log: NumberedLog;
  readonly #store: LogStore;

  constructor(log: NumberedLog, store: LogStore) {
    this.#log = log;
    this.#store = store;
  }

  blob(salt: string, content: Uint8Array): Blob {
    const bytes = Buffer.concat([Buffer.from(`${salt}\n`), content]);
    return { digest: hash('sha256', bytes, 'hex'), bytes };
  }

  async put(blobs: readonly Blob[]): Promise<void> {
    await this.#inTurns(blobs, ({ digest, bytes }) => this.#store.putBlob(digest, bytes));
  }

  /** The contents, in order; undefined where a blob is not there, or is not what was written. */
  async read(digests: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    return this.#inTurns(digests, async (digest) => {
      const bytes = await this.#store.readBlob(digest);
      if (bytes === undefined || hash('sha256', bytes, 'hex') !== digest) return undefined;
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(bytes.indexOf(NEWLINE) + 1);
    });
  }

  drop(digests: readonly string[]): Promise<void> {
    return digests.length === 0 ? Promise.resolve() : this.#log.patiently(() => this.#store.dropBlobs(digests));
  }

  async #inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
    const results: Result[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const some = items.slice(from, from + AT_ONCE);
      results.push(...(await Promise.all(some.map((item) => this.#log.patiently(() => work(item))))));
    }
    return results;
  }
}
