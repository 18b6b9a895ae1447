import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type { AccountSettings, ManifestSection, Project, ResourceGraph, WebPort } from '../model/index.js';
import type { SectionPart } from './entries.js';
import type { ManifestFiles } from './file-system.js';
import { diskFiles } from './file-system.js';
import { buildGraph } from './graph.js';
import { loadImages } from './images/load-images.js';
import { loadSources } from './load.js';
import { readSource } from './read-source.js';
import { checkRemoteFiles } from './remote-files.js';
import { loadRowFiles } from './row-files.js';
import type { ValidatedDocument } from './validate.js';
import { validateDocument } from './validate.js';

export interface ManifestInput {
  readonly project: Project;
  readonly account: AccountSettings;
  readonly sections: readonly ManifestSection[];
  /** The disk, unless a test brings its own. */
  readonly files?: ManifestFiles;
  /** With it, files on the web are looked at as well. */
  readonly web?: WebPort;
}

export interface LoadedManifests {
  /** What the manifests say as far as it could be read; not to be planned from when `diagnostics` hold an error. */
  readonly graph: ResourceGraph;
  /** All faults of the run, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The manifests of one account, from the disk to the graph: what `validate`, `plan` and `apply` all start with. */
export async function loadManifests(input: ManifestInput): Promise<LoadedManifests> {
  const { project, account, sections, files = diskFiles } = input;
  const diagnostics: Diagnostic[] = [];
  const report = (one: Diagnostic) => {
    diagnostics.push(one);
  };
  const loaded = await loadSources(project, account, files);
  diagnostics.push(...loaded.diagnostics);
  const documents: ValidatedDocument[] = [];
  const parts: SectionPart[] = [];
  const tables = new Set<string>();
  for (const { file, text } of loaded.sources) {
    const parsed = await readSource(file, text);
    diagnostics.push(...parsed.diagnostics);
    for (const [index, document] of parsed.documents.entries()) {
      const validated = validateDocument(document, sections, index === 0, report);
      documents.push(validated);
      parts.push(...validated.parts);
      for (const request of validated.files) {
        parts.push(...(await loadRowFiles(project, request, files, tables, report)));
      }
    }
  }
  if (documents.length === 0 && diagnostics.length === 0) {
    const detail = `Account ${account.name}: the manifests that were found are all empty.`;
    report(diagnostic('no-manifests', { detail }));
  }
  await loadImages(project.root, parts, files, report);
  if (input.web !== undefined) await checkRemoteFiles(parts, input.web, report);
  const names = [...loaded.sources.map(({ file }) => file), ...tables];
  const graph = buildGraph({ documents, parts, sections, groupNames: account.groupNames, files: names }, report);
  return { graph, diagnostics: sortDiagnostics(diagnostics) };
}
