import { writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { checkLinks } from '../../../files/project-file.js';
import { MOST_TEXT } from '../../../files/regular-file.js';
import { readIds } from '../../../manifest/table/id-column.js';
import { manifestText, type WrittenSection } from '../../../manifest/yaml/manifest-text.js';
import { plural } from '../../../model/index.js';
import { checkKeywordIds } from '../../../queries/keywords.js';
import type { Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { kindPorts } from '../../service/kind-ports.js';
import { openService, readingService } from '../../service/service.js';
import { openBackend } from '../../state/backend.js';
import { exportedById, readLive } from '../../steps/exported.js';
import { readState } from '../../steps/planning.js';
import { systemWords } from '../../system-words.js';
import { makeFolder } from '../../workspace/make-folder.js';
import { schemaLine } from '../../workspace/schema-line.js';
import { readUserBytes } from '../../workspace/user-files.js';
import { openWorkspace, rootOf } from '../../workspace/workspace.js';
import { checkCsvUse, exportTable } from './export-table.js';
import { checkedParams } from './query.js';

interface ExportOptions {
  readonly ids: readonly string[];
  readonly from?: string;
  readonly out?: string;
  readonly csv?: string;
}

/** Manifests for what is live and can be read: all that the service lists, and what has the given ids. */
export async function exportLive(app: AppPorts, { ids, from, out, csv }: ExportOptions): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const { account } = workspace;
  const listed = from === undefined ? { ids: [], diagnostics: [] } : await idsOfFile(app, from);
  const wanted = [...new Set([...ids, ...listed.ids])];
  if (wanted.length > 0) checkedParams(checkKeywordIds(wanted));
  if (csv !== undefined) checkCsvUse(wanted, out);
  // Where the state is lost, an export is how to begin again.
  const { state } = await readState(workspace, await openBackend(app, workspace), { missing: true });
  const service = await openService(app, workspace, { writes: false });
  try {
    const ports = kindPorts(app, workspace, service);
    if (csv !== undefined) {
      const { rows, diagnostics } = await readingService(() => exportTable(app, csv, ports, wanted, account));
      const remarks = [...listed.diagnostics, ...diagnostics];
      const document = { formatVersion: '1.0', files: [csv], diagnostics: remarks };
      return { meaning: 'done', text: `wrote ${csv} (${plural(rows, 'row')})`, document, diagnostics: remarks };
    }
    const request = { ids: wanted, entries: state.entries.values(), settings: account };
    const { sections, diagnostics } = await readingService(() => readLive(ports, request));
    const remarks = [...listed.diagnostics, ...diagnostics];
    if (out !== undefined) {
      const files = await writeManifests(app, out, sections);
      const text = files.map((file) => `wrote ${file}`).join('\n');
      return {
        meaning: 'done',
        text,
        document: { formatVersion: '1.0', files, diagnostics: remarks },
        diagnostics: remarks,
      };
    }
    const text = manifestText(sections, []);
    return {
      meaning: 'done',
      text,
      document: { formatVersion: '1.0', manifest: text, diagnostics: remarks },
      diagnostics: remarks,
    };
  } finally {
    await service.close();
  }
}

async function idsOfFile(app: AppPorts, file: string) {
  const [columns] = exportedById.flatMap(({ section }) => section.files ?? []);
  if (columns === undefined) throw new Error('no kind is exported by the ids of a table');
  const read = await readIds(file, await readUserBytes(app, file, MOST_TEXT), columns);
  if (read.ids === undefined) throw new Failure(read.diagnostics);
  return { ids: read.ids, diagnostics: read.diagnostics };
}

/** One file a section. Nothing is overwritten: what an earlier export wrote may have been edited since. */
async function writeManifests(
  app: AppPorts,
  out: string,
  sections: readonly WrittenSection[],
): Promise<readonly string[]> {
  const root = rootOf(app);
  const folder = resolve(root, out);
  const schema = await schemaLine(root, folder, 'manifest');
  const written: string[] = [];
  for (const one of sections) {
    if (one.entries.length === 0) continue;
    const file = join(folder, `${one.section.key}.yaml`);
    try {
      await checkLinks(root, file);
      await makeFolder(folder);
      await writeFile(file, manifestText([one], schema === undefined ? [] : [schema]), { flag: 'wx' });
    } catch (error) {
      const detail = `--out ${join(out, `${one.section.key}.yaml`)}: ${systemWords(error)}`;
      throw new Failure([diagnostic('file-unreadable', { detail })]);
    }
    written.push(relative(root, file).split(sep).join('/'));
  }
  return written;
}
