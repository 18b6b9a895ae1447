import type { Change, Kind, Resource, StateEntry } from '../model/index.js';
import { sameValue } from '../model/index.js';
import { heldCreation } from './classify.js';
import type { PlanInputs } from './create-plan.js';

export const RENAME_RULE = 'rename';

/**
 * A new name for what an entry of the state describes, when no manifest claims that entry: likely the same thing under
 * another name, and creating it would make a second one.
 */
export function renameOf(
  kind: Kind,
  resource: Resource,
  entries: { values(): Iterable<StateEntry> },
  { graph, allow }: PlanInputs,
): Change | undefined {
  const { likeness } = kind;
  if (likeness === undefined || allow.includes(RENAME_RULE)) return undefined;
  const forgotten = new Set(graph.forgotten.map(({ address }) => address));
  for (const entry of entries.values()) {
    if (entry.kind !== kind.name || graph.resources.has(entry.address) || forgotten.has(entry.address)) continue;
    const alike = likeness.every((path) => {
      const [rule, wanted, had] = [kind.fields[path], resource.desired[path], entry.values[path]];
      return rule !== undefined && wanted !== undefined && had !== undefined && sameValue(rule.type, wanted, had);
    });
    if (!alike) continue;
    const todo =
      `If it is the same ${kind.name}, add \`moved: [{ from: ${entry.address}, to: ${resource.address} }]\`; ` +
      `if ${entry.address} is no longer managed, \`forgotten: [${entry.address}]\`; if there are to be two, \`--allow ${RENAME_RULE}\`.`;
    const reason = `looks like a rename of ${entry.address}${entry.id === undefined ? '' : ` (id ${entry.id})`}: ${likeness.join(' and ')} are the same`;
    return heldCreation(kind, resource, reason, todo);
  }
  return undefined;
}
