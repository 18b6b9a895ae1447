import { prepareTransport } from '../../../api/index.js';
import { kinds } from '../../../kinds/registry.js';
import { editFiles } from '../../edits/edit-files.js';
import { liveValues } from '../../edits/live-values.js';
import type { Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { openService } from '../../service/service.js';
import { openBackend } from '../../state/backend.js';
import { preparePlan } from '../../steps/planning.js';
import { loadGraph, openWorkspace, type Workspace } from '../../workspace/workspace.js';

/** Takes over what was changed at the service: the live values of what drifted, into the manifests. */
export async function pull(
  app: AppPorts,
  { address: addresses, write = false }: { readonly address: readonly string[]; readonly write?: boolean },
): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  // Nothing of the plan but these is kept from here on: it may be about a hundred thousand changes.
  const { graph, wanted } = await plannedValues(app, workspace, addresses);
  return editFiles(app, workspace, graph, wanted, write);
}

async function plannedValues(app: AppPorts, workspace: Workspace, addresses: readonly string[]) {
  prepareTransport();
  const { graph, diagnostics } = await loadGraph(workspace);
  const backend = await openBackend(app, workspace);
  const service = await openService(app, workspace, { writes: false });
  try {
    const { plan, ...prepared } = await preparePlan(app, workspace, graph, backend, service, {
      allow: [],
      targets: addresses,
      excludes: [],
      refresh: true,
    });
    await sayDiagnostics(app, [...workspace.diagnostics, ...diagnostics, ...prepared.diagnostics]);
    return { graph, wanted: liveValues(plan.changes, addresses, kinds) };
  } finally {
    await service.close();
  }
}
