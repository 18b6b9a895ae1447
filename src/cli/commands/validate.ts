import { diagnostic, hasErrors, sortDiagnostics } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { kinds } from '../../kinds/registry.js';
import { loadManifests } from '../../manifest/load-manifests.js';
import { renderDiagnostics, validateDocument } from '../../render/index.js';
import { type CommandContext, type CommandResult, stdoutText } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { openWorkspace } from '../workspace.js';

export async function validate(context: CommandContext): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  const { project, account } = workspace;
  const loaded = await loadManifests({ project, account, sections: kinds.all.map((kind) => kind.section) });
  const diagnostics = sortDiagnostics([...workspace.diagnostics, ...loaded.diagnostics]);
  const failed = hasErrors(diagnostics);
  if (!failed && loaded.graph === undefined) {
    throw new Failure([diagnostic('file-unreadable', { detail: 'the manifests could not be read.' })]);
  }
  const text =
    diagnostics.length > 0
      ? renderDiagnostics(diagnostics, stdoutText(context))
      : `Valid: ${loaded.graph?.resources.size ?? 0} resources in ${loaded.graph?.files.length ?? 0} files.`;
  return { code: failed ? EXIT.error : EXIT.done, text, document: validateDocument(diagnostics) };
}
