import { Failure } from '../../../diagnostics/failure.js';
import { MOST_BY_HAND } from '../../../files/regular-file.js';
import { kinds } from '../../../kinds/registry.js';
import type { Address, Resolution, State, StateEntry } from '../../../model/index.js';
import { idFault, resolutionConflicts } from '../../../model/index.js';
import { readPrior } from '../../../plan/prior/read-prior.js';
import { settle } from '../../../plan/prior/settle.js';
import { parseRescue } from '../../../project/rescue-file.js';
import { parseResolutions } from '../../../project/resolutions.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { commandRefused, editState, type StateEdit, unknownAddress } from '../../steps/state-edit.js';
import { readUserFile } from '../../workspace/user-files.js';
import { loadGraph, type Workspace } from '../../workspace/workspace.js';

interface ResolveOptions {
  readonly address?: Address;
  readonly id?: string;
  readonly absent?: boolean;
  readonly from?: string;
}

/** What a list of resolutions amounts to: all of it, or nothing. */
interface Settled {
  readonly lines: readonly string[];
  /** How many items were in doubt and are no longer. */
  readonly count: number;
}

/** Settles what is in doubt by what a person found out: it exists under an id, or it does not exist. */
export async function resolve(app: AppPorts, options: ResolveOptions): Promise<Outcome> {
  const { lines, count } = await editState(app, 'resolve', async (state, workspace) => {
    const resolutions = await requested(app, options, state);
    return settleAll(app, resolutions, state, await storedNames(workspace, resolutions, state));
  });
  return result(lines.join('\n'), { formatVersion: '1.0', resolved: count });
}

async function requested(
  app: AppPorts,
  { address, id, absent, from }: ResolveOptions,
  state: State,
): Promise<readonly Resolution[]> {
  if (from !== undefined) {
    if (address !== undefined || id !== undefined || absent === true)
      throw commandRefused(address, '--from FILE cannot be combined with other arguments.');
    const text = await readUserFile(app, from, MOST_BY_HAND);
    const rescued = await parseRescue(text, from, state.entries.values());
    const resolutions = rescued ?? (await parseResolutions(text, from));
    if (resolutions.length > 0) return resolutions;
    const why = rescued === undefined ? 'it has no entries' : 'nothing in it is about an item that is in doubt';
    throw commandRefused(undefined, `${from} has no effect: ${why}.`);
  }
  if (address === undefined)
    throw commandRefused(undefined, 'name an ADDRESS with --id ID or --absent, or a file with --from FILE.');
  if ((id === undefined) === (absent !== true)) throw commandRefused(address, 'give either --id ID or --absent.');
  const fault = id === undefined ? undefined : idFault(id);
  if (fault !== undefined) throw commandRefused(address, fault);
  return [{ address, ...(id !== undefined && { id }), ...(absent === true && { absent }) }];
}

type NameOf = (address: Address) => Address;

/** How the state calls what the plan shows under the name of the manifests. */
async function storedNames(workspace: Workspace, resolutions: readonly Resolution[], state: State): Promise<NameOf> {
  const isStored = (address: Address) => state.entries.has(address);
  if (resolutions.every(({ address }) => isStored(address))) return (address) => address;
  const { graph } = await loadGraph(workspace);
  const { renames } = readPrior(state, graph, [], kinds, '');
  return (address) => (isStored(address) ? address : renames.inState(address));
}

function settleAll(
  app: AppPorts,
  resolutions: readonly Resolution[],
  state: State,
  nameOf: NameOf,
): StateEdit<Settled> {
  const stored = resolutions.map((one) => ({ ...one, address: nameOf(one.address) }));
  // Two names of one thing say the same, or contradict each other.
  const conflicts = resolutionConflicts(stored);
  if (conflicts.length > 0) throw new Failure(conflicts);
  const put = new Map<string, StateEntry>();
  const drop = new Set<string>();
  const lines = new Set<string>();
  for (const [index, { address }] of resolutions.entries()) {
    const resolution = stored[index] as Resolution;
    const { id, taskId, accepted } = resolution;
    if (accepted !== undefined)
      throw commandRefused(
        address,
        'entries with `accepted` belong in resolutions.yaml; on the command line, use `adwright accept`.',
      );
    if (!state.entries.has(resolution.address)) throw unknownAddress(address, `the state has no entry ${address}.`);
    const provenance = { how: 'stated', at: app.clock.now().toISOString(), by: app.user } as const;
    const settlement = settle(state.entries, resolution, provenance);
    switch (settlement.outcome) {
      case 'already':
        lines.add(`${address}: already settled, with id ${id}.`);
        break;
      case 'absent':
        drop.add(resolution.address);
        lines.add(`${address}: recorded as never created; the next apply sends it again.`);
        break;
      case 'known':
        put.set(resolution.address, settlement.entry);
        lines.add(
          id === undefined
            ? `${address}: recorded as submitted with task ${taskId}; every plan looks for it.`
            : `${address}: recorded as created with id ${id}.`,
        );
        break;
      default:
        throw commandRefused(address, settlement.why);
    }
  }
  return {
    put: [...put.values()],
    drop: [...drop],
    outcome: { lines: [...lines], count: put.size + drop.size },
  };
}
