import type { LockRecord } from '../../model/state/lock.js';

/**
 * Numbered records that are created once, and blobs by their digest: all that a place must offer to keep a state.
 *
 * A backend is made of a store by `openLog(store, options)` in `log-backend.ts`:
 *
 *     openLog(store: LogStore, options: LogOptions): StateBackend
 *     interface LogOptions { account: string; pid: number; clock: Clock; randomId: RandomId }
 *
 * `BackendPorts` is enough for the options. The lineage is no matter of the store: readers check it. The store is of one
 * account of one project: its numbers begin with 1, and `openLog` asks nothing of it before the first call.
 *
 * What a store may and may not do:
 * - `create` may be asked for a number that is taken, by anyone, at any time, and must answer false then, whatever the bytes.
 *   It may repeat a request inside only where a reply that was lost cannot turn "created" into "taken" unseen: the log reads the
 *   number back after false and after an error, and knows its own record by the bytes. So it need not repeat at all.
 * - An error that proves that nothing was stored (no connection, bad credentials, no such table) is thrown as well.
 * - `read` must show what `create` has confirmed, to everyone, at once.
 * - Faults that a person can fix (bad credentials, no table) are `Failure`s; what may pass (503, a reset, a time-out) is any other
 *   error. The log repeats such calls a few times, and then says `state-store-failed` with `where` and the error's message. So
 *   messages hold no secrets.
 * - The store does not keep the process alive by itself (idle connections are unreferenced), and `close` may never be called.
 */
export interface LogStore {
  /** Where it is, for people, without secrets: `postgres host/db table adwright_state, project/account`. */
  readonly where: string;
  /** It has no way to empty records: `empty` does nothing, and the log does not look for what is left of earlier ones. */
  readonly keepsAll?: boolean;
  /** Durable when it resolves. False where the number is taken. Throws where the outcome is not known. */
  create(number: number, bytes: Uint8Array): Promise<boolean>;
  /** Undefined where there is no such record; an emptied record is a zero-length array. */
  read(number: number): Promise<Uint8Array | undefined>;
  /** The highest number that it knows of, 0 where there is none; a hint, may be too low, never too high. */
  newest(): Promise<number>;
  /**
   * Replaces the records from `first` to `last` by empty ones, the lowest first, and at most 8 at once where each is a request.
   * The numbers stay taken. What is empty already, or not there, is no fault.
   */
  empty(first: number, last: number): Promise<void>;
  /** Content by its SHA-256 in hex; writing it twice is no fault. No digest is ever used again after it was dropped. */
  putBlob(digest: string, bytes: Uint8Array): Promise<void>;
  readBlob(digest: string): Promise<Uint8Array | undefined>;
  /** Removes blobs that no record names any more; one that is not there is no fault. The log knows all names: no list is needed. */
  dropBlobs(digests: readonly string[]): Promise<void>;
  /** Makes what is missing (a table, nothing for S3). Only `state init` and `state migrate` call it. */
  prepare?(): Promise<void>;
  /** Shows people who holds the lock, where the store has a page for it; undefined: nobody any more. It never fails. */
  showHolder?(holder: LockRecord | undefined): Promise<void>;
  close?(): Promise<void>;
}
