import { join, relative, sep } from 'node:path';
import { kinds } from '../../kinds/registry.js';
import { diskFiles, type ManifestFiles } from '../../manifest/files/file-system.js';
import { loadSources } from '../../manifest/files/load.js';
import { readPathPattern } from '../../manifest/files/path-pattern.js';
import { allFaults, loadManifests } from '../../manifest/graph/load-manifests.js';
import { isPlainMap } from '../../manifest/source/plain-map.js';
import { readSource } from '../../manifest/yaml/read-source.js';
import type { AccountSettings, Project } from '../../model/index.js';
import { loadProject } from '../../project/project.js';
import type { AppPorts } from '../ports.js';
import { allowsHttp } from '../workspace/credentials.js';
import { History } from '../workspace/git-history.js';

const PROJECT_FILE = 'adwright.yaml';
const RESOLUTIONS_FILE = 'resolutions.yaml';

/**
 * Those of the accounts that a file changed since `reference` belongs to: a manifest, an image or a table that it names,
 * the account's own entry in the project file, or what resolutions.yaml says of it. The work tree, files that git does not
 * track included, is compared with the commit at which this branch left the reference.
 */
export async function changedAccounts(
  app: AppPorts,
  project: Project,
  accounts: readonly AccountSettings[],
  reference: string,
): Promise<readonly AccountSettings[]> {
  const history = await History.since(project.root, app.env, reference);
  const files = await history.changedFiles();
  if (files.length === 0) return [];
  const touched = new Set<string>();
  const all = () => {
    for (const { name } of accounts) touched.add(name);
  };
  if (files.includes(PROJECT_FILE)) {
    const before = await entriesBefore(app, history);
    for (const account of accounts)
      if (before?.(account.name) !== entryOf(project, account.name)) touched.add(account.name);
  }
  if (files.includes(RESOLUTIONS_FILE)) {
    const named = await accountsResolved(project.root, history);
    if (named === undefined) all();
    else for (const name of named) touched.add(name);
  }
  const rest = new Set(files.filter((file) => file !== PROJECT_FILE && file !== RESOLUTIONS_FILE));
  const others = new Set(rest);
  for (const account of accounts) {
    const matches = matcherOf(account.manifests);
    for (const file of rest) {
      if (!matches(file)) continue;
      touched.add(account.name);
      others.delete(file);
    }
  }
  if (others.size > 0) {
    for (const account of accounts)
      if (!touched.has(account.name) && (await reads(project, account, others))) touched.add(account.name);
  }
  return accounts.filter(({ name }) => touched.has(name));
}

/** Whether one of the patterns matches a file, or something in a folder: a submodule that changed is listed as one. */
function matcherOf(manifests: readonly string[]): (file: string) => boolean {
  const patterns = manifests.map(readPathPattern);
  return (file) =>
    patterns.some((pattern) => {
      if (pattern === undefined) return true;
      const { base, plain } = pattern;
      if (base === file || base.startsWith(`${file}/`)) return true;
      if (plain) return false;
      const below = base === '' ? file : file.startsWith(`${base}/`) ? file.slice(base.length + 1) : undefined;
      return below !== undefined && (pattern.matches(below) || (isSubmodule(file) && pattern.mayLeadOn(below)));
    });
}

/** Git lists a folder with its slash where it is a repository of its own. */
const isSubmodule = (file: string) => !/\.[A-Za-z0-9]+$/.test(file);

/** Whether the account's manifests read one of these files. A manifest that does not name them is not read as a whole. */
async function reads(project: Project, account: AccountSettings, files: ReadonlySet<string>): Promise<boolean> {
  const { sources } = await loadSources(project, account, diskFiles);
  const names = [...files].map((file) => Buffer.from(file.split('/').at(-1) ?? file));
  // A name may be written with escapes.
  if (!sources.some(({ bytes }) => names.some((name) => holds(bytes, name)) || bytes.includes(BACKSLASH))) return false;
  let found = false;
  const see = (path: string) => {
    const file = relative(project.root, path).split(sep).join('/');
    if (files.has(file)) found = true;
  };
  const watched: ManifestFiles = {
    ...diskFiles,
    read: (root, file, most) => {
      see(join(root, file));
      return diskFiles.read(root, file, most);
    },
    stat: (path) => {
      see(path);
      return diskFiles.stat(path);
    },
    realPath: (path) => {
      see(path);
      return diskFiles.realPath(path);
    },
  };
  const sections = kinds.all.map((kind) => kind.section);
  await allFaults(await loadManifests({ project, account, sections, files: watched }));
  return found;
}

const BACKSLASH = 0x5c;
const holds = (bytes: Uint8Array, name: Buffer) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(name);

/** An account's settings and the state's, as text to compare. */
function entryOf({ accounts, state }: Project, name: string): string {
  return JSON.stringify([accounts.get(name), state]);
}

/** The same of the project file as it was; undefined where it was none that can be read, so that all have changed. */
async function entriesBefore(
  app: AppPorts,
  history: History,
): Promise<((name: string) => string | undefined) | undefined> {
  const bytes = await history.fileBefore(PROJECT_FILE);
  if (bytes === undefined) return undefined;
  const files: ManifestFiles = { ...diskFiles, read: () => Promise.resolve(bytes) };
  const { project } = await loadProject(history.root, files, { allowHttp: allowsHttp(app.env) });
  return project === undefined ? undefined : (name) => entryOf(project, name);
}

/** The accounts that changed entries of resolutions.yaml name; undefined where one is about any account. */
async function accountsResolved(root: string, history: History): Promise<readonly string[] | undefined> {
  const now = await diskFiles.read(root, RESOLUTIONS_FILE, MOST_RESOLUTIONS).catch(() => undefined);
  const [before, after] = [await entriesIn(await history.fileBefore(RESOLUTIONS_FILE)), await entriesIn(now)];
  if (before === undefined || after === undefined) return undefined;
  const differing = [...before, ...after].filter(([text]) => !(before.has(text) && after.has(text)));
  const names = differing.map(([, account]) => account);
  return names.every((name) => name !== undefined) ? names : undefined;
}

const MOST_RESOLUTIONS = 10_000_000;

/** Each entry as text, with the account that it names. */
async function entriesIn(bytes: Uint8Array | undefined): Promise<ReadonlyMap<string, string | undefined> | undefined> {
  if (bytes === undefined) return new Map();
  const { documents, diagnostics } = await readSource(RESOLUTIONS_FILE, Buffer.from(bytes).toString('utf8'));
  if (diagnostics.length > 0) return undefined;
  const entries = new Map<string, string | undefined>();
  for (const { value } of documents) {
    if (!Array.isArray(value)) return undefined;
    for (const entry of value) {
      const account = isPlainMap(entry) ? entry['account'] : undefined;
      entries.set(JSON.stringify(entry), typeof account === 'string' ? account : undefined);
    }
  }
  return entries;
}
