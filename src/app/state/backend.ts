import { resolve } from 'node:path';
import type { AccountSettings, Project, StateBackend, StateSettings } from '../../model/index.js';
import { lineageOf } from '../../model/index.js';
import { fileBackend } from '../../state/backends/file.js';
import { type RememberingBackend, rememberingBackend } from '../../state/remembering-backend.js';
import { seenStateRecord } from '../../state/seen-state.js';
import type { CommandContext } from '../context.js';
import { sayDiagnostics } from '../say-diagnostics.js';
import type { Workspace } from '../workspace/workspace.js';

/** Where the account's state lives, as the project file says. */
export async function openBackend(
  context: CommandContext,
  { project, account }: Workspace,
): Promise<RememberingBackend> {
  return backendOf(context, project, account, project.state.backend);
}

/** The account's state in a backend of this name; `state migrate` opens the one that the project file does not name. */
export async function backendOf(
  context: CommandContext,
  project: Project,
  account: AccountSettings,
  name: StateSettings['backend'],
): Promise<RememberingBackend> {
  const { io } = context;
  const folders = await io.userFolders();
  return rememberingBackend(await bareBackend(context, project, account, name), {
    account: account.name,
    recordOf: (lineage) =>
      folders === undefined ? undefined : seenStateRecord(folders.data, { lineage, account: account.name }),
    clock: io.clock,
    warn: (one) => void sayDiagnostics(context, [one]),
  });
}

async function bareBackend(
  { io }: CommandContext,
  project: Project,
  settings: AccountSettings,
  name: StateSettings['backend'],
): Promise<StateBackend> {
  const { root, state } = project;
  const account = settings.name;
  const ports = { account, pid: io.pid, clock: io.clock, randomId: io.randomId };
  if (name === 'file')
    return fileBackend({ ...ports, folder: resolve(root, state.path), project: { root, mayLeave: state.pathNamed } });
  const { gitBackend, projectKey } = await import('../../state/backends/keyed-git.js');
  const key = state.key ?? (await projectKey(root, io.env));
  const lineage = lineageOf(project, settings);
  // Whoever names a key has a place of its own: what an earlier version kept is then looked at only for its lineage.
  const earlier = lineage === undefined && state.key !== undefined ? undefined : { lineage };
  const git = { root, remote: state.remote, key, environment: io.env };
  return gitBackend({ ...ports, ...git, ...(earlier !== undefined && { earlier }) });
}
