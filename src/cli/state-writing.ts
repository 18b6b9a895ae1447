import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldSnapshot, mayCompact, replayJournal } from '../apply/replay.js';
import { writeLineage } from '../manifest/lineage.js';
import type { BaselineMark, HeldLock, JournalEntry, State, StateBackend, StoredState } from '../model/index.js';
import { withMarks } from '../model/index.js';
import { replaceFile } from '../state/durable-files.js';
import type { CommandContext } from './command.js';
import type { Workspace } from './workspace.js';

/** The lineage of the project or its state; without either, a new one. */
export function chooseLineage({ io }: CommandContext, { project }: Workspace, state: State): string {
  return project.state.lineage ?? (state.lineage === '' ? io.randomId(8) : state.lineage);
}

/**
 * Writes the lineage into the project file, to be committed. The first writer does it once its journal has begun: a
 * lineage without any state would look like a state that was lost.
 */
export async function writeDownLineage({ project }: Workspace, lineage: string): Promise<void> {
  if (project.state.lineage !== undefined) return;
  const file = join(project.root, 'adwright.yaml');
  await replaceFile(file, [writeLineage(await readFile(file, 'utf8'), lineage)]);
}

/** Both of it at once. */
export async function ensureLineage(context: CommandContext, workspace: Workspace, state: State): Promise<string> {
  const lineage = chooseLineage(context, workspace, state);
  await writeDownLineage(workspace, lineage);
  return lineage;
}

/**
 * Folds the journal of a run into the snapshot, unless something is in doubt: then the journal is the evidence. `marks`
 * are put into the baseline beside what the journal says; a mark of the journal is of something else.
 */
export async function fold(
  backend: StateBackend,
  held: HeldLock,
  account: string,
  stored: StoredState,
  written: readonly JournalEntry[],
  lineage: string,
  marks: readonly BaselineMark[] = [],
): Promise<State> {
  const state = replayJournal({ ...stored, journal: [...stored.journal, ...written] }, { lineage });
  // A state without a snapshot gets one in any case: it carries the lineage.
  if (!mayCompact(state) && stored.snapshot !== undefined) return state;
  const folded = mayCompact(state) ? state : replayJournal({ ...stored, journal: [] }, { lineage });
  const { snapshot, baseline, expectedSerial } = foldSnapshot(folded, account);
  await backend.write(held, snapshot, withMarks(baseline, marks), expectedSerial);
  return state;
}
