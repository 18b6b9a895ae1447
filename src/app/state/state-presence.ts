import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { kinds } from '../../kinds/registry.js';
import type { Plan, Project, StateBackend, StoredState } from '../../model/index.js';
import { markBits, unknownMarks } from '../../model/index.js';
import { backendNamed } from '../../state/registry.js';
import { type Environment, isCi } from '../ports.js';
import type { Workspace } from '../workspace/workspace.js';
import { isBegun } from './state-owner.js';

export const isEmpty = (stored: StoredState) => stored.snapshot === undefined && stored.journal.length === 0;

/** A newer version may have marked fields that this one does not know: their marks would be taken for others. */
export function checkMarks(stored: StoredState, backend: StateBackend): void {
  const unknown = unknownMarks(stored, markBits(kinds));
  if (unknown === undefined) return;
  const detail = `The state in ${backend.place} marks ${unknown}, which this version of Adwright does not know. Nothing was changed.`;
  throw new Failure([diagnostic('state-newer-format', { detail })]);
}

/** What was moved to another backend counts no more, wherever it is read. */
export function checkNotMoved(workspace: Workspace, stored: StoredState, backend: StateBackend): void {
  const { movedTo, movingAs } = stored.snapshot ?? {};
  if (movedTo === undefined) return;
  if (movingAs !== undefined) {
    const detail =
      `A move of the state in ${backend.place} to the ${movedTo} backend was begun and did not end. ` +
      `\`adwright state migrate --to ${movedTo}${accountFlag(workspace)}\` finishes it; ` +
      `with \`--to ${workspace.project.state.backend}\` in its place the move is given up.`;
    throw new Failure([diagnostic('state-move-unfinished', { detail })]);
  }
  const to = movedTo.startsWith('refs/') ? movedTo : `the ${movedTo} backend`;
  const detail = `The state in ${backend.place} was moved to ${to} and is no longer used.`;
  throw new Failure([diagnostic('state-moved-away', { detail })]);
}

/** ` --account NAME`, where the project has several. */
export const accountFlag = ({ project, account }: Workspace) =>
  project.accounts.size > 1 ? ` --account ${account.name}` : '';

/** A project with a lineage has a state somewhere: without it, everything would look as if it had to be created. */
export function checkPresent(
  workspace: Workspace,
  stored: StoredState,
  lineage: string | undefined,
  backend: StateBackend,
): void {
  if (lineage === undefined || isBegun(stored)) return;
  // A first run that ended after it had written the lineage, or one of a version that did not note it in the journal.
  const run = stored.journal.findLast((entry) => entry.type === 'run');
  if (run?.type === 'run' && (run.lineage ?? lineage) === lineage) return;
  const { project, account } = workspace;
  const { findsByFolder, goesWithMachine, placeSetting } = backendNamed(project.state.backend);
  const detail =
    `adwright.yaml names the state's lineage ${lineage}, and ${backend.place} holds no state. ` +
    (findsByFolder && project.state.own[placeSetting] === undefined
      ? `If the project's folder was moved or renamed, name its former one as \`state.${placeSetting}\`. `
      : '') +
    `If it was kept in another backend before, name that one again and move the state with \`adwright state migrate --to ${project.state.backend}${accountFlag(workspace)}\`. ` +
    `Otherwise restore it from where it was last kept (a backup${goesWithMachine ? ', the machine that applied last), and use the git backend from then on, so that it is kept with the repository' : ')'}. ` +
    `If it is lost, remove the line \`lineage\` from adwright.yaml, adopt what exists with \`id:\` in the manifests, and start over with \`adwright state init\`.` +
    (project.accounts.size > 1 && account.lineage === undefined
      ? ` If the account ${account.name} is new in this project: \`adwright --account ${account.name} state init\`.`
      : '');
  throw new Failure([diagnostic('state-missing', { detail })]);
}

/** In CI a folder is gone with the job: what was created would be created again by the next one. */
export function checkCreatesInCi(
  env: Environment,
  project: Project,
  stored: StoredState,
  plan: Plan,
  newState: boolean,
): void {
  if (newState || !isCi(env) || !backendNamed(project.state.backend).goesWithMachine || isBegun(stored)) return;
  if (plan.summary.create === 0) return;
  const detail = `The plan creates ${plan.summary.create} things, but \`CI\` is set and the state folder is empty. Nothing was sent.`;
  throw new Failure([diagnostic('creates-refused', { detail })]);
}
