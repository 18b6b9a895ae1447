import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import type { AccountSettings, ManifestSection, Project, ResourceGraph, WebPort } from '../../model/index.js';
import { kindOf } from '../../model/index.js';
import type { SectionPart } from '../check/entries.js';
import type { ValidatedDocument } from '../check/validate.js';
import { validateManifest } from '../check/validate.js';
import type { ManifestFiles } from '../files/file-system.js';
import { diskFiles } from '../files/file-system.js';
import { loadSources, type Source } from '../files/load.js';
import { refersToImages } from '../images/refers-to-images.js';
import type { PagedResources, PlacedList } from '../long-lists/paged-resources.js';
import { LARGE_FILE, type PageSizes, type RowList } from '../long-lists/row-list.js';
import { decodeUtf8 } from '../source/decode.js';
import { addPart } from '../table/add-part.js';
import { ResourceTable } from '../table/resource-table.js';
import { HeldResources, type Statements } from '../table/table-resources.js';
import type { ParsedSource } from '../yaml/parse.js';
import { readSource } from '../yaml/read-source.js';
import { buildGraph, statementsIn } from './graph.js';

export interface ManifestInput {
  readonly project: Project;
  readonly account: AccountSettings;
  readonly sections: readonly ManifestSection[];
  /** The disk, unless a test brings its own. */
  readonly files?: ManifestFiles;
  /** With it, files on the web are looked at as well. */
  readonly web?: WebPort;
  /** The digest will be asked for: the first reading of long lists takes it along. */
  readonly withDigest?: boolean;
  /** A test may have small files read by pages. */
  readonly paging?: PageSizes;
}

export interface LoadedManifests {
  /** What the manifests say as far as it could be read; not to be planned from when `diagnostics` hold an error. */
  readonly graph: ResourceGraph;
  /** All faults but those of long lists, in the order of the files. `graph.resources.finish` reports the others. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The manifests of one account, from the disk to the graph: what `validate`, `plan` and `apply` all start with. Long
 * lists are read by the code that goes through the resources. What reads tables, long lists, images and files on
 * the web is loaded when a manifest has one, so that a small manifest starts fast.
 */
export async function loadManifests(input: ManifestInput): Promise<LoadedManifests> {
  const { project, account, sections, files = diskFiles } = input;
  const diagnostics = new DiagnosticList();
  const report = diagnostics.add;
  const loaded = await loadSources(project, account, files);
  diagnostics.addAll(loaded.diagnostics);
  const { emptySources } = loaded;
  const documents: ValidatedDocument[] = [];
  /** In manifest order; within a document in the order of the sections. */
  const parts: (SectionPart | RowList)[] = [];
  /** The file of each table, by what was read of it. */
  const tables = new Map<string, string>();
  for (const source of loaded.sources) {
    const { parsed, list } = await readOne(source, input);
    diagnostics.addAll(parsed.diagnostics);
    if (parsed.documents.length === 0 && !hasErrors(parsed.diagnostics))
      emptySources.file(source.file, undefined, report);
    for (const [index, document] of parsed.documents.entries()) {
      const validated = await validateManifest(document, sections, index === 0, report);
      documents.push(validated);
      const own = list === undefined ? validated.parts : [...validated.parts, list];
      parts.push(...[...own].sort((one, other) => sections.indexOf(one.section) - sections.indexOf(other.section)));
      for (const request of validated.files) {
        const { loadRowFiles } = await import('../long-lists/row-files.js');
        const tablesOf = await loadRowFiles(project, request, files, tables, loaded, report, input.paging);
        for (const part of tablesOf) parts.push(part);
      }
    }
  }
  if (documents.length === 0 && !diagnostics.hasErrors) {
    const detail = `Account ${account.name}: the manifests that were found are all empty.`;
    report(diagnostic('no-manifests', { detail }));
  }
  const held = parts.filter((part): part is SectionPart => !isList(part));
  const pictured = held.filter(refersToImages);
  if (pictured.length > 0) {
    const { loadImages } = await import('../images/load-images.js');
    await loadImages(project.root, pictured, files, report);
  }
  if (input.web !== undefined) {
    const { checkRemoteFiles } = await import('./remote-files.js');
    await checkRemoteFiles(held, input.web, report);
  }

  const table = new ResourceTable();
  const placed: PlacedList[] = [];
  for (const part of parts) {
    if (isList(part)) placed.push({ list: part, place: table.addList(part.section.kind) });
    else addPart(table, part, account, report);
  }
  const statements = statementsIn(documents, sections);
  const names = [...loaded.sources.map(({ file }) => file), ...new Set(tables.values())];
  const closed = emptySources.close(new Set(names), report);
  const resources = await resourcesOf(table, statements, placed, input);
  const found = namesRows(documents, placed) ? await resources.readNow() : [];
  const graph = buildGraph(resources, { ...statements, parts: held, files: names, emptySources: closed }, report);
  diagnostics.addAll(found);
  return { graph, diagnostics: diagnostics.sorted() };
}

/** All faults there are, in the order of the files; for this everything is read. */
export async function allFaults({ graph, diagnostics }: LoadedManifests): Promise<readonly Diagnostic[]> {
  const { diagnostics: late } = await graph.resources.finish();
  if (late.length === 0) return diagnostics;
  const all = new DiagnosticList();
  all.addAll(diagnostics);
  all.addAll(late);
  return all.sorted();
}

const isList = (part: SectionPart | RowList): part is RowList => 'pageCount' in part;

async function readOne(
  { file, bytes }: Source,
  { sections, paging }: ManifestInput,
): Promise<{ readonly parsed: ParsedSource; readonly list?: RowList }> {
  if (bytes.length >= (paging?.from ?? LARGE_FILE)) {
    const { readPagedFile } = await import('../long-lists/paged-file.js');
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const paged = await readPagedFile(file, buffer, sections, paging?.page);
    if (paged !== undefined) return { parsed: { documents: [paged.rest], diagnostics: [] }, list: paged.list };
  }
  const decoded = decodeUtf8(file, bytes);
  if ('fault' in decoded) return { parsed: { documents: [], diagnostics: [decoded.fault] } };
  return { parsed: await readSource(file, decoded.text) };
}

async function resourcesOf(
  table: ResourceTable,
  statements: Statements,
  placed: readonly PlacedList[],
  { account, withDigest }: ManifestInput,
): Promise<HeldResources | PagedResources> {
  if (placed.length === 0) return new HeldResources(table, statements);
  const { PagedResources } = await import('../long-lists/paged-resources.js');
  return new PagedResources(table, statements, placed, account, withDigest === true);
}

/** Whether what is said of moved and forgotten things can be judged only when all rows are known. */
function namesRows(documents: readonly ValidatedDocument[], placed: readonly PlacedList[]): boolean {
  const kinds = new Set(placed.map(({ list }) => list.section.kind));
  return documents.some(
    ({ moved, forgotten }) =>
      moved.some(({ from, to }) => kinds.has(kindOf(from)) || kinds.has(kindOf(to))) ||
      forgotten.some(({ address }) => kinds.has(kindOf(address))),
  );
}
