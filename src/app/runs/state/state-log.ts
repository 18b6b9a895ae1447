import { namelessText } from '../../../apply/nameless-failures.js';
import { Failure } from '../../../diagnostics/failure.js';
import type { ItemError, StateBackend, StoredState } from '../../../model/index.js';
import { plural } from '../../../model/index.js';
import { rowsDocument } from '../../../render/index.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { openBackend } from '../../state/backend.js';
import { undoHeads } from '../../state/undo-data.js';
import { readState } from '../../steps/planning.js';
import { openWorkspace, type Workspace } from '../../workspace/workspace.js';

const MOST_CHANGES = 200;

/** The journal since the snapshot, and where the backend keeps one the history of the state, newest first. */
export async function stateLog(app: AppPorts): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const backend = await openBackend(app, workspace);
  const stored = await readUnlessDamaged(app, workspace, backend);
  const journal = (stored?.journal ?? []).map((entry) => ({
    sequence: String(entry.sequence),
    at: entry.at,
    type: entry.type,
    attempt: 'attempt' in entry ? entry.attempt : undefined,
    about: aboutEntry(entry),
  }));
  const history = ((await backend.log?.(MOST_CHANGES)) ?? []).map(({ commit, at, by, what }) => ({
    sequence: undefined,
    at,
    type: 'commit',
    attempt: undefined,
    about: `${what} (${by}, ${commit.slice(0, 12)})`,
  }));
  const kept = await undoHeads(workspace.project.root, workspace.account.name);
  await sayDiagnostics(app, kept.faults);
  const undone = kept.heads.map((head) => ({
    sequence: undefined,
    at: head.at,
    type: 'undo',
    attempt: undefined,
    run: head.run,
    about: `adwright undo ${head.run}: ${countsText(head.counts)} (${head.command})`,
  }));
  const rows = [...journal, ...history, ...undone];
  const serial = stored?.snapshot === undefined ? 'no snapshot' : `snapshot ${stored.snapshot.serial}`;
  const lines = rows.map(({ sequence, at, type, attempt, about }) =>
    [sequence, at, type, attempt, about].filter((word) => word !== undefined && word !== '').join('  '),
  );
  return result(
    [`${serial}; ${plural(journal.length, 'journal entry', 'journal entries')} after it`, ...lines].join('\n'),
    rowsDocument(rows),
  );
}

/** `2 update, 1 create`. */
const countsText = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([action, count]) => `${count} ${action}`)
    .join(', ');

const DAMAGE: ReadonlySet<string> = new Set([
  'state-damaged',
  'state-conflicted',
  'journal-damaged',
  'journal-missing',
]);

/** A damaged state is restored from its history, so that one is shown all the same. */
async function readUnlessDamaged(
  app: AppPorts,
  workspace: Workspace,
  backend: StateBackend,
): Promise<StoredState | undefined> {
  try {
    return (await readState(workspace, backend, { missing: true, moved: true })).stored;
  } catch (error) {
    const isDamaged = error instanceof Failure && error.diagnostics.every(({ code }) => DAMAGE.has(code));
    if (!isDamaged || backend.log === undefined) throw error;
    await sayDiagnostics(app, error.diagnostics);
    return undefined;
  }
}

type Entry = Awaited<ReturnType<typeof readState>>['stored']['journal'][number];

function aboutEntry(entry: Entry): string {
  switch (entry.type) {
    case 'run':
      return `${entry.by}: ${entry.command}`;
    case 'intent':
      return `${entry.endpoint}, ${plural(entry.items.length, 'item')}: ${entry.items[0]?.address ?? ''}${entry.items.length > 1 ? ', …' : ''}`;
    case 'sending':
      return '';
    case 'outcome':
      return `${entry.items
        .map((item) => item.fate)
        .join(', ')
        .slice(0, 80)}${entry.cause === undefined ? '' : `; ${entry.cause}`}${reasonsOfOutcome(entry)}`;
    case 'put':
      if (entry.nameless !== undefined) return `${entry.reason}${reasonsOfNone(entry.nameless)}`;
      return `${entry.reason}: ${entry.put?.length ?? 0} put, ${entry.drop?.length ?? 0} dropped`;
    case 'baseline':
      return plural(entry.marks.length, 'baseline mark');
  }
}

/** Why items failed, and what the reply said of none of them. */
function reasonsOfOutcome({ items, nameless = [] }: Extract<Entry, { type: 'outcome' }>): string {
  const own = items.flatMap(({ position, fate, error }) =>
    error === undefined || fate !== 'failed' ? [] : `item ${position + 1}: ${namelessText([error])}`,
  );
  return `${own.map((text) => `; ${text}`).join('')}${reasonsOfNone(nameless)}`;
}

const reasonsOfNone = (nameless: readonly ItemError[]) =>
  nameless.length === 0 ? '' : `; of no item in particular: ${namelessText(nameless)}`;
