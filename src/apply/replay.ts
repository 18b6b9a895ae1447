import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { Snapshot, StoredState } from '../model/ports/ports.js';
import type { Address } from '../model/resource/address.js';
import { withMarks } from '../model/state/baseline.js';
import type { IntentItem, JournalEntry, OutcomeItem } from '../model/state/journal.js';
import {
  type Attempt,
  type Baseline,
  type BaselineMark,
  type MarkBits,
  STATE_FORMAT,
  type State,
  type StateEntry,
} from '../model/state/state.js';

type Entry<Type extends JournalEntry['type']> = Extract<JournalEntry, { type: Type }>;

/** A creating batch that the journal announces, with what its addresses held before it. */
interface OpenAttempt {
  readonly intent: Entry<'intent'>;
  readonly before: ReadonlyMap<Address, StateEntry | undefined>;
  sentAt?: string;
}

const NO_OUTCOME = 'the run ended before the outcome was recorded';
const NOT_LISTED = 'the reply did not account for this item';

/**
 * The state that a snapshot and the journal after it amount to. An intent alone was certainly not sent and leaves no
 * trace; what was sent and has no outcome is `unknown`; an item that failed or was not done leaves what was there before.
 * Nothing here reads the world: the same journal always gives the same state.
 */
export function replayJournal(stored: StoredState, defaults: { readonly lineage: string }): State {
  const replay = new JournalReplay(stored);
  for (const entry of stored.journal) replay.take(entry);
  return replay.state(defaults.lineage);
}

/** So many marks are put into the baseline together: each time costs a copy of it. */
const MARKS_TOGETHER = 100_000;

/** The same, entry by entry, on top of a stored snapshot: a journal that is being written need not be kept for it. */
export class JournalReplay {
  readonly #entries: Map<Address, StateEntry>;
  readonly #attempts = new Map<string, OpenAttempt>();
  readonly #marks = new Map<string, BaselineMark | undefined>();
  #sequence: number;
  #uid: string | undefined;
  /** Of the snapshot; before there is one, of the newest run, since a run that ended before it did anything owns nothing. */
  #lineage: string | undefined;
  readonly #isNew: boolean;
  readonly #serial: number;
  readonly #origin: string | undefined;
  #stored: Baseline;

  constructor({ snapshot, baseline }: Pick<StoredState, 'snapshot' | 'baseline'>) {
    this.#entries = new Map(snapshot?.entries.map((entry) => [entry.address, entry]));
    this.#sequence = snapshot?.sequence ?? 0;
    this.#uid = snapshot?.uid;
    this.#lineage = snapshot?.lineage;
    this.#isNew = snapshot === undefined;
    this.#serial = snapshot?.serial ?? 0;
    this.#origin = snapshot?.origin;
    this.#stored = baseline;
  }

