import { prepareTransport } from '../../api/index.js';
import type { CommandContext, CommandResult } from '../context.js';
import { editFiles } from '../edits/edit-files.js';
import { liveValues } from '../edits/live-values.js';
import { sayDiagnostics } from '../say-diagnostics.js';
import { openService } from '../service/service.js';
import { openBackend } from '../state/backend.js';
import { preparePlan } from '../steps/planning.js';
import { loadGraph, openWorkspace } from '../workspace/workspace.js';

/** Takes over what was changed at the service: the live values of what drifted, into the manifests. */
export async function pull(
  context: CommandContext,
  addresses: readonly string[],
  { write = false }: { readonly write?: boolean },
): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  prepareTransport();
  const { graph, diagnostics } = await loadGraph(workspace);
  const backend = await openBackend(context, workspace);
  const service = await openService(context, workspace, { writes: false });
  try {
    const { plan, ...prepared } = await preparePlan(context, workspace, graph, backend, service, {
      allow: [],
      targets: addresses,
      excludes: [],
      refresh: true,
    });
    await sayDiagnostics(context, [...workspace.diagnostics, ...diagnostics, ...prepared.diagnostics]);
    return await editFiles(context, workspace, graph, liveValues(plan.changes, addresses), write);
  } finally {
    await service.close();
  }
}
