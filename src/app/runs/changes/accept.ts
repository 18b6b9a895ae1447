import { kinds } from '../../../kinds/registry.js';
import type { Resource, State, StateEntry } from '../../../model/index.js';
import { kindOf, shellWord } from '../../../model/index.js';
import { acceptedEntry } from '../../../plan/prior/read-prior.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { commandRefused, editState, unknownAddress } from '../../steps/state-edit.js';
import { loadWholeGraph } from '../../workspace/workspace.js';

/** “I did this by hand”: the manifest's values become `prior`, marked as stated by whom and when, not as confirmed. */
export async function accept(
  app: AppPorts,
  { addresses }: { readonly addresses: readonly string[] },
): Promise<Outcome> {
  const accepted = await editState(app, 'accept', async (state, workspace) => {
    const { resources } = await loadWholeGraph(workspace);
    const put = addresses.map((address) => {
      const resource = resources.get(address);
      if (resource === undefined) throw unknownAddress(address, `no manifest describes ${address}.`);
      return acceptOne(app, resource, state);
    });
    return { put, outcome: put.map((entry) => entry.address) };
  });
  const text = accepted.map(
    (address) => `Accepted ${address}: its manifest values count as applied, stated by ${app.user}.`,
  );
  return result(text.join('\n'), { formatVersion: '1.0', accepted });
}

function acceptOne(app: AppPorts, resource: Resource, state: State): StateEntry {
  const { address } = resource;
  const kind = kinds.get(kindOf(address));
  const provenance = { how: 'stated' as const, at: app.clock.now().toISOString(), by: app.user };
  const entry = state.entries.get(address);
  if (kind === undefined || kind.identity === 'address') {
    throw commandRefused(
      address,
      'it is read from the service in every plan: change it there or in the manifest, and the next plan shows it.',
    );
  }
  if (entry?.status === 'settled') return acceptedEntry(entry, resource.desired, provenance);
  if (entry?.status === 'pending') {
    throw commandRefused(
      address,
      `its task is not settled in the state: the next \`adwright apply\` records what the service lists, or run \`adwright resolve ${shellWord(address)} --id ID\` now; then accept it.`,
    );
  }
  if (entry !== undefined) {
    throw commandRefused(
      address,
      `it is in doubt: settle it first with \`adwright resolve ${shellWord(address)} --id ID\` or \`--absent\`.`,
    );
  }
  if (kind.identity === 'assigned') {
    throw commandRefused(
      address,
      `it was never created here, so its id is not known: \`adwright import ${shellWord(address)} ID\`.`,
    );
  }
  const parent = resource.parents?.[0];
  const parentId = resource.parentId ?? (parent === undefined ? undefined : state.entries.get(parent)?.id);
  if (parentId === undefined) throw commandRefused(address, `its parent ${parent ?? ''} has no known id yet.`);
  return { address, kind: kind.name, status: 'settled', values: resource.desired, provenance, parentId };
}
