import { basename, dirname } from 'node:path/posix';
import { placeWords } from '../../files/inside.js';
import type { Project } from '../../model/index.js';
import type { SectionPart } from '../check/entries.js';
import type { FilesRequest } from '../check/validate.js';
import type { ManifestFiles } from '../files/file-system.js';
import { findFiles } from '../files/find-files.js';
import { type LoadedSources, readBytes } from '../files/load.js';
import { readPathPattern } from '../files/path-pattern.js';
import { inDocument, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import { isWorkbookName } from '../table/foreign-file.js';
import { openTable } from '../table/open-table.js';
import { readTable } from '../table/table.js';
import { pagedTable } from './paged-table.js';
import { LARGE_FILE, type PageSizes, type RowList } from './row-list.js';

/** Reads the tables that a manifest names, each as one more part of the section, or as a long list of it. */
export async function loadRowFiles(
  project: Project,
  request: FilesRequest,
  files: ManifestFiles,
  read: Map<string, string>,
  { emptySources, leftOut }: Pick<LoadedSources, 'emptySources' | 'leftOut'>,
  report: Report,
  paging: PageSizes = { from: LARGE_FILE },
): Promise<(SectionPart | RowList)[]> {
  const { section, document, path, pattern } = request;
  const columns = section.files;
  if (columns === undefined) return [];
  const folder = dirname(document.file) === '.' ? '' : dirname(document.file);
  const wanted = readPathPattern(pattern.replaceAll('\\', '/'));
  if (wanted === undefined) {
    report(
      inDocument(document, 'pattern-too-wide', path, { detail: `${quoted(pattern)} expands to too many patterns.` }),
    );
    return [];
  }
  const found = await findFiles(project.root, folder, wanted, files);
  const asker = { pattern, kind: section.kind, document, path };
  if (found.files.length === 0) emptySources.pattern(asker, report);
  emptySources.folders(found, asker, report);
  emptySources.sparse(leftOut, folder, asker, report);
  const parts: (SectionPart | RowList)[] = [];
  for (const one of found.files) {
    const { problem } = one;
    if (problem !== undefined && problem !== 'not-a-file') {
      const code = problem === 'dangling' ? 'source-unreadable' : 'outside-project';
      const why = problem === 'dangling' ? 'does not exist' : placeWords(problem);
      report(inDocument(document, code, path, { detail: `${one.file} ${why}.` }));
      continue;
    }
    // A spreadsheet keeps such a file next to each workbook that is open in it.
    if (basename(one.file).startsWith('~$')) continue;
    // Two patterns that match one file are no fault: the file is read once, each of its sheets by itself.
    const rows = `${section.kind}\0${one.file}\0${isWorkbookName(one.file) ? (request.sheet ?? '') : ''}`;
    if (read.has(rows)) continue;
    read.set(rows, one.file);
    const bytes = await readBytes(project.root, one, files, report);
    if (bytes === undefined) continue;
    const paged = bytes.length < paging.from ? undefined : pagedTable(one.file, bytes, request, paging.page);
    if (paged !== undefined) {
      parts.push(paged);
      continue;
    }
    const sheetUnknown = (detail: string) =>
      inDocument(document, 'workbook-sheet', request.sheet === undefined ? path : [...path, 'sheet'], { detail });
    const { encoding, sheet } = request;
    const source = await openTable(one.file, bytes, { encoding, sheet, sheetUnknown }, report);
    const table = source && (await readTable(section, columns, source, report));
    if (table === undefined) continue;
    if (table.isEmpty) emptySources.file(one.file, section.kind, report);
    parts.push(table.part);
  }
  if (request.sheet !== undefined && found.files.length > 0 && !found.files.some(({ file }) => isWorkbookName(file))) {
    const detail = `${quoted(pattern)} matches no workbook (.xlsx), so there is no sheet to choose.`;
    report(inDocument(document, 'workbook-sheet', [...path, 'sheet'], { detail }));
  }
  return parts;
}
