import type { State } from '../../model/index.js';
import { type RunningSandbox, thingsIn } from '../../sandbox/index.js';

export type AccountState = ReturnType<RunningSandbox['control']['state']>;

/** What an undisturbed run leaves: a killed one must come to the same. */
export interface Kept {
  /** By address, what the thing is like that the state knows. */
  readonly known: ReadonlyMap<string, string>;
  /** Addresses of what a plan still has to do. */
  readonly open: ReadonlySet<string>;
}

/** By address, what the thing is like that the state knows. */
export function knownThings(state: State, account: AccountState): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { kind, id, text } of thingsIn(account)) texts.set(`${kind} ${id}`, text);
  const found = new Map<string, string>();
  for (const { address, kind, id } of state.entries.values()) {
    const text = texts.get(`${kind} ${id}`);
    if (text !== undefined) found.set(address, text);
  }
  return found;
}

/** What the state does not know as it should, or a plan still has to do. */
export function missing(wanted: Kept, state: State, account: AccountState, open: ReadonlySet<string>): number {
  const is = knownThings(state, account);
  const lost = new Set<string>();
  for (const [address, text] of wanted.known) if (is.get(address) !== text) lost.add(address);
  for (const address of open) if (!wanted.open.has(address)) lost.add(address);
  return lost.size;
}
