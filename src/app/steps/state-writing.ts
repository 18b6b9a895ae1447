import { JournalWriter } from '../../apply/journal-writer.js';
import { foldSnapshot, JournalReplay, mayCompact, replayJournal } from '../../apply/replay.js';
import { kinds } from '../../kinds/registry.js';
import type {
  BaselineMark,
  HeldLock,
  JournalEntry,
  NewJournalEntry,
  State,
  StateBackend,
  StoredState,
} from '../../model/index.js';
import { markBits, withMarks } from '../../model/index.js';
import type { AppPorts } from '../ports.js';
import { writeDownLineage } from '../workspace/project-lineage.js';
import type { Workspace } from '../workspace/workspace.js';
import type { StateReading } from './planning.js';

/** The state that a run leaves, made as its journal is written. */
export class WrittenState {
  readonly #replay: JournalReplay;
  /** A reply had reasons that are no item's. */
  hasNameless = false;

  constructor(readonly stored: StoredState) {
    this.#replay = new JournalReplay(stored);
    for (const entry of stored.journal) this.#replay.take(entry);
  }

  take(entry: JournalEntry): void {
    this.hasNameless ||= 'nameless' in entry;
    this.#replay.take(entry);
  }

  state(lineage: string): State {
    return this.#replay.state(lineage);
  }
}

export interface BegunRun {
  /** Name of the run in the journal. */
  readonly run: string;
  readonly journal: JournalWriter;
  readonly written: WrittenState;
  readonly lineage: string;
}

/**
 * Begins a journal of a run or a state command. A state whose lineage the project file does not name yet is begun in three
 * steps: the run announces itself with the lineage, the file gets it, and only then anything else is written or sent. Ended
 * between any two of them, it is begun again or continues; a lineage without any state would look like a state that was lost.
 */
export async function beginJournal(
  app: AppPorts,
  workspace: Workspace,
  backend: StateBackend,
  held: HeldLock,
  { stored, state, lineage: named }: StateReading,
  { uid, entries = [] }: { readonly uid?: string; readonly entries?: readonly NewJournalEntry[] } = {},
): Promise<BegunRun> {
  const lineage = named ?? app.randomId(8);
  const written = new WrittenState(stored);
  const journal = new JournalWriter(backend, held, app.clock, state.sequence, written.take.bind(written));
  const name = app.randomId(4);
  const run = { type: 'run' as const, run: name, by: app.user, command: app.commandLine, lineage };
  const announced: NewJournalEntry = uid === undefined ? run : { ...run, uid };
  if (workspace.account.lineage !== undefined) {
    await journal.append([announced, ...entries]);
    return { run: name, journal, written, lineage };
  }
  await journal.append([announced]);
  await writeDownLineage(app, workspace, held, lineage);
  if (entries.length > 0) await journal.append(entries);
  return { run: name, journal, written, lineage };
}

/**
 * Folds the journal of a run into the snapshot, unless something is in doubt: then the journal is the evidence. `marks`
 * are put into the baseline in addition to what the journal says; a mark of the journal is of something else.
 */
export async function fold(
  backend: StateBackend,
  held: HeldLock,
  account: string,
  written: WrittenState,
  lineage: string,
  marks: readonly BaselineMark[] = [],
): Promise<State> {
  const { stored, hasNameless } = written;
  const state = written.state(lineage);
  // A state without a snapshot gets one in any case: it carries the lineage.
  if (!mayCompact(state, hasNameless) && stored.snapshot !== undefined) return state;
  const folded = mayCompact(state, hasNameless) ? state : replayJournal({ ...stored, journal: [] }, { lineage });
  const { snapshot, baseline, expectedSerial } = foldSnapshot(folded, account, markBits(kinds));
  await backend.write(held, snapshot, withMarks(baseline, marks), expectedSerial);
  return state;
}
