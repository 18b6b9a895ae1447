import type { Address, ItemOutcome, ItemResult, ItemResults } from '../model/index.js';
import { AddressIndex, OPEN_PAGES, PackedList } from '../model/index.js';

/** Names of texts of which there are few. */
const SHARED = ['action', 'outcome', 'note', 'message', 'code'];

/** The results of a run in the order in which they were recorded, one for each address. There may be a million. */
export class ResultList implements ItemResults {
  readonly counts: Record<ItemOutcome, number> = { done: 0, failed: 0, skipped: 0, held: 0, unknown: 0, pending: 0 };
  readonly #list = new PackedList<ItemResult>(SHARED, OPEN_PAGES);
  readonly #index = new AddressIndex((row) => this.#list.at(row)?.address);

  get length(): number {
    return this.#list.length;
  }

  /** False where the address has a result already. */
  add(result: ItemResult): boolean {
    if (!this.#index.add(result.address, this.#list.length)) return false;
    this.#list.push(result);
    this.counts[result.outcome]++;
    return true;
  }

  has(address: Address): boolean {
    return this.#index.find(address) >= 0;
  }

  at(index: number): ItemResult | undefined {
    return this.#list.at(index);
  }

  [Symbol.iterator](): Iterator<ItemResult> {
    return this.#list[Symbol.iterator]();
  }

  toJSON(): readonly ItemResult[] {
    return [...this.#list];
  }
}
