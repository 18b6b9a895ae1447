import { kinds } from '../../../kinds/registry.js';
import type { Kind, Observation } from '../../../model/index.js';
import { observe } from '../../../plan/observe/observe.js';
import { renderStatus, rowsDocument, type StatusRow } from '../../../render/index.js';
import { STATUS_FAIL_ON, type StatusFailOn } from '../../fail-on.js';
import { listedWords } from '../../listed-words.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { kindPorts } from '../../service/kind-ports.js';
import { openService, readingService } from '../../service/service.js';
import { openBackend } from '../../state/backend.js';
import { readState } from '../../steps/planning.js';
import { loadWholeGraph, openWorkspace } from '../../workspace/workspace.js';

interface StatusOptions {
  readonly failOn?: string;
}

/** What a pipeline may want to end on, each with the service's word for it. */
const STATES = { rejected: 'reject', pending: 'pending' } as const satisfies Record<StatusFailOn, string>;

/** Live objects that are rejected, pending or not serving, with the service's own reasons. */
export async function status(app: AppPorts, options: StatusOptions): Promise<Outcome> {
  const failOn = listedWords('--fail-on', options.failOn, STATUS_FAIL_ON).map((word) => STATES[word]);
  const workspace = await openWorkspace(app);
  const { resources } = await loadWholeGraph(workspace);
  const { state } = await readState(workspace, await openBackend(app, workspace));
  const service = await openService(app, workspace, { writes: false });
  const ports = kindPorts(app, workspace, service);
  try {
    const rows: StatusRow[] = [];
    const present = new Set<string>();
    const parts = observe(resources, state.entries, kinds, ports, app.progress);
    await readingService(async () => {
      for await (const { kind, batch } of parts) {
        for (const [{ address }, observation] of batch.found) {
          rows.push(...rowsOf(kind, address, observation));
          for (const one of statesOf(observation)) if (one !== undefined) present.add(one);
        }
        for (const { address } of batch.missing) rows.push({ address, state: 'not returned by the service' });
      }
    });
    const shown = new Set(rows.map(({ address }) => address));
    for (const { address, status, attempt, taskId } of state.entries.values()) {
      if (status === 'unknown') rows.push({ address, state: 'unknown', reason: attempt?.cause ?? '' });
      // Handed in, and not listed by the service yet.
      if (status === 'pending' && !shown.has(address)) {
        rows.push({ address, state: 'pending', ...(taskId !== undefined && { reason: `task ${taskId}` }) });
        present.add('pending');
      }
    }
    const code = failOn.some((word) => present.has(word)) ? 'finding' : 'done';
    return result((layout) => renderStatus(rows, layout), rowsDocument(rows.map((row) => ({ ...row }))), code);
  } finally {
    await service.close();
  }
}

const SERVING: ReadonlySet<string> = new Set(['enable', 'pass', 'pause']);

const statesOf = ({ facts }: Observation) => [facts['status'], facts['mobileStatus']];

function rowsOf(kind: Kind, address: string, observation: Observation): readonly StatusRow[] {
  const { facts, id } = observation;
  const states = statesOf(observation);
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
