import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { kinds } from '../../../kinds/registry.js';
import type { Address, Observation, Resource, StateEntry, Values } from '../../../model/index.js';
import { idFault, kindOf, shellWord } from '../../../model/index.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { kindPorts } from '../../service/kind-ports.js';
import { openService, readingService } from '../../service/service.js';
import { accountUid } from '../../steps/planning.js';
import { commandRefused, editState, unknownAddress } from '../../steps/state-edit.js';
import { loadWholeGraph, type Workspace } from '../../workspace/workspace.js';

/** Adopts an existing group or app under a name of the manifests, as `id:` in the manifest would. */
export async function importThing(
  app: AppPorts,
  { address, id }: { readonly address: Address; readonly id: string },
): Promise<Outcome> {
  const kind = kinds.get(kindOf(address));
  if (kind === undefined) throw unknownAddress(address, `${address} is not an address of a known kind.`);
  if (kind.identity === 'address') {
    throw commandRefused(
      address,
      `a ${kind.name} is identified by the id in its address: describe it in a manifest, and it is managed.`,
    );
  }
  if (kind.identity === 'parent')
    throw commandRefused(
      address,
      `a ${kind.name} is adopted with its group: \`adwright accept ${shellWord(address)}\` when it is as the manifest says.`,
    );
  const fault = idFault(id);
  if (fault !== undefined) throw commandRefused(address, fault);
  const text = await editState(app, 'import', async (state, workspace) => {
    const { resources } = await loadWholeGraph(workspace);
    const resource = resources.get(address);
    if (resource === undefined)
      throw unknownAddress(address, `no manifest describes ${address}; describe it first, then import it.`);
    const known = state.entries.get(address);
    if (known?.status === 'settled')
      throw commandRefused(address, `${address} is already in the state, with id ${known.id}.`);
    const holder = [...state.entries.values()].find((entry) => entry.kind === kind.name && entry.id === id);
    if (holder !== undefined) throw commandRefused(address, `id ${id} already belongs to ${holder.address}.`);
    if (resource.id !== undefined && resource.id !== id)
      throw commandRefused(address, `the manifest says id ${resource.id}.`);
    const observation = await readThing(app, workspace, resource, id, state.uid);
    const entry = adopted(resource, kind.name, id, observation, app.clock.now().toISOString());
    const unread = entry.assumed ?? [];
    const assumed =
      unread.length === 0 ? '' : ` Not readable, and assumed to be as the manifest says: ${unread.join(', ')}.`;
    return { put: [entry], outcome: `Imported ${address} as ${kind.name} ${id}.${assumed}` };
  });
  return result(text, { formatVersion: '1.0', address, id });
}

async function readThing(
  app: AppPorts,
  workspace: Workspace,
  resource: Resource,
  id: string,
  uid: string | undefined,
): Promise<Observation | undefined> {
  const kind = kinds.get(resource.kind);
  const service = await openService(app, workspace, { writes: false });
  try {
    const real = await accountUid(service, app.signal);
    if (uid !== undefined && uid !== real) {
      const detail = `The state belongs to the account with uid ${uid}; the credentials belong to uid ${real}.`;
      throw new Failure([diagnostic('wrong-account', { detail })]);
    }
    const { observe } = kind ?? {};
    if (observe === undefined) return undefined;
    return await readingService(async () => {
      const ports = kindPorts(app, workspace, service);
      for await (const part of observe([{ address: resource.address, id, desired: resource.desired }], ports)) {
        const found = part.found.find(([target]) => target.address === resource.address);
        if (found === undefined) continue;
        const [, observation] = found;
        if (observation.unusable === undefined) return observation;
        throw commandRefused(resource.address, `${resource.kind} ${id} cannot be adopted: ${observation.unusable}.`);
      }
      throw unknownAddress(resource.address, `the service does not list ${resource.kind} ${id}.`);
    });
  } finally {
    await service.close();
  }
}

function adopted(
  resource: Resource,
  kind: string,
  id: string,
  observation: Observation | undefined,
  at: string,
): StateEntry {
  const values: Record<string, Values[string]> = { ...resource.desired };
  const assumed: string[] = [];
  for (const path of Object.keys(resource.desired)) {
    const observed = observation?.values[path];
    if (observed === undefined) assumed.push(path);
    else values[path] = observed;
  }
  return {
    address: resource.address,
    kind,
    id,
    status: 'settled',
    values,
    provenance: { how: observation === undefined ? 'assumed' : 'observed', at },
    ...(assumed.length > 0 && { assumed }),
  };
}
