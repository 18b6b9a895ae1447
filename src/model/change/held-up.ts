import type { Address } from '../resource/address.js';
import type { Action, Change, Plan } from './plan.js';

const HOLDING: ReadonlySet<Action> = new Set(['blocked', 'unresolved', 'pending']);

/** What a plan asks for and cannot make yet: until it is there, apply skips what depends on it. */
export function heldUp({ changes, summary }: Pick<Plan, 'changes' | 'summary'>): ReadonlySet<Address> {
  // A long list is gone through once less where there is nothing of the kind.
  return summary.blocked + summary.unresolved + summary.pending === 0 ? new Set() : heldAmong(changes);
}

export function heldAmong(changes: Iterable<Change>): ReadonlySet<Address> {
  const held = new Set<Address>();
  for (const { address, action, blocksChildren } of changes) {
    if (blocksChildren === true && HOLDING.has(action)) held.add(address);
  }
  return held;
}
