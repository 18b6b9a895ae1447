import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/diagnostic.js';
import { isAbsent } from '../files/project-file.js';
import { MOST_BY_HAND } from '../files/regular-file.js';
import { acceptEntries, acceptValue, type CheckedEntries } from '../manifest/check/entries.js';
import { unknownKey } from '../manifest/check/schema-faults.js';
import type { ManifestFiles } from '../manifest/files/file-system.js';
import { diskFiles, unreadFile } from '../manifest/files/file-system.js';
import { decodeUtf8 } from '../manifest/source/decode.js';
import type { LocatedDocument } from '../manifest/source/located-document.js';
import { isPlainMap } from '../manifest/source/plain-map.js';
import { inDocument, inFile, placeName, type Report } from '../manifest/source/report.js';
import { quoted } from '../manifest/source/suggest.js';
import { readSource } from '../manifest/yaml/read-source.js';
import type { AccountSettings, Project } from '../model/index.js';
import { checkedSchema } from '../schema/checked-schema.js';
import { accountSettings, stateSettings } from './account-settings.js';
import { dropFollowUps, reportCredentials, withoutSecrets } from './credentials.js';
import type { AccountEntry, StateEntrySettings } from './project-schema.js';
import { ACCOUNT_SCHEMA, ACCOUNTS_SCHEMA, STATE_SCHEMA } from './project-schema.js';

const PROJECT_FILE = 'adwright.yaml';

const ACCOUNTS: CheckedEntries = {
  schema: ACCOUNTS_SCHEMA,
  check: checkedSchema(ACCOUNT_SCHEMA, async () => (await import('./project.checks.js')).isAccount),
};
const STATE = checkedSchema(STATE_SCHEMA, async () => (await import('./project.checks.js')).isState);

export interface LoadedProject {
  /** Absent when the file has errors. */
  readonly project?: Project;
  /** Names of the accounts, also of those with faults. */
  readonly accounts: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ProjectRules {
  /** An address that is reached over plain http is no error. */
  readonly allowHttp?: boolean;
}

/** Reads `adwright.yaml` in `root` (absolute) and fills in every default. */
export async function loadProject(
  root: string,
  files: ManifestFiles = diskFiles,
  { allowHttp = false }: ProjectRules = {},
): Promise<LoadedProject> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (one) => {
    const isAllowed = allowHttp && one.code === 'plain-http';
    diagnostics.push(withoutSecrets(isAllowed ? { ...one, severity: 'warning' } : one));
  };
  const document = await readDocument(root, files, report);
  const value = document?.value;
  if (document === undefined) return { accounts: [], diagnostics };
  if (!isPlainMap(value)) {
    report(inDocument(document, 'wrong-shape', [], { detail: 'The project file is a map: version, accounts, state.' }));
    return { accounts: [], diagnostics };
  }
  checkTopLevel(document, value, report);
  reportCredentials(document, report);
  const accounts = await readAccounts(root, document, value['accounts'], report);
  const state = await readState(document, value['state'], report);
  const names = isPlainMap(value['accounts']) ? Object.keys(value['accounts']) : [];
  const found = sortDiagnostics(dropFollowUps(diagnostics));
  if (hasErrors(found) || accounts === undefined || state === undefined) return { accounts: names, diagnostics: found };
  return { project: { root, accounts, state }, accounts: names, diagnostics: found };
}

async function readDocument(root: string, files: ManifestFiles, report: Report): Promise<LocatedDocument | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await files.read(root, PROJECT_FILE, MOST_BY_HAND);
  } catch (error) {
    report(isAbsent(error) ? await notFound(root, files) : unreadFile(PROJECT_FILE, error));
    return undefined;
  }
  const decoded = decodeUtf8(PROJECT_FILE, bytes);
  if ('fault' in decoded) {
    report(decoded.fault);
    return undefined;
  }
  const { documents, diagnostics } = await readSource(PROJECT_FILE, decoded.text);
  for (const one of diagnostics) report(one);
  const [document, second] = documents;
  if (second !== undefined) {
    report(inDocument(second, 'wrong-shape', [], { detail: 'The project file is one document; remove the "---".' }));
  }
  if (document === undefined && diagnostics.length === 0) {
    report(inFile(PROJECT_FILE, 'wrong-shape', { detail: 'The file is empty. `adwright init` writes a first one.' }));
  }
  return document;
}

