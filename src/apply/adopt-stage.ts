import type { Operation, StateEntry, Values } from '../model/index.js';
import type { RunContext } from './run-context.js';

/** Takes existing things into the state; nothing is sent. What cannot be read is assumed to be as the manifest says. */
export async function runAdoptions(operation: Operation, context: RunContext): Promise<void> {
  const at = context.ports.clock.now().toISOString();
  const kind = context.ports.kinds.get(operation.kind);
  const put = Array.from(operation.items, ({ change, desired, parentId }): StateEntry => {
    const read: Record<string, Values[string]> = {};
    for (const field of change.fields) if (field.observed !== undefined) read[field.path] = field.observed;
    const unread = Object.keys(desired).filter((path) => kind?.fields[path]?.readable !== true);
    return {
      address: change.address,
      kind: change.kind,
      ...(change.id !== undefined && { id: change.id }),
      status: 'settled',
      values: { ...desired, ...read },
      provenance: { how: unread.length === Object.keys(desired).length ? 'assumed' : 'observed', at },
      ...(unread.length > 0 && { assumed: unread }),
      ...(parentId !== undefined && { parentId }),
    };
  });
  await context.ports.journal.append([{ type: 'put', reason: 'import', put }]);
  for (const { address, id } of put) {
    // Named by its id in the manifest, it is in doubt no longer.
    if (context.entries.get(address)?.status === 'unknown') context.doubt--;
    if (id !== undefined) {
      context.ids.set(address, id);
      context.known.add(operation.kind, id, address);
    }
    context.record({ address, action: 'import', outcome: 'done', ...(id !== undefined && { id }) });
  }
}
