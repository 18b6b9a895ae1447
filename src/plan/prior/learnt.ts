import type { Address, BaselineMark, StateEntry } from '../../model/index.js';

/**
 * What a plan found out that the state does not know yet: names that moved, tasks that ended, keywords seen to be as
 * wanted. The plan itself writes nothing; an apply records it.
 */
export interface Learnt {
  readonly put: ReadonlyMap<Address, StateEntry>;
  readonly drop: ReadonlySet<Address>;
  readonly marks: readonly BaselineMark[];
  /** Ids whose marks are dropped. */
  readonly dropMarks: readonly string[];
}

/** The state's entries as this plan sees them, with the record of how they came to differ from what is stored. */
export class PriorEntries {
  readonly #entries: Map<Address, StateEntry>;
  readonly put = new Map<Address, StateEntry>();
  readonly drop = new Set<Address>();

  constructor(stored: ReadonlyMap<Address, StateEntry>) {
    this.#entries = new Map(stored);
  }

  get(address: Address): StateEntry | undefined {
    // A text put together from two is made one only when it is looked at; there may be a million addresses.
    return this.#entries.size === 0 ? undefined : this.#entries.get(address);
  }

  values(): Iterable<StateEntry> {
    return this.#entries.values();
  }

  set(entry: StateEntry): void {
    this.#entries.set(entry.address, entry);
    this.put.set(entry.address, entry);
    this.drop.delete(entry.address);
  }

  remove(address: Address): void {
    this.#entries.delete(address);
    this.put.delete(address);
    this.drop.add(address);
  }
}
