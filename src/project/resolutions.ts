import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import { isAbsent } from '../files/project-file.js';
import { MOST_BY_HAND } from '../files/regular-file.js';
import { acceptEntries, type CheckedEntries } from '../manifest/check/entries.js';
import { diskFiles, type ManifestFiles, unreadFile } from '../manifest/files/file-system.js';
import { decodeUtf8 } from '../manifest/source/decode.js';
import type { LocatedDocument } from '../manifest/source/located-document.js';
import { inDocument } from '../manifest/source/report.js';
import { readSource } from '../manifest/yaml/read-source.js';
import type { FieldPath, Project, Resolution } from '../model/index.js';
import { resolutionConflicts } from '../model/index.js';
import { checkedSchema } from '../schema/checked-schema.js';
import { RESOLUTION_SCHEMA, RESOLUTIONS_SCHEMA } from './resolutions-schema.js';

const RESOLUTIONS_FILE = 'resolutions.yaml';

const RESOLUTIONS: CheckedEntries = {
  schema: RESOLUTIONS_SCHEMA,
  check: checkedSchema(RESOLUTION_SCHEMA, async () => (await import('./by-hand.checks.js')).isResolution),
};

interface Entry {
  readonly address: string;
  readonly account?: string;
  readonly attempt?: string;
  readonly id?: string;
  readonly absent?: string;
  readonly accepted?: string;
}

export interface LoadedResolutions {
  readonly resolutions: readonly Resolution[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What the project's resolutions.yaml, if there is one, says of an account. A fault in it ends the command: half of it settles nothing. */
export async function loadResolutions(
  project: Project,
  account: string,
  files: ManifestFiles = diskFiles,
): Promise<LoadedResolutions> {
  let bytes: Uint8Array;
  try {
    bytes = await files.read(project.root, RESOLUTIONS_FILE, MOST_BY_HAND);
  } catch (error) {
    if (isAbsent(error)) return { resolutions: [], diagnostics: [] };
    throw new Failure([unreadFile(RESOLUTIONS_FILE, error)]);
  }
  const decoded = decodeUtf8(RESOLUTIONS_FILE, bytes);
  if ('fault' in decoded) throw new Failure([decoded.fault]);
  const all = await parseResolutions(decoded.text, RESOLUTIONS_FILE);
  for (const { account: named, address, source } of all) {
    if (named === undefined || project.accounts.has(named)) continue;
    const detail = `${address} names the account ${named}; the project has ${[...project.accounts.keys()].join(', ')}.`;
    throw new Failure([diagnostic('account-choice', { detail, address, source })]);
  }
  return { resolutions: all.filter((one) => (one.account ?? account) === account), diagnostics: [] };
}

/** Entries of resolutions.yaml, or of a file of the same form; every fault of it at once. */
export async function parseResolutions(content: string, file: string): Promise<readonly Resolution[]> {
  const parsed = await readSource(file, content);
  const diagnostics: Diagnostic[] = [...parsed.diagnostics];
  const resolutions: Resolution[] = [];
  for (const document of parsed.documents) {
    const accepted = await acceptEntries(RESOLUTIONS, document.value, [], document, (one) => diagnostics.push(one));
    const entries = (accepted?.value ?? []) as readonly Entry[];
    for (const [index, entry] of entries.entries()) {
      const path = [accepted?.indexes?.[index] ?? index];
      const words = OUTCOMES.filter((word) => entry[word] !== undefined);
      if (words.length !== 1) diagnostics.push(notOneOutcome(document, path, entry.address, words));
      const { absent, ...rest } = entry;
      resolutions.push({ ...rest, ...(absent !== undefined && { absent: true }), source: document.place(path) });
    }
  }
  diagnostics.push(...resolutionConflicts(resolutions));
  if (hasErrors(diagnostics)) throw new Failure(diagnostics);
  return resolutions;
}

const OUTCOMES = ['id', 'absent', 'accepted'] as const;

/** An entry that says nothing of what became of its item, or several things. */
function notOneOutcome(
  document: LocatedDocument,
  path: FieldPath,
  address: string,
  words: readonly string[],
): Diagnostic {
  const [first, ...more] = words;
  const place = (word: string) => document.place([...path, word], true);
  const given = words.map((word) => `\`${word}\` (${place(word).file}:${place(word).line})`);
  const both = given.length === 0 ? '' : ` This has ${given.join(' and ')}.`;
  const detail = `${address}: give exactly one of \`id\`, \`absent: true\` and \`accepted\`.${both}`;
  const at = first === undefined ? { path, onKey: false } : { path: [...path, first], onKey: true };
  return inDocument(document, 'wrong-shape', at.path, { detail, address, onKey: at.onKey, related: more.map(place) });
}