async function notFound(root: string, files: ManifestFiles): Promise<Diagnostic> {
  const names = (await files.list(root))?.map(({ name }) => name) ?? [];
  const other = names.find((name) => name !== PROJECT_FILE && /^adwright\.ya?ml$/i.test(name));
  const hint = other === undefined ? '' : ` There is ${quoted(other)}: rename it.`;
  return diagnostic('project-not-found', { detail: `No ${PROJECT_FILE} in ${root}.${hint}` });
}

function checkTopLevel(document: LocatedDocument, value: Readonly<Record<string, unknown>>, report: Report): void {
  const known = ['version', 'accounts', 'state'];
  for (const key of Object.keys(value)) {
    if (known.includes(key) || key.startsWith('x-')) continue;
    const { code, path, detail } = unknownKey(key, [key], known);
    report(inDocument(document, code, path, { detail, onKey: true }));
  }
  if (!Object.hasOwn(value, 'version')) {
    report(inDocument(document, 'missing-key', [], { detail: 'The project file starts with "version: 1".' }));
  } else if (value['version'] !== '1') {
    report(inDocument(document, 'bad-version', ['version'], { detail: 'The version is 1.' }));
  }
  if (!Object.hasOwn(value, 'accounts')) {
    report(inDocument(document, 'missing-key', [], { detail: '"accounts" is required: at least one account.' }));
  }
}

/** Names of files have at most 255 bytes, and other parts beside the account's name. */
const MOST_ACCOUNT_NAME = 100;

async function readAccounts(
  root: string,
  document: LocatedDocument,
  value: unknown,
  report: Report,
): Promise<ReadonlyMap<string, AccountSettings> | undefined> {
  if (value === undefined) return undefined;
  const rename: Report = (one) => {
    report(one.code === 'bad-name' ? diagnostic('bad-account-name', { ...one, severity: 'error' }) : one);
  };
  const accepted = await acceptEntries(ACCOUNTS, value, ['accounts'], document, rename);
  if (accepted === undefined) return undefined;
  const names = Object.keys(Object(value));
  if (names.length === 0) {
    report(inDocument(document, 'too-few', ['accounts'], { detail: 'At least one account.', onKey: true }));
  }
  const similar = new Map<string, string>();
  const settings = new Map<string, AccountSettings>();
  for (const [name, entry] of Object.entries(accepted.value as Record<string, AccountEntry>)) {
    const path = ['accounts', name];
    const folded = name.toLowerCase().replaceAll('-', '_');
    const first = similar.get(folded);
    if (first !== undefined) {
      const place = document.place(['accounts', first], true);
      const detail = `${quoted(name)} and ${quoted(first)} (${placeName(place)}) would share variables and files.`;
      report(inDocument(document, 'bad-account-name', path, { detail, onKey: true, related: [place] }));
    }
    similar.set(folded, name);
    if (name.length > MOST_ACCOUNT_NAME) {
      const detail = `The name has ${name.length} characters, and at most ${MOST_ACCOUNT_NAME} are possible: files are named by it.`;
      report(inDocument(document, 'bad-account-name', path, { detail, onKey: true }));
    }
    if (entry.manifests === undefined && names.length > 1) {
      const detail = `Account ${quoted(name)} has no "manifests".`;
      report(inDocument(document, 'manifests-not-named', path, { detail, onKey: true }));
    }
    settings.set(name, accountSettings(root, name, entry, { document, path, report }));
  }
  return settings;
}

async function readState(
  document: LocatedDocument,
  value: unknown,
  report: Report,
): Promise<Project['state'] | undefined> {
  const entry = value === undefined ? {} : value;
  if (!(await acceptValue(STATE, entry, ['state'], document, report))) return undefined;
  return stateSettings(entry as StateEntrySettings, { document, path: ['state'], report });
}