  take(entry: JournalEntry): void {
    if (entry.sequence <= this.#sequence) return;
    this.#sequence = entry.sequence;
    switch (entry.type) {
      case 'run':
        this.#uid ??= entry.uid;
        if (this.#isNew) this.#lineage = entry.lineage ?? this.#lineage;
        return;
      case 'intent':
        this.#attempts.set(entry.attempt, { intent: entry, before: this.#held(entry.items) });
        return;
      case 'sending':
        this.#sending(entry);
        return;
      case 'outcome':
        this.#outcome(entry);
        return;
      case 'put':
        for (const address of entry.drop ?? []) this.#entries.delete(address);
        for (const put of entry.put ?? []) this.#entries.set(put.address, put);
        return;
      case 'baseline':
        for (const id of entry.drop ?? []) this.#marks.set(id, undefined);
        for (const mark of entry.marks) this.#marks.set(mark.id, mark);
        if (this.#marks.size >= MARKS_TOGETHER) this.#settleMarks();
        return;
    }
  }

  state(lineage: string): State {
    const uid = this.#uid;
    this.#settleMarks();
    return {
      lineage: this.#lineage ?? lineage,
      serial: this.#serial,
      ...(uid !== undefined && { uid }),
      ...(this.#origin !== undefined && { origin: this.#origin }),
      entries: this.#entries,
      baseline: this.#stored,
      sequence: this.#sequence,
    };
  }

  #settleMarks(): void {
    if (this.#marks.size === 0) return;
    const marks: BaselineMark[] = [];
    const drop: string[] = [];
    for (const [id, mark] of this.#marks) {
      if (mark === undefined) drop.push(id);
      else marks.push(mark);
    }
    this.#stored = withMarks(this.#stored, marks, drop);
    this.#marks.clear();
  }

  #held(items: readonly IntentItem[]): ReadonlyMap<Address, StateEntry | undefined> {
    return new Map(items.map(({ address }) => [address, this.#entries.get(address)]));
  }

  #sending(entry: Entry<'sending'>): void {
    const open = this.#attempts.get(entry.attempt) ?? unannounced(entry);
    open.sentAt = entry.at;
    for (const item of open.intent.items) this.#entries.set(item.address, inDoubt(open, item, entry.at, NO_OUTCOME));
  }

  #outcome(entry: Entry<'outcome'>): void {
    const open = this.#attempts.get(entry.attempt) ?? unannounced(entry);
    const fates = new Map(entry.items.map((item) => [item.position, item]));
    for (const item of open.intent.items) {
      const held = this.#entries.get(item.address);
      // What an earlier part of the outcome, a person or evidence settled since is the later word.
      const doubted = held?.status === 'unknown' && held.attempt?.id === entry.attempt;
      if (doubted || open.sentAt === undefined) this.#settle(open, item, fates.get(item.position), entry);
    }
  }

  #settle(open: OpenAttempt, item: IntentItem, outcome: OutcomeItem | undefined, entry: Entry<'outcome'>): void {
    const sentAt = open.sentAt;
    // Never sent and not accounted for: nothing happened.
    if (outcome === undefined && sentAt === undefined) return;
    switch (outcome?.fate) {
      case 'done':
      case 'pending':
        this.#entries.set(item.address, made(open, item, outcome, entry));
        return;
      case 'failed':
      case 'not-done':
        this.#restore(item.address, open.before.get(item.address));
        return;
      default: {
        const cause = outcome?.error?.message ?? entry.cause ?? NOT_LISTED;
        this.#entries.set(item.address, inDoubt(open, item, sentAt ?? entry.at, cause));
      }
    }
  }

  #restore(address: Address, before: StateEntry | undefined): void {
    if (before === undefined) this.#entries.delete(address);
    else this.#entries.set(address, before);
  }
}

function attemptOf(open: OpenAttempt, item: IntentItem, at: string, cause?: string): Attempt {
  const { attempt, endpoint, items } = open.intent;
  return {
    id: attempt,
    endpoint,
    at,
    position: item.position,
    size: items.length,
    ...(cause !== undefined && { cause }),
  };
}

function inDoubt(open: OpenAttempt, item: IntentItem, at: string, cause: string): StateEntry {
  return {
    ...sent(item),
    status: 'unknown',
    provenance: { how: 'assumed', at },
    attempt: attemptOf(open, item, at, cause),
  };
}

function made(open: OpenAttempt, item: IntentItem, outcome: OutcomeItem, { at, cause }: Entry<'outcome'>): StateEntry {
  const id = outcome.id !== undefined && { id: outcome.id };
  if (outcome.fate === 'done') {
    return { ...sent(item), ...id, status: 'settled', provenance: { how: 'acknowledged', at } };
  }
  return {
    ...sent(item),
    ...id,
    ...(outcome.taskId !== undefined && { taskId: outcome.taskId }),
    status: 'pending',
    provenance: { how: 'assumed', at },
    // Kept for the evidence: what is listed before the sending cannot be it.
    attempt: attemptOf(open, item, open.sentAt ?? at, cause),
  };
}

function sent({
  address,
  kind,
  values,
  parentId,
}: IntentItem): Pick<StateEntry, 'address' | 'kind' | 'values' | 'parentId'> {
  return { address, kind, values, ...(parentId !== undefined && { parentId }) };
}

function unannounced(entry: Entry<'sending' | 'outcome'>): never {
  const damaged: Diagnostic = diagnostic('journal-damaged', {
    detail: `Journal entry ${entry.sequence} refers to attempt ${entry.attempt}, which no earlier entry announces: part of the journal is missing. Nothing was changed. Restore the journal from a backup before the next run; what it held may exist at the service and would be created a second time.`,
  });
  throw new Failure([damaged]);
}

/**
 * Whether the journal may be folded in: only when nothing is in doubt, so that the evidence stays in the journal, and not
 * by the run whose replies had reasons that are no item's, as nothing else keeps them.
 */
export function mayCompact(state: State, hasNameless: boolean): boolean {
  if (hasNameless) return false;
  for (const entry of state.entries.values()) if (entry.status === 'unknown') return false;
  return true;
}

/**
 * What a backend needs to store a state whole: its next snapshot, the baseline, and the serial that must still be stored.
 * `bits` says what the bits of the marks mean.
 */
export function foldSnapshot(
  state: State,
  account: string,
  bits: MarkBits,
): { readonly snapshot: Snapshot; readonly baseline: Baseline; readonly expectedSerial: number | undefined } {
  const snapshot: Snapshot = {
    format: STATE_FORMAT,
    lineage: state.lineage,
    serial: state.serial + 1,
    account,
    ...(state.uid !== undefined && { uid: state.uid }),
    ...(state.origin !== undefined && { origin: state.origin }),
    sequence: state.sequence,
    bits,
    entries: [...state.entries.values()],
  };
  return { snapshot, baseline: state.baseline, expectedSerial: state.serial === 0 ? undefined : state.serial };
}
