import type { EditRequest, NotWritten } from '../../manifest/write/edit-manifests.js';
import type { Address, KindRegistry, ResourceGraph, StateEntry, Value } from '../../model/index.js';
import { addressed, kindOf, sameValue } from '../../model/index.js';
import type { UndoItem } from '../state/undo-data.js';
import type { WantedEdits } from './edit-files.js';

/**
 * What an undo writes: for each value that a run was to replace, the live value of before. A value that was changed again since
 * stays, and is named; so is what no operation can take back, with its id.
 */
export function formerValues(
  items: readonly UndoItem[],
  { resources }: ResourceGraph,
  entries: ReadonlyMap<Address, StateEntry>,
  kinds: KindRegistry,
): WantedEdits {
  const requests: EditRequest[] = [];
  const notWritten: NotWritten[] = [];
  for (const { address, action, id = entries.get(address)?.id, fields } of items) {
    const kind = kinds.get(kindOf(address));
    if (fields === undefined) {
      notWritten.push({
        address,
        path: [],
        reason: byHand(action, id, kind && addressed(kind.byHand.update, address)),
      });
      continue;
    }
    const resource = resources.get(address);
    for (const { path, from, to } of fields) {
      const now = resource !== undefined && Object.hasOwn(resource.desired, path) ? resource.desired[path] : undefined;
      const type = kind?.fields[path]?.type ?? 'tree';
      const name = { address, path: [path] };
      if (now === undefined)
        notWritten.push({ ...name, reason: `No manifest sets it any more; it was ${shown(from)}.` });
      else if (sameValue(type, now, from)) continue;
      else if (sameValue(type, now, to)) requests.push({ ...name, value: from });
      else
        notWritten.push({
          ...name,
          reason: `It was changed since the run, to ${shown(now)}; before the run it was ${shown(from)}.`,
        });
    }
  }
  return { requests, notWritten };
}

const shown = (value: Value) => (typeof value === 'string' ? (value === '' ? 'empty' : value) : JSON.stringify(value));

function byHand(action: string, id: string | undefined, todo = ''): string {
  const what = action === 'create' ? 'The run was to create it' : 'The run was to adopt it';
  const which = id === undefined ? '' : ` (id ${id})`;
  return `${what}${which}, and no operation can undo that. ${action === 'create' ? 'Pause or delete it in the console.' : todo}`.trim();
}
