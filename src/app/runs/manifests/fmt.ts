import { join } from 'node:path';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { diagnostic, hasErrors, sortDiagnostics } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { readInProject } from '../../../files/project-file.js';
import { MOST_TEXT } from '../../../files/regular-file.js';
import { systemWords } from '../../../files/system-error.js';
import { diskFiles } from '../../../manifest/files/file-system.js';
import { loadSources } from '../../../manifest/files/load.js';
import { decodeUtf8 } from '../../../manifest/source/decode.js';
import { formatManifest } from '../../../manifest/write/format.js';
import type { Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { replaceManifest } from '../../workspace/replace-manifest.js';
import { openAccounts } from '../../workspace/workspace.js';

interface FmtOptions {
  readonly check?: boolean;
}

/** Lays out the manifests of every account, or of the one that was named; a file with faults is left as it is. */
export async function fmt(app: AppPorts, { check = false }: FmtOptions): Promise<Outcome> {
  const { project, accounts } = await openAccounts(app);
  const diagnostics: Diagnostic[] = [];
  const texts = new Map<string, string>();
  for (const account of accounts) {
    const loaded = await loadSources(project, account, diskFiles);
    diagnostics.push(...loaded.diagnostics.filter(({ severity }) => severity === 'error'));
    for (const { file, bytes } of loaded.sources) {
      const decoded = decodeUtf8(file, bytes);
      if ('fault' in decoded) diagnostics.push(decoded.fault);
      else texts.set(file, decoded.text);
    }
  }
  const changed: string[] = [];
  for (const [file, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const formatted = formatManifest(file, text);
    if ('diagnostics' in formatted) diagnostics.push(...formatted.diagnostics);
    else if (await settle(app, project.root, file, formatted.text, check)) changed.push(file);
  }
  const failed = hasErrors(diagnostics) || (check && changed.length > 0);
  return {
    meaning: failed ? 'error' : 'done',
    text: changed.join('\n'),
    document: { formatVersion: '1.0', changed, diagnostics: sortDiagnostics(diagnostics) },
    diagnostics: sortDiagnostics(diagnostics),
  };
}

/** Whether the file is laid out otherwise; unless it is only checked, it is written. */
async function settle(app: AppPorts, root: string, file: string, text: string, check: boolean): Promise<boolean> {
  const path = join(root, file);
  try {
    const bytes = (await readInProject(root, file, MOST_TEXT)).toString('utf8');
    const wanted = isAllCrLf(bytes) ? text.replaceAll('\n', '\r\n') : text;
    if (bytes === wanted) return false;
    if (!check) await replaceManifest(app, path, wanted);
    return true;
  } catch (error) {
    throw new Failure([diagnostic('file-unreadable', { detail: `${path}: ${systemWords(error)}` })]);
  }
}

/** Line ends are left as git checked them out; only mixed ones are made the same. */
function isAllCrLf(text: string): boolean {
  return text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text);
}
