import { posix, relative, resolve, sep } from 'node:path';
import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure, usageFailure } from '../../../diagnostics/failure.js';
import { MOST_TEXT } from '../../../files/regular-file.js';
import { kinds } from '../../../kinds/registry.js';
import { readIds } from '../../../manifest/table/id-column.js';
import { manifestText } from '../../../manifest/yaml/manifest-text.js';
import { idFault, plural } from '../../../model/index.js';
import type { Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { kindPorts } from '../../service/kind-ports.js';
import { openService, readingService } from '../../service/service.js';
import { openBackend } from '../../state/backend.js';
import { exportedById, readLive } from '../../steps/exported.js';
import { readState } from '../../steps/planning.js';
import { readUserBytes } from '../../workspace/user-files.js';
import { openWorkspace, rootOf } from '../../workspace/workspace.js';
import { byOwner, bySection, writeManifests } from './export-files.js';
import { checkCsvUse, exportTable } from './export-table.js';

interface ExportOptions {
  readonly ids: readonly string[];
  readonly from?: string;
  readonly out?: string;
  readonly csv?: string;
  readonly split?: string;
}

/** Manifests for what is live and can be read: all that the service lists, and what has the given ids. */
export async function exportLive(app: AppPorts, { ids, from, out, csv, split }: ExportOptions): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const { account } = workspace;
  const listed = from === undefined ? { ids: [], diagnostics: [] } : await idsOfFile(app, from);
  const wanted = [...new Set([...ids, ...listed.ids])];
  const faults = wanted.flatMap((id) => idFault(id) ?? []);
  if (faults.length > 0)
    throw new Failure(faults.map((fault) => diagnostic('query-parameter', { detail: `ID: ${fault}` })));
  if (csv !== undefined) checkCsvUse(wanted, out);
  if (split !== undefined) checkSplit(split, out);
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
    // Without --out the text is likely for the usual folder of manifests.
    const folder = relative(rootOf(app), resolve(rootOf(app), out ?? 'ads'))
      .split(sep)
      .join('/');
    const pathOf = (file: string) => posix.relative(folder, file);
    const entries = [...state.entries.values()];
    const request = { ids: wanted, entries, settings: account, pathOf, byOwner: split !== undefined };
    const { sections, diagnostics } = await readingService(() => readLive(ports, request));
    const remarks = [...listed.diagnostics, ...diagnostics];
    if (out !== undefined) {
      const files = await writeManifests(
        app,
        out,
        split === undefined ? bySection(sections) : byOwner(split, sections),
      );
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

/** Kinds that others belong to, so that there can be a file for each thing of them. */
const OWNERS = kinds.all.flatMap(({ facts = {} }) =>
  Object.values(facts).flatMap((fact) => (fact.role === 'owner' ? [fact.kind] : [])),
);

function checkSplit(split: string, out: string | undefined): void {
  const refuse = (detail: string) => {
    throw usageFailure(detail);
  };
  if (!OWNERS.includes(split)) refuse(`--split is ${OWNERS.join(' or ')}; not ${split}.`);
  if (out === undefined) refuse('--split writes several files: name their folder with --out.');
}

async function idsOfFile(app: AppPorts, file: string) {
  const [columns] = exportedById.flatMap(({ section }) => section.files ?? []);
  if (columns === undefined) throw new Error('no kind is exported by the ids of a table');
  const read = await readIds(file, await readUserBytes(app, file, MOST_TEXT), columns);
  if (read.ids === undefined) throw new Failure(read.diagnostics);
  return { ids: read.ids, diagnostics: read.diagnostics };
}
