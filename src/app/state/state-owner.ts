import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { State, StateBackend, StoredState } from '../../model/index.js';
import { lineageOf } from '../../model/index.js';
import { loadProject } from '../../project/project.js';
import { backendNamed } from '../../state/registry.js';
import type { Workspace } from '../workspace/workspace.js';

/**
 * Whether a state knows anything. A run announces itself, writes its lineage into the project file, and only then does
 * something: what holds nothing but such announcements is no one's, and the next run begins it.
 */
export const isBegun = ({ snapshot, journal }: StoredState) =>
  snapshot !== undefined || journal.some(({ type }) => type !== 'run');

/**
 * The lineage of the project for this account, if the state is its own or not begun. Two projects that share a place
 * would take each other's groups for forgotten ones, and then create them a second time: so only a state whose lineage the
 * project file names is ever used.
 */
export async function checkOwner(
  workspace: Workspace,
  stored: StoredState,
  state: State,
  backend: StateBackend,
): Promise<string | undefined> {
  const { project, account } = workspace;
  const named = lineageOf(project, account);
  if (!isBegun(stored)) return named;
  // A journal of an earlier version does not say whose it is before its first snapshot.
  if (named !== undefined && (state.lineage === named || state.lineage === '')) return named;
  // The run that this one waited for may have written it since.
  const now = await lineageNow(workspace);
  if (now !== undefined && now === state.lineage) return now;
  const { name } = account;
  const says = named === undefined ? `names no lineage for ${name}` : `names the lineage ${named} for ${name}`;
  const elsewhere = `\`${backendNamed(project.state.backend).placeSetting}\``;
  const line = state.lineage === '' ? 'a `lineage` of your choice' : `\`lineage: ${state.lineage}\``;
  const detail =
    `${backend.place} holds a state ${await whose(stored, state, name, backend)}, and adwright.yaml ${says}. Nothing was changed. ` +
    `If the state is this project's (its first apply ran elsewhere, say, and the line was never committed), put ${line} below \`accounts: ${name}:\` in adwright.yaml. ` +
    `If it is another project's, give this one its own place: another ${elsewhere} under \`state:\`.`;
  throw new Failure([diagnostic('state-not-ours', { detail })]);
}

/** What adwright.yaml names by now; one that cannot be read any more names none. */
export async function lineageNow({ project, account }: Workspace): Promise<string | undefined> {
  const { project: now } = await loadProject(project.root, undefined, { allowHttp: true });
  const entry = now?.accounts.get(account.name);
  return now === undefined || entry === undefined ? undefined : lineageOf(now, entry);
}

/** What can be known of who made a state and when. */
async function whose(stored: StoredState, state: State, account: string, backend: StateBackend): Promise<string> {
  const facts = [
    state.lineage === '' ? 'without a lineage' : `of lineage ${state.lineage}`,
    `account ${stored.snapshot?.account ?? account}`,
    ...(state.uid === undefined ? [] : [`uid ${state.uid}`]),
  ];
  return `${facts.join(', ')}${await lastWritten(stored, state, backend)}`;
}

/** More than locks come one after another, as a rule. */
const FEW_CHANGES = 20;

async function lastWritten({ journal }: StoredState, state: State, backend: StateBackend): Promise<string> {
  const run = journal.findLast((entry) => entry.type === 'run');
  if (run?.type === 'run') return `, written ${run.at} by ${run.by} (${run.command})`;
  const changes = (await backend.log?.(FEW_CHANGES)) ?? [];
  // Who locked it since wrote nothing.
  const change = changes.find(({ ofLock }) => ofLock !== true);
  if (change !== undefined) return `, written ${change.at} by ${change.by}`;
  let newest = '';
  for (const { provenance } of state.entries.values()) if (provenance.at > newest) newest = provenance.at;
  return newest === '' ? '' : `, written ${newest}`;
}
