import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Address, NewJournalEntry, State, StateEntry } from '../../model/index.js';
import type { AppPorts } from '../ports.js';
import { sayDiagnostics } from '../say-diagnostics.js';
import { openBackend } from '../state/backend.js';
import { underLock } from '../state/locking.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';
import { readState } from './planning.js';
import { beginJournal, fold } from './state-writing.js';

export interface StateEdit<T> {
  readonly put?: readonly StateEntry[];
  readonly drop?: readonly Address[];
  readonly dropMarks?: readonly string[];
  readonly outcome: T;
}

/** Changes the state by hand: under the lock, through the journal, with a backup of what was there. */
export async function editState<T>(
  app: AppPorts,
  reason: string,
  edit: (state: State, workspace: Workspace) => Promise<StateEdit<T>> | StateEdit<T>,
): Promise<T> {
  const workspace = await openWorkspace(app);
  const backend = await openBackend(app, workspace);
  return underLock(app, workspace, backend, async (held) => {
    const reading = await readState(workspace, backend);
    await sayDiagnostics(app, await backend.assertNewest(reading, false));
    const { put = [], drop = [], dropMarks = [], outcome } = await edit(reading.state, workspace);
    if (put.length + drop.length + dropMarks.length === 0) return outcome;
    const entries: readonly NewJournalEntry[] = [
      ...(put.length + drop.length > 0
        ? [{ type: 'put' as const, reason, ...(drop.length > 0 && { drop }), ...(put.length > 0 && { put }) }]
        : []),
      ...(dropMarks.length > 0 ? [{ type: 'baseline' as const, marks: [], drop: dropMarks }] : []),
    ];
    const { written, lineage } = await beginJournal(app, workspace, backend, held, reading, { entries });
    await fold(backend, held, workspace.account.name, written, lineage);
    return outcome;
  });
}

export function unknownAddress(address: Address, detail: string): Failure {
  return new Failure([diagnostic('address-unknown', { detail, address })]);
}

export function commandRefused(address: Address | undefined, detail: string): Failure {
  return new Failure([diagnostic('command-refused', { detail, address })]);
}
