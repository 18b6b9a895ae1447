import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { kinds } from '../../kinds/registry.js';
import { diskFiles } from '../../manifest/files/file-system.js';
import {
  allFaults,
  type LoadedManifests,
  loadManifests,
  type ManifestInput,
} from '../../manifest/graph/load-manifests.js';
import type { AccountSettings, Project, ResourceGraph } from '../../model/index.js';
import { loadProject } from '../../project/project.js';
import type { AppPorts } from '../ports.js';
import { allowsHttp } from './credentials.js';

/** The project of the folder that a command works in, with the account it is about. */
export interface Workspace {
  readonly project: Project;
  readonly account: AccountSettings;
  readonly diagnostics: readonly Diagnostic[];
}

export function rootOf({ folder }: AppPorts): string {
  if (folder !== undefined) return folder;
  const detail = 'The working directory was removed. Change into a folder that exists, or name one with -C.';
  throw new Failure([diagnostic('file-unreadable', { detail })]);
}

function loadProjectOf(app: AppPorts) {
  return loadProject(rootOf(app), diskFiles, { allowHttp: allowsHttp(app.env) });
}

/** Reads the project file and picks the account; faults of the file end the command, all of them at once. */
export async function openWorkspace(app: AppPorts): Promise<Workspace> {
  const { project, diagnostics } = await loadProjectOf(app);
  if (project === undefined || hasErrors(diagnostics)) throw new Failure(diagnostics);
  return { project, account: pickAccount(app, project), diagnostics };
}

/** The project with all its accounts, or the one that was named: for what is done to files and needs no service. */
export async function openAccounts(
  app: AppPorts,
): Promise<{ readonly project: Project; readonly accounts: readonly AccountSettings[] }> {
  const { project, diagnostics } = await loadProjectOf(app);
  if (project === undefined || hasErrors(diagnostics)) throw new Failure(diagnostics);
  const one = app.account;
  return { project, accounts: one === undefined ? [...project.accounts.values()] : [pickAccount(app, project)] };
}

function pickAccount({ account: wanted }: AppPorts, project: Project): AccountSettings {
  const names = [...project.accounts.keys()];
  if (wanted === undefined) {
    const [only, ...more] = project.accounts.values();
    if (only !== undefined && more.length === 0) return only;
    throw new Failure([diagnostic('account-choice', { detail: `The project has the accounts ${names.join(', ')}.` })]);
  }
  const account = project.accounts.get(wanted);
  if (account !== undefined) return account;
  const detail = `There is no account ${wanted}; the project has ${names.join(', ')}.`;
  throw new Failure([diagnostic('account-choice', { detail })]);
}

/**
 * The manifests as a graph. Any error ends the command before anything is sent; one in the rows of a long list is found
 * when they are read, and ends it before anything is written.
 */
export async function loadGraph(
  workspace: Workspace,
  options: Pick<ManifestInput, 'withDigest'> = {},
): Promise<LoadedManifests> {
  const loaded = await load(workspace, options);
  if (hasErrors(loaded.diagnostics)) throw new Failure(loaded.diagnostics);
  return loaded;
}

/** Whatever of the rows was not read yet is read, and an error in any row ends the command. */
export async function checkEveryRow(loaded: LoadedManifests): Promise<void> {
  const faults = await allFaults(loaded);
  if (hasErrors(faults)) throw new Failure(faults);
}

/** The same with every row read, and all faults at once. */
export async function loadWholeGraph(workspace: Workspace): Promise<ResourceGraph> {
  const loaded = await load(workspace);
  await checkEveryRow(loaded);
  return loaded.graph;
}

const load = ({ project, account }: Workspace, options: Pick<ManifestInput, 'withDigest'> = {}) =>
  loadManifests({ project, account, sections: kinds.all.map((kind) => kind.section), ...options });
