import type { AccountSettings, Project, StateBackend } from '../../model/index.js';
import { lineageOf } from '../../model/index.js';
import { backendNamed } from '../../state/registry.js';
import { type RememberingBackend, rememberingBackend } from '../../state/remembering-backend.js';
import { seenStateRecord } from '../../state/seen-state.js';
import type { AppPorts } from '../ports.js';
import { sayDiagnostics } from '../say-diagnostics.js';
import type { Workspace } from '../workspace/workspace.js';
import { storeNetwork } from './store-network.js';

/** Where the account's state lives, as the project file says. */
export async function openBackend(app: AppPorts, { project, account }: Workspace): Promise<RememberingBackend> {
  return backendOf(app, project, account, project.state.backend);
}

/** The account's state in a backend of this name; `state migrate` opens the one that the project file does not name.
 * `around` stands between it and what this machine remembers. */
export async function backendOf(
  app: AppPorts,
  project: Project,
  account: AccountSettings,
  name: string,
  around: (bare: StateBackend) => StateBackend = (bare) => bare,
): Promise<RememberingBackend> {
  const bare = await backendNamed(name).open({
    account: account.name,
    project,
    lineage: lineageOf(project, account),
    pid: app.pid,
    clock: app.clock,
    randomId: app.randomId,
    environment: app.env,
    network: storeNetwork(app),
  });
  const folders = await app.userFolders();
  return rememberingBackend(around(bare), {
    account: account.name,
    recordOf: (lineage) =>
      folders === undefined ? undefined : seenStateRecord(folders.data, { lineage, account: account.name }),
    clock: app.clock,
    warn: (one) => void sayDiagnostics(app, [one]),
  });
}
