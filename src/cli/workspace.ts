import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import { kinds } from '../kinds/registry.js';
import { diskFiles } from '../manifest/file-system.js';
import { loadManifests, type ManifestInput } from '../manifest/load-manifests.js';
import { loadProject } from '../manifest/project.js';
import type { AccountSettings, Project, ResourceGraph } from '../model/index.js';
import type { CommandContext } from './command.js';
import { allowsHttp } from './credentials.js';
import { gathered } from './gathered.js';

/** The project of the folder that a command works in, with the account it is about. */
export interface Workspace {
  readonly project: Project;
  readonly account: AccountSettings;
  readonly diagnostics: readonly Diagnostic[];
}

export function rootOf({ io, global }: CommandContext): string {
  return resolve(io.cwd, global.directory ?? '.');
}

function loadProjectOf(context: CommandContext) {
  return loadProject(rootOf(context), diskFiles, { allowHttp: allowsHttp(context.io.env) });
}

/** Reads the project file and picks the account; faults of the file end the command, all of them at once. */
export async function openWorkspace(context: CommandContext): Promise<Workspace> {
  const { project, diagnostics } = await loadProjectOf(context);
  if (project === undefined || hasErrors(diagnostics)) throw new Failure(diagnostics);
  return { project, account: pickAccount(context, project), diagnostics };
}

/** The project with all its accounts, or the one that was named: for what is done to files and needs no service. */
export async function openAccounts(
  context: CommandContext,
): Promise<{ readonly project: Project; readonly accounts: readonly AccountSettings[] }> {
  const { project, diagnostics } = await loadProjectOf(context);
  if (project === undefined || hasErrors(diagnostics)) throw new Failure(diagnostics);
  const one = context.global.account;
  return { project, accounts: one === undefined ? [...project.accounts.values()] : [pickAccount(context, project)] };
}

function pickAccount({ global }: CommandContext, project: Project): AccountSettings {
  const names = [...project.accounts.keys()];
  const wanted = global.account;
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
 * The manifests as a graph. Any error ends the command before anything is sent; where rows are deferred those of long lists end
 * it later, but before anything is written.
 */
export async function loadGraph(
  { project, account }: Workspace,
  options: Pick<ManifestInput, 'rows'> = {},
): Promise<{ graph: ResourceGraph; diagnostics: readonly Diagnostic[] }> {
  const { graph, diagnostics } = await loadManifests({
    project,
    account,
    sections: kinds.all.map((kind) => kind.section),
    ...options,
  });
  if (graph === undefined || hasErrors(diagnostics)) throw new Failure(diagnostics);
  return { graph, diagnostics };
}

/** Text of a file that the user named, or a located error. */
export async function readUserFile(context: CommandContext, file: string): Promise<string> {
  try {
    return await readFile(resolve(rootOf(context), file), 'utf8');
  } catch (error) {
    throw new Failure([diagnostic('file-unreadable', { detail: `${file}: ${systemWords(error)}` })]);
  }
}

/** The same, not yet taken for text. */
export async function readUserBytes(context: CommandContext, file: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(rootOf(context), file));
  } catch (error) {
    throw new Failure([diagnostic('file-unreadable', { detail: `${file}: ${systemWords(error)}` })]);
  }
}

/** Writes a file that the user named with an option, or gives a located error. */
export async function saveText(
  context: CommandContext,
  option: string,
  file: string,
  text: string | Iterable<string>,
): Promise<void> {
  try {
    await writeFile(resolve(rootOf(context), file), typeof text === 'string' ? text : gathered(text));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = isMissing ? 'its folder does not exist' : systemWords(error);
    throw new Failure([diagnostic('file-unreadable', { detail: `${option} ${file}: ${why}` })]);
  }
}

/** Whether a file that the user named with an option can be written at all; its content comes later. */
export async function checkPlace(context: CommandContext, option: string, file: string): Promise<void> {
  const path = resolve(rootOf(context), file);
  const target = await stat(path).catch(() => undefined);
  const folder = await stat(dirname(path)).catch(() => undefined);
  const why = target?.isDirectory()
    ? 'it is a folder'
    : folder?.isDirectory()
      ? undefined
      : 'its folder does not exist';
  if (why !== undefined) throw new Failure([diagnostic('file-unreadable', { detail: `${option} ${file}: ${why}` })]);
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'there is no permission to use it',
  EEXIST: 'it is there already, and nothing is overwritten',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'the file system cannot be written',
};

/** What the system says, in words. */
export function systemWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return WORDS[code] ?? error.message;
}
