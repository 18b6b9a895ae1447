import type { LogStore } from '../../../src/state/log/store.js';

/** What is stored, without faults: as a database would hold it. Every call takes effect at one moment. */
export class MemoryStore implements LogStore {
  readonly records = new Map<number, Uint8Array>();
  readonly blobs = new Map<string, Uint8Array>();

  constructor(readonly where = 'a store in memory') {}

  async create(number: number, bytes: Uint8Array): Promise<boolean> {
    if (this.records.has(number)) return false;
    this.records.set(number, Uint8Array.from(bytes));
    return true;
  }

  async read(number: number): Promise<Uint8Array | undefined> {
    return this.records.get(number);
  }

  async newest(): Promise<number> {
    return Math.max(0, ...this.records.keys());
  }

  async empty(first: number, last: number): Promise<void> {
    for (let number = first; number <= last; number++)
      if (this.records.has(number)) this.records.set(number, new Uint8Array());
  }

  async putBlob(digest: string, bytes: Uint8Array): Promise<void> {
    this.blobs.set(digest, Uint8Array.from(bytes));
  }

  async readBlob(digest: string): Promise<Uint8Array | undefined> {
    return this.blobs.get(digest);
  }

  async dropBlobs(digests: readonly string[]): Promise<void> {
    for (const digest of digests) this.blobs.delete(digest);
  }
}
