import { kinds } from '../../kinds/registry.js';
import type { Kind, Observation } from '../../model/index.js';
import { observe } from '../../plan/observe.js';
import { renderStatus, rowsDocument, type StatusRow } from '../../render/index.js';
import { openBackend } from '../backend.js';
import { type CommandContext, type CommandResult, result, stdoutText } from '../command.js';
import { readState } from '../planning.js';
import { progressReporter } from '../progress.js';
import { projectFiles } from '../project-files.js';
import { openService, readingService } from '../service.js';
import { loadGraph, openWorkspace } from '../workspace.js';

/** Live objects that are rejected, pending or not serving, with the service's own reasons. */
export async function status(context: CommandContext): Promise<CommandResult> {
  const workspace = await openWorkspace(context);
  const { graph } = await loadGraph(workspace);
  const { state } = await readState(workspace, await openBackend(context, workspace));
  const service = await openService(context, workspace, { writes: false });
  const ports = {
    service: service.client,
    files: projectFiles(workspace.project),
    limits: workspace.account.limits,
    timeZone: workspace.account.timeZone,
    now: () => context.io.clock.now().toISOString(),
    signal: context.io.signal,
  };
  try {
    const rows: StatusRow[] = [];
    const parts = observe(graph.resources.values(), state.entries, kinds, ports, progressReporter(context));
    await readingService(async () => {
      for await (const { kind, batch } of parts) {
        for (const [{ address }, observation] of batch.found) rows.push(...rowsOf(kind, address, observation));
        for (const { address } of batch.missing) rows.push({ address, state: 'not returned by the service' });
      }
    });
    for (const entry of state.entries.values()) {
      if (entry.status === 'unknown')
        rows.push({ address: entry.address, state: 'unknown', reason: entry.attempt?.cause ?? '' });
    }
    return result(renderStatus(rows, stdoutText(context)), rowsDocument(rows.map((row) => ({ ...row }))));
  } finally {
    await service.close();
  }
}

const SERVING: ReadonlySet<string> = new Set(['enable', 'pass', 'pause']);

function rowsOf(kind: Kind, address: string, { facts, id }: Observation): readonly StatusRow[] {
  const states = [facts['status'], facts['mobileStatus']];
  const bad = states.flatMap((value, index) =>
    value === undefined || SERVING.has(value) ? [] : [index === 0 ? value : `mobile: ${value}`],
  );
  if (bad.length === 0 && facts['tagCause'] === undefined) return [];
  const reason = [facts['cause'], facts['tagCause']].filter((text) => text !== undefined).join('; ');
  const name = facts['word'] ?? (kind.identity === 'assigned' ? id : undefined);
  return [
    {
      address,
      state: bad.length === 0 ? 'no wildcard creatives' : bad.join(', '),
      ...(name !== undefined && { name }),
      ...(reason !== '' && { reason }),
    },
  ];
}
