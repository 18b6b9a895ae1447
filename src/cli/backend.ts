import { resolve } from 'node:path';
import type { Project, StateBackend, StateSettings } from '../model/index.js';
import { fileBackend } from '../state/backends/file.js';
import type { CommandContext } from './command.js';
import type { Workspace } from './workspace.js';

/** Where the account's state lives, as the project file says. */
export async function openBackend(context: CommandContext, { project, account }: Workspace): Promise<StateBackend> {
  return backendOf(context, project, account.name, project.state.backend);
}

/** The account's state in a backend of this name; `state migrate` opens the one that the project file does not name. */
export async function backendOf(
  { io }: CommandContext,
  { root, state }: Project,
  account: string,
  backend: StateSettings['backend'],
): Promise<StateBackend> {
  const ports = { account, pid: io.pid, clock: io.clock, randomId: io.randomId };
  if (backend === 'file') return fileBackend({ ...ports, folder: resolve(root, state.path) });
  const { gitBackend } = await import('../state/backends/git.js');
  return gitBackend({ ...ports, root, remote: state.remote, environment: io.env });
}
