import type { EndpointName, ReplyOf, RequestOf, ServiceFailure } from '../../contract/index.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { JournalEntry } from '../state/journal.js';
import type { LockRecord } from '../state/lock.js';
import type { Baseline, MarkBits, StateEntry } from '../state/state.js';
import type { Turn } from './turn.js';

/** The time, passed in so that tests can turn it. */
export interface Clock {
  now(): Date;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** How far a stage of the work is. */
export interface ProgressEvent {
  /** `reading keywords`, `creating groups`. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** Random identifiers, passed in so that tests can fix them. Hex digits. */
export type RandomId = (bytes: number) => string;

/**
 * Why a call gave no usable reply, by what it proves:
 * - `not-sent`: no connection was made, nothing reached the service;
 * - `refused`: the service answered and did nothing (4xx, failures without a result list);
 * - `too-large`: as refused, and a smaller batch may pass (413);
 * - `throttled`: as refused, and a later call may pass (429), or the quota or the waiting time ran out;
 * - `unauthorised`: as refused, for want of a valid token or login;
 * - `unknown`: whether anything was done is not known (time-out, reset, 3xx, 408, 5xx, no JSON);
 * - `interrupted`: cancelled before it was sent, because the run was stopped;
 * - `endless`: every call succeeded, and the list that they read does not end.
 */
export type CallProblem =
  | 'not-sent'
  | 'refused'
  | 'too-large'
  | 'throttled'
  | 'unauthorised'
  | 'unknown'
  | 'interrupted'
  | 'endless';

export interface CallFailure {
  readonly problem: CallProblem;
  /** One sentence for people, without secrets. */
  readonly message: string;
  readonly status?: number;
  readonly failures: readonly ServiceFailure[];
  /** How long the service asked to wait, in seconds. */
  readonly retryAfterSeconds?: number;
  /** The run must not continue: a refused login, a used-up quota, a wait beyond the cap. */
  readonly fatal?: boolean;
}

export type CallResult<Reply> =
  | {
      readonly ok: true;
      readonly reply: Reply /** What the service says is left, if it says so. */;
      readonly quotaRemaining?: number;
    }
  | { readonly ok: false; readonly failure: CallFailure };

/**
 * The service, as the kinds see it. Reads and set-semantics writes are repeated inside, within the limits; a creating
 * call is sent exactly once and on a connection of its own.
 */
export interface ServicePort {
  call<Name extends EndpointName>(
    endpoint: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<CallResult<ReplyOf<Name>>>;
  /**
   * Bytes of the form body that the request makes (no headers). With `enough`, a larger number that is no more than
   * `enough` may be returned: it is found without writing the body.
   */
  bodyBytes<Name extends EndpointName>(endpoint: Name, request: RequestOf<Name>, enough?: number): number;
  /** For what takes milliseconds besides its calls: it takes turns with the reading of long replies. */
  readonly turn?: Turn;
  /** Says what is odd about replies that are used all the same. */
  readonly warn?: (warning: Diagnostic) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * Called after login, pacing and encoding, immediately before the connection is opened, at each sending; when it
   * rejects, nothing is sent.
   */
  readonly beforeSend?: () => Promise<void>;
}

/** Reads a file of the project. Base64 is made at the moment of sending and not kept. */
export interface ProjectFiles {
  /** `file` is relative to the project; rejects when the bytes no longer have the digest. */
  readBase64(file: string, sha256: string): Promise<string>;
}

/** Looks at files on the public web, for `--check-urls`. */
export interface WebPort {
  /**
   * One request, no redirect followed, nothing of the body read. Rejects with a `WebProblem` when there is no answer, and
   * without having connected when the host is not a public address.
   */
  ask(
    method: 'HEAD' | 'GET',
    url: URL,
    options: { readonly range?: string; readonly signal: AbortSignal },
  ): Promise<WebAnswer>;
}

export interface WebAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Why a file on the web was not seen, in words. */
export class WebProblem extends Error {}

/** What a backend stores whole; the baseline is stored next to it in chunks. */
export interface Snapshot {
  readonly format: number;
  readonly lineage: string;
  readonly serial: number;
  readonly account: string;
  readonly uid?: string;
  /** Journal entries up to this one are folded in. */
  readonly sequence: number;
  /** What the bits of the baseline's marks mean; format 1 has none, and six fields whose bits are the same today. */
  readonly bits?: MarkBits;
  /** The backend that the state was moved to: this copy no longer counts. */
  readonly movedTo?: string;
  /** The `origin` of the copy that is being made there; absent once that is known to be there. */
  readonly movingAs?: string;
  /** Which move brought the state here. It stays, whatever is written later. */
  readonly origin?: string;
  readonly entries: readonly StateEntry[];
}

export interface StoredState {
  readonly snapshot: Snapshot | undefined;
  readonly baseline: Baseline;
  /** Entries after the snapshot, oldest first. */
  readonly journal: readonly JournalEntry[];
  /** A torn last line was left out, an older backup exists, … */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadOptions {
  /** A journal that is missing is a warning, and what it said is given up. */
  readonly withoutJournal?: boolean;
}

/** One change of the state in a place that keeps a history. */
export interface StateChange {
  readonly commit: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  readonly what: string;
  /** It takes or frees the lock, and changes nothing of the state. */
  readonly ofLock?: boolean;
}

export interface HeldLock {
  readonly record: LockRecord;
  /** Rejects when the lock was lost; called before every write. */
  check(): Promise<void>;
  release(): Promise<void>;
}

export interface LockWait {
  readonly seconds: number;
  readonly onWait?: (holder: LockRecord) => void;
  readonly signal?: AbortSignal;
}

/**
 * Where one account's state lives. Every write is durable when its promise resolves, and checks the lock first.
 * Failures that a person can fix are thrown as `Failure`.
 */
export interface StateBackend {
  /** Where it is, for messages. */
  readonly place: string;
  /** Makes what the place needs before anything can be kept there (a table, say). */
  prepare?(): Promise<void>;
  /** Ends connections that it holds. */
  close?(): Promise<void>;
  /** Reads without the lock. A damaged store is a `Failure`, never an empty state. */
  read(options?: ReadOptions): Promise<StoredState>;
  /** What happened to the state, newest first; absent where the place keeps no history. */
  log?(most: number): Promise<readonly StateChange[]>;
  /** Takes the lock or fails with the ending `locked`. */
  lock(
    command: string,
    wait: LockWait,
  ): Promise<{ readonly held: HeldLock; readonly diagnostics: readonly Diagnostic[] }>;
  /** Who holds the lock now. */
  holder(): Promise<LockRecord | undefined>;
  forceUnlock(): Promise<LockRecord | undefined>;
  /**
   * Appends to the journal and flushes. `reserveBytes` keeps room after the entries, so that the next append of at
   * most that size cannot fail for want of space.
   */
  append(held: HeldLock, entries: readonly JournalEntry[], reserveBytes?: number): Promise<void>;
  /**
   * Replaces the snapshot and the changed parts of the baseline if the stored serial is still `expectedSerial`
   * (undefined: nothing is stored), keeps the old one as a backup, and drops the journal that it folds in.
   */
  write(held: HeldLock, snapshot: Snapshot, baseline: Baseline, expectedSerial: number | undefined): Promise<void>;
}
