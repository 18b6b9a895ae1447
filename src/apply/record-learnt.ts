import type { Address, BaselineMark, NewJournalEntry, State, StateEntry } from '../model/index.js';
import type { JournalWriter } from './journal-writer.js';

/** What a plan found out that the state does not hold yet: entries and marks to be put and dropped. */
export interface LearntFacts {
  readonly put: ReadonlyMap<Address, StateEntry>;
  readonly drop: ReadonlySet<Address>;
  readonly marks: readonly BaselineMark[];
  readonly dropMarks: readonly string[];
}

export function hasFindings({ put, drop, marks, dropMarks }: LearntFacts): boolean {
  return put.size + drop.size + marks.length + dropMarks.length > 0;
}

/**
 * Up to this many marks go through the journal. A first run learns a million: those go into the state as it is written at
 * the end. If the run ends before, nothing was done on the strength of them, and the next plan learns them again.
 */
const MOST_IN_JOURNAL = 10_000;

/** The marks that are to be put into the state itself. */
export function marksForState({ marks }: LearntFacts): readonly BaselineMark[] {
  return marks.length > MOST_IN_JOURNAL ? marks : [];
}

/** Writes what planning found out to the journal; returns the entries as they are then. */
export async function recordLearnt(
  journal: JournalWriter,
  state: State,
  { put, drop, marks, dropMarks }: LearntFacts,
): Promise<ReadonlyMap<Address, StateEntry>> {
  const learnt: NewJournalEntry[] = [];
  if (put.size + drop.size > 0) {
    const parts = { ...(drop.size > 0 && { drop: [...drop] }), ...(put.size > 0 && { put: [...put.values()] }) };
    learnt.push({ type: 'put', reason: 'learnt by planning', ...parts });
  }
  if (dropMarks.length > 0) learnt.push({ type: 'baseline', marks: [], drop: dropMarks });
  if (marks.length > 0 && marks.length <= MOST_IN_JOURNAL) learnt.push({ type: 'baseline', marks });
  if (learnt.length > 0) await journal.append(learnt);
  const entries = new Map(state.entries);
  for (const address of drop) entries.delete(address);
  for (const [address, entry] of put) entries.set(address, entry);
  return entries;
}
