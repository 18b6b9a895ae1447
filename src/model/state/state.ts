import type { Address } from '../resource/address.js';
import type { Values } from '../resource/value.js';

/** The newest format of snapshot and journal that this version reads and writes. */
export const STATE_FORMAT = 2;

export type EntryStatus = 'settled' | 'pending' | 'unknown';

/** How a value became `prior`. */
export interface Provenance {
  /** acknowledged: the service confirmed it; assumed: adopted, cannot be read; stated: a person said so; observed: read. */
  readonly how: 'acknowledged' | 'assumed' | 'stated' | 'observed';
  /** ISO 8601. */
  readonly at: string;
  /** Who, for `stated`. */
  readonly by?: string;
}

/** A creating call whose outcome is not (or not yet) known. */
export interface Attempt {
  readonly id: string;
  readonly endpoint: string;
  /** When it was sent, ISO 8601. */
  readonly at: string;
  /** Zero-based position in the batch, and how many items the batch held. */
  readonly position: number;
  readonly size: number;
  /** What was learnt of the outcome: "the connection was reset", … */
  readonly cause?: string;
}

/** What is remembered of one group, creative, app or picture. */
export interface StateEntry {
  readonly address: Address;
  readonly kind: string;
  readonly id?: string;
  readonly status: EntryStatus;
  /** What was last applied (sent); for `unknown` and `pending`, what was sent and is not confirmed. */
  readonly values: Values;
  readonly provenance: Provenance;
  /** Fields of an adopted thing that no one has read: their provenance is `assumed` whatever the entry's is. */
  readonly assumed?: readonly string[];
  /** Where the service was seen to store something else than was sent: field → what it stored. */
  readonly stored?: Values;
  /** Real id of the parent (the group of a rich creative). */
  readonly parentId?: string;
  readonly attempt?: Attempt;
  /** The offline task that will make it (apps). */
  readonly taskId?: string;
}

/**
 * Whether the entry is about something that was sent and may be made at any time, under an id that no one knows yet. As
 * long as that is so, nothing may make the state lose sight of it: it would be made a second time.
 */
export function isOpenCreation({ status, id }: Pick<StateEntry, 'status' | 'id'>): boolean {
  return status === 'unknown' || (status === 'pending' && id === undefined);
}

/**
 * What is remembered of a thing of which there may be a million: which fields are managed, and a digest of their
 * values as last applied or last seen to be in effect.
 */
export interface BaselineMark {
  readonly id: string;
  /** The bits of the managed fields, as the kind's field rules give them. */
  readonly mask: number;
  /** 64 bits of SHA-256 over the managed values, base64url, 11 characters. */
  readonly digest: string;
}

/** Kind → field → its bit in a mark. Stored with the state, so that a mark can be read without knowing who made it. */
export type MarkBits = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Baseline {
  readonly size: number;
  get(id: string): BaselineMark | undefined;
  ids(): Iterable<string>;
}

/** The state of one account: the snapshot with the journal folded in. */
export interface State {
  readonly lineage: string;
  readonly serial: number;
  /** The real uid (from account info) that the state belongs to; absent before the first apply. */
  readonly uid?: string;
  /** Which move between backends brought it where it is. */
  readonly origin?: string;
  readonly entries: ReadonlyMap<Address, StateEntry>;
  readonly baseline: Baseline;
  /** The sequence number of the last journal entry that is folded in. */
  readonly sequence: number;
}

export const EMPTY_BASELINE: Baseline = { size: 0, get: () => undefined, ids: () => [] };
