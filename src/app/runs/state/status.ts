import { kinds } from '../../../kinds/registry.js';
import {
  factsWithRole,
  factWithRole,
  isOpenCreation,
  isServing,
  type Kind,
  type Observation,
  REVIEW_WORDS,
  reviewsIn,
} from '../../../model/index.js';
import { observe } from '../../../plan/observe/observe.js';
import { renderStatus, rowsDocument, type StatusRow } from '../../../render/index.js';
import type { StatusFailOn } from '../../fail-on.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { kindPorts } from '../../service/kind-ports.js';
import { openService, readingService } from '../../service/service.js';
import { openBackend } from '../../state/backend.js';
import { readState } from '../../steps/planning.js';
import { checkEveryRow, loadGraph, openWorkspace } from '../../workspace/workspace.js';

interface StatusOptions {
  readonly failOn: readonly StatusFailOn[];
}

/** Live objects that are rejected, pending or not serving, with the service's own reasons. */
export async function status(app: AppPorts, { failOn }: StatusOptions): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const loaded = await loadGraph(workspace);
  const { state } = await readState(workspace, await openBackend(app, workspace));
  const service = await openService(app, workspace, { writes: false });
  const ports = kindPorts(app, workspace, service);
  try {
    const rows: StatusRow[] = [];
    const present = new Set<string>();
    /** What the service answered of, where the state may say something older. */
    const answered = new Set<string>();
    const unsure = new Map<string, string>();
    const parts = observe(loaded.graph.resources, state.entries, kinds, ports, app.progress);
    await readingService(async () => {
      for await (const { kind, batch } of parts) {
        for (const [{ address }, observation] of batch.found) {
          const { disputed, facts } = observation;
          if (disputed === undefined) rows.push(...rowsOf(kind, address, observation));
          else rows.push({ address, state: disputed });
          for (const { word } of reviewsIn(kind.facts, facts)) present.add(word);
          // Any of the readings may be the right one: it passes as nothing.
          if (disputed !== undefined) for (const word of Object.values(REVIEW_WORDS)) present.add(word);
          if (state.entries.has(address)) answered.add(address);
        }
        for (const { address } of batch.missing) {
          const entry = state.entries.get(address);
          const why = batch.unsure?.get(address);
          if (why !== undefined) unsure.set(address, why);
          if (entry !== undefined && isOpenCreation(entry)) continue;
          rows.push({ address, state: 'not returned by the service' });
          answered.add(address);
        }
      }
    });
    // The rows of long lists were checked while they were gone through.
    await checkEveryRow(loaded);
    for (const { address, status, attempt, taskId } of state.entries.values()) {
      if (status === 'settled' || answered.has(address)) continue;
      const known = status === 'unknown' ? attempt?.cause : taskId && `task ${taskId}`;
      const reason = [unsure.get(address), known].filter((text) => text !== undefined).join('; ');
      rows.push({ address, state: status, ...(reason !== '' && { reason }) });
      if (status === 'pending') present.add(REVIEW_WORDS.pending);
    }
    const code = failOn.some((one) => present.has(REVIEW_WORDS[one])) ? 'finding' : 'done';
    return result((layout) => renderStatus(rows, layout), rowsDocument(rows.map((row) => ({ ...row }))), code);
  } finally {
    await service.close();
  }
}

function rowsOf(kind: Kind, address: string, { facts, id }: Observation): readonly StatusRow[] {
  const rules = kind.facts ?? {};
  const states = reviewsIn(rules, facts)
    .filter((one) => !isServing(one))
    .map(({ word, part }) => (part === undefined ? word : `${part}: ${word}`));
  const lacking = factsWithRole(rules, 'lack').filter((name) => facts[name] !== undefined);
  if (states.length === 0 && lacking.length === 0) return [];
  const lacks = lacking.flatMap((name) => (rules[name]?.role === 'lack' ? rules[name].says : []));
  const reason = [factWithRole(rules, facts, 'cause'), ...lacking.map((name) => facts[name])]
    .filter((text) => text !== undefined)
    .join('; ');
  const name = factWithRole(rules, facts, 'title') ?? (kind.identity === 'assigned' ? id : undefined);
  return [
    {
      address,
      state: (states.length === 0 ? lacks : states).join(', '),
      ...(name !== undefined && { name }),
      ...(reason !== '' && { reason }),
    },
  ];
}
