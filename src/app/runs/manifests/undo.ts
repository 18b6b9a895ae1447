import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { kinds } from '../../../kinds/registry.js';
import { editFiles } from '../../edits/edit-files.js';
import { formerValues } from '../../edits/former-values.js';
import type { Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openBackend } from '../../state/backend.js';
import { readUndo } from '../../state/undo-data.js';
import { readState } from '../../steps/planning.js';
import { loadWholeGraph, openWorkspace } from '../../workspace/workspace.js';

/** The values that a run replaced, back into the manifests. The next apply sends them. */
export async function undo(
  app: AppPorts,
  { run, write = false }: { readonly run?: string; readonly write?: boolean },
): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const { project, account } = workspace;
  const { head, items } = await readUndo(project.root, account.name, run);
  const graph = await loadWholeGraph(workspace);
  const { state, lineage } = await readState(workspace, await openBackend(app, workspace), { missing: true });
  if (lineage !== undefined && lineage !== head.lineage) {
    const detail = `Run ${head.run} belongs to the lineage ${head.lineage}, and this project has ${lineage}.`;
    throw new Failure([diagnostic('undo-not-found', { detail })]);
  }
  await app.say(`Run ${head.run} of ${head.at} (${head.command}).`);
  return editFiles(app, workspace, graph, formerValues(items, graph, state.entries, kinds), write);
}
