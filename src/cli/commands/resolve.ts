import { kinds } from '../../kinds/registry.js';
import { parseResolutions } from '../../manifest/resolutions.js';
import type { OutcomeItem, Resolution, State, StateEntry } from '../../model/index.js';
import { isServiceId, kindOf } from '../../model/index.js';
import { settledEntry } from '../../plan/prior.js';
import { type CommandContext, type CommandResult, result } from '../command.js';
import { editState, refused, type StateEdit, unknownAddress } from '../state-edit.js';
import { readUserFile } from '../workspace.js';

interface ResolveOptions {
  readonly id?: string;
  readonly absent?: boolean;
  readonly from?: string;
}

/** Settles what is in doubt by what a person found out: it exists under an id, or it does not exist. */
export async function resolve(
  context: CommandContext,
  [address]: readonly string[],
  options: ResolveOptions,
): Promise<CommandResult> {
  const lines = await editState(context, 'resolve', async (state) => {
    const resolutions = await requested(context, address, options, state);
    const put: StateEntry[] = [];
    const drop: string[] = [];
    const outcome = resolutions.map((resolution) => settleOne(context, resolution, state, put, drop));
    return { put, drop, outcome } satisfies StateEdit<readonly string[]>;
  });
  return result(lines.join('\n'), { formatVersion: '1.0', resolved: lines.length });
}

async function requested(
  context: CommandContext,
  address: string | undefined,
  { id, absent, from }: ResolveOptions,
  state: State,
): Promise<readonly Resolution[]> {
  if (from !== undefined) {
    if (address !== undefined || id !== undefined || absent === true)
      throw refused(address, '--from FILE stands alone.');
    const text = await readUserFile(context, from);
    return fromRescue(text, state) ?? parseResolutions(text, from);
  }
  if (address === undefined)
    throw refused(undefined, 'name an ADDRESS with --id ID or --absent, or a file with --from FILE.');
  if ((id === undefined) === (absent !== true)) throw refused(address, 'say either --id ID or --absent.');
  if (id !== undefined && !isServiceId(id))
    throw refused(address, `${JSON.stringify(id)} is no id: digits without leading zeros.`);
  return [{ address, ...(id !== undefined && { id }), ...(absent === true && { absent }) }];
}

/** What `apply` kept of an outcome that the journal did not take: positions of one attempt with their fates. */
function fromRescue(text: string, state: State): readonly Resolution[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('attempt' in value) || !('items' in value)) return undefined;
  const { attempt, items } = value as { attempt: string; items: readonly OutcomeItem[] };
  const inDoubt = [...state.entries.values()].filter((entry) => entry.attempt?.id === attempt);
  if (inDoubt.length === 0) throw refused(undefined, `nothing of attempt ${attempt} is in doubt.`);
  return inDoubt.flatMap((entry): Resolution[] => {
    const item = items.find(({ position }) => position === entry.attempt?.position);
    if (item?.fate === 'done' && item.id !== undefined) return [{ address: entry.address, attempt, id: item.id }];
    if (item?.fate === 'pending' && item.taskId !== undefined)
      return [{ address: entry.address, attempt, taskId: item.taskId }];
    if (item?.fate === 'failed' || item?.fate === 'not-done')
      return [{ address: entry.address, attempt, absent: true }];
    return [];
  });
}

function settleOne(
  { io }: CommandContext,
  { address, attempt, id, taskId, absent, accepted }: Resolution,
  state: State,
  put: StateEntry[],
  drop: string[],
): string {
  const entry = state.entries.get(address);
  if (accepted !== undefined)
    throw refused(
      address,
      'entries with `accepted` belong into resolutions.yaml; on the command line it is `adwright accept`.',
    );
  if (entry === undefined) throw unknownAddress(address, `the state holds nothing at ${address}.`);
  // The run that was thought dead, or somebody else, has recorded the same meanwhile.
  if (entry.status === 'settled' && entry.id !== undefined && entry.id === id)
    return `${address}: settled already, with id ${id}.`;
  if (entry.status === 'settled')
    throw refused(
      address,
      `it is not in doubt: ${entry.id === undefined ? 'it is settled' : `its id is ${entry.id}`}.`,
    );
  if (attempt !== undefined && attempt !== entry.attempt?.id) {
    throw refused(address, `the entry is for attempt ${attempt}; the one in doubt is ${entry.attempt?.id ?? 'none'}.`);
  }
  if (absent === true) {
    drop.push(address);
    return `${address}: taken as never created; the next apply sends it again.`;
  }
  if (taskId !== undefined) {
    put.push({ ...entry, status: 'pending', taskId });
    return `${address}: taken as submitted, with task ${taskId}; every plan looks for it.`;
  }
  if (id === undefined) throw refused(address, 'an entry needs `id` or `absent: true`.');
  const holder = [...state.entries.values()].find(
    (one) => one.kind === kindOf(address) && one.id === id && one.address !== address,
  );
  if (holder !== undefined && kinds.get(entry.kind)?.identity === 'assigned')
    throw refused(address, `id ${id} is ${holder.address} already.`);
  put.push(settledEntry(entry, id, { how: 'stated', at: io.clock.now().toISOString(), by: io.user }));
  return `${address}: taken as created, with id ${id}.`;
}
