import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { placeWords } from '../../files/inside.js';
import { MOST_TEXT } from '../../files/regular-file.js';
import type { AccountSettings, Project } from '../../model/index.js';
import { inFile, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import { EmptySources } from './empty-sources.js';
import type { ManifestFiles } from './file-system.js';
import { unreadFile } from './file-system.js';
import type { FoundFile } from './find-files.js';
import { findFiles } from './find-files.js';
import { readPathPattern } from './path-pattern.js';
import { type LeftOut, leftOutFiles } from './sparse-checkout.js';

/** In the folders of manifests, and never a manifest itself. */
const NOT_MANIFESTS: ReadonlySet<string> = new Set(['adwright.yaml', 'resolutions.yaml']);

export interface Source {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface LoadedSources {
  readonly sources: readonly Source[];
  readonly emptySources: EmptySources;
  readonly leftOut: LeftOut;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the manifests of one account. One file that cannot be read is an error: a part is never taken for the whole. */
export async function loadSources(
  project: Project,
  account: AccountSettings,
  files: ManifestFiles,
): Promise<LoadedSources> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (one) => diagnostics.push(one);
  const emptySources = new EmptySources();
  const leftOut = await leftOutFiles(project.root, files);
  const found = new Map<string, FoundFile>();
  const wanted = new Set(account.manifests.map((pattern) => pattern.replaceAll('\\', '/')));
  for (const pattern of wanted) {
    const read = readPathPattern(pattern);
    if (read === undefined) {
      const detail = `${quoted(pattern)} (account ${account.name}) expands to too many patterns.`;
      report(diagnostic('pattern-too-wide', { detail }));
      continue;
    }
    const matches = await findFiles(project.root, '', read, files);
    const usable = matches.files.filter(({ file }) => !NOT_MANIFESTS.has(file));
    const asker = { pattern, account: account.name };
    if (usable.length === 0 && wanted.size > 1) emptySources.pattern(asker, report);
    emptySources.folders(matches, asker, report);
    emptySources.sparse(leftOut, '', asker, report);
    for (const one of usable) found.set(one.file, one);
  }
  if (found.size === 0) {
    const detail = `Account ${account.name} reads ${account.manifests.join(', ')}, and no file matches.`;
    report(diagnostic('no-manifests', { detail }));
  }
  const sources: Source[] = [];
  for (const one of [...found.values()].sort((a, b) => (a.file < b.file ? -1 : 1))) {
    const bytes = await readBytes(project.root, one, files, report);
    if (bytes !== undefined) sources.push({ file: one.file, bytes });
  }
  return { sources, emptySources, leftOut, diagnostics };
}

/** The bytes of a found file, or nothing and a diagnostic. */
export async function readBytes(
  root: string,
  { file, problem }: FoundFile,
  files: ManifestFiles,
  report: Report,
): Promise<Uint8Array | undefined> {
  if (problem === 'outside' || problem === 'reserved' || problem === 'absolute') {
    report(inFile(file, 'outside-project', { detail: `${file} ${placeWords(problem)}.` }));
    return undefined;
  }
  try {
    return await files.read(root, file, MOST_TEXT);
  } catch (error) {
    report(unreadFile(file, error));
    return undefined;
  }
}
