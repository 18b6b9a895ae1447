import type { Address } from '../../model/index.js';

/**
 * What the manifests call by another name than the state does: after `moved`, or since what belongs to a group is named by
 * the group's id. The plan shows the manifests' name, and a file may still hold the state's: both mean the one thing.
 */
export class Renames {
  readonly #inState = new Map<Address, Address>();
  readonly #inManifests = new Map<Address, Address>();

  constructor(readonly ends: ReadonlyMap<Address, Address> = new Map()) {}

  add(from: Address, to: Address): void {
    const stored = this.#inState.get(from) ?? from;
    this.#inState.delete(from);
    this.#inState.set(to, stored);
    this.#inManifests.set(stored, to);
  }

  /** The name in the manifests of what the address means; a name in the middle of a chain of moves counts as well. */
  inManifests(address: Address): Address {
    return this.#inManifests.get(address) ?? this.ends.get(address) ?? address;
  }

  /** The name in the state of what the address means. */
  inState(address: Address): Address {
    const named = this.inManifests(address);
    return this.#inState.get(named) ?? named;
  }
}
