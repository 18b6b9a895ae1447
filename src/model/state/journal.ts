import type { Address } from '../resource/address.js';
import type { Values } from '../resource/value.js';
import type { Attempt, BaselineMark, StateEntry } from './state.js';

/** What every line of the journal carries. `sequence` rises by one and never repeats within a lineage. */
interface Line {
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
}

export interface IntentItem {
  readonly address: Address;
  readonly kind: string;
  readonly position: number;
  readonly values: Values;
  readonly parentId?: string;
}

export type ItemFate = 'done' | 'pending' | 'failed' | 'unknown' | 'not-done';

export interface OutcomeItem {
  readonly position: number;
  readonly fate: ItemFate;
  readonly id?: string;
  readonly taskId?: string;
  readonly error?: { readonly code?: string; readonly message: string };
}

/** One line of the journal. The journal is the record of what was about to happen and of what came of it. */
export type JournalEntry =
  /** A run or a state command begins. */
  | (Line & {
      readonly type: 'run';
      readonly run: string;
      readonly by: string;
      readonly command: string;
      readonly uid?: string;
      /** Until there is a snapshot, this says whose state it is. Journals of an earlier version lack it. */
      readonly lineage?: string;
    })
  /** A creating batch is about to be sent. Alone, it was certainly not sent. */
  | (Line & {
      readonly type: 'intent';
      readonly attempt: string;
      readonly endpoint: string;
      readonly body: string;
      readonly items: readonly IntentItem[];
    })
  /** The connection is about to be opened. Without an outcome after it, every item is in doubt. */
  | (Line & { readonly type: 'sending'; readonly attempt: string })
  /** What came of each item of a creating batch. An item that is not listed is in doubt. */
  | (Line & {
      readonly type: 'outcome';
      readonly attempt: string;
      readonly cause?: string;
      readonly nameless?: readonly NamelessReason[];
      readonly items: readonly OutcomeItem[];
    })
  /** Entries that were written with set semantics, adopted, settled by evidence, or edited by hand. */
  | (Line & {
      readonly type: 'put';
      readonly reason: string;
      readonly nameless?: readonly NamelessReason[];
      readonly put?: readonly StateEntry[];
      readonly drop?: readonly Address[];
    })
  /** Baseline marks of things that are in effect as described. */
  | (Line & { readonly type: 'baseline'; readonly marks: readonly BaselineMark[]; readonly drop?: readonly string[] });

/** Reasons in a reply that belong to no known item. */
interface NamelessReason {
  readonly code?: string;
  readonly message: string;
}

type WithoutLine<Entry> = Entry extends JournalEntry ? Omit<Entry, 'sequence' | 'at'> : never;
/** An entry before the journal has numbered and dated it. */
export type NewJournalEntry = WithoutLine<JournalEntry>;

export type { Attempt };
