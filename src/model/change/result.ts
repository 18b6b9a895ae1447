import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Address } from '../resource/address.js';
import type { Action } from './plan.js';

export type ItemOutcome = 'done' | 'failed' | 'skipped' | 'held' | 'unknown' | 'pending';

export interface ItemError {
  readonly code?: string;
  readonly message: string;
}

/** The outcome of one item of an apply. */
export interface ItemResult {
  readonly address: Address;
  readonly action: Action;
  readonly outcome: ItemOutcome;
  readonly id?: string;
  readonly taskId?: string;
  readonly attempt?: string;
  readonly error?: ItemError;
  /** Why it was skipped or held, or a remark on a `done`. */
  readonly note?: string;
}

export type ApplyStatus = 'applied' | 'nothing-to-do' | 'partial' | 'unresolved' | 'failed' | 'interrupted';

/** Results in the order in which they came. Most are kept packed; an array of results is one. */
export interface ItemResults extends Iterable<ItemResult> {
  readonly length: number;
  /** How many of each outcome, where it was counted as they came. */
  readonly counts?: Readonly<Record<ItemOutcome, number>>;
}

export interface ApplyResult {
  readonly account: string;
  readonly status: ApplyStatus;
  readonly summary: Readonly<Record<ItemOutcome, number>>;
  readonly items: ItemResults;
  readonly diagnostics: readonly Diagnostic[];
}
