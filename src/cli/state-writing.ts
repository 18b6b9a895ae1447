import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldSnapshot, mayCompact, replayJournal } from '../apply/replay.js';
import { writeLineage } from '../manifest/lineage.js';
import type { HeldLock, JournalEntry, State, StateBackend, StoredState } from '../model/index.js';
import { replaceFile } from '../state/durable-files.js';
import type { CommandContext } from './command.js';
import type { Workspace } from './workspace.js';

/** The state's lineage; the first writer makes it and writes it into the project file, to be committed. */
export async function ensureLineage({ io }: CommandContext, { project }: Workspace, state: State): Promise<string> {
  const known = project.state.lineage ?? (state.lineage === '' ? undefined : state.lineage);
  const lineage = known ?? io.randomId(8);
  if (project.state.lineage === undefined) {
    const file = join(project.root, 'adwright.yaml');
    await replaceFile(file, [writeLineage(await readFile(file, 'utf8'), lineage)]);
  }
  return lineage;
}

/** Folds the journal of a run into the snapshot, unless something is in doubt: then the journal is the evidence. */
export async function fold(
  backend: StateBackend,
  held: HeldLock,
  account: string,
  stored: StoredState,
  written: readonly JournalEntry[],
  lineage: string,
): Promise<State> {
  const state = replayJournal({ ...stored, journal: [...stored.journal, ...written] }, { lineage });
  // A state without a snapshot gets one in any case: it carries the lineage.
  if (!mayCompact(state) && stored.snapshot !== undefined) return state;
  const folded = mayCompact(state) ? state : replayJournal({ ...stored, journal: [] }, { lineage });
  const { snapshot, baseline, expectedSerial } = foldSnapshot(folded, account);
  await backend.write(held, snapshot, baseline, expectedSerial);
  return state;
}
