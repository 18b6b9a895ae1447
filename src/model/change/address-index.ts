import type { Address } from '../resource/address.js';

const FREE = 0xffffffff;
const FIRST_SLOTS = 64;

/**
 * Which row of a list has an address, in 16 to 32 bytes each, where a map would keep the texts too. Those are in the list, and are
 * looked at only where two have the same hash.
 */
export class AddressIndex {
  #rows = new Uint32Array(FIRST_SLOTS).fill(FREE);
  #hashes = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  constructor(readonly addressOf: (row: number) => Address | undefined) {}

  /** False where the address has a row already. */
  add(address: Address, row: number): boolean {
    if (this.#size * 2 >= this.#rows.length) this.#grow();
    const hash = hashOf(address);
    const slot = this.#slotOf(address, hash);
    if (this.#rows[slot] !== FREE) return false;
    this.#size++;
    this.#rows[slot] = row;
    this.#hashes[slot] = hash;
    return true;
  }

  /** -1 where there is none. */
  find(address: Address): number {
    const row = this.#rows[this.#slotOf(address, hashOf(address))] as number;
    return row === FREE ? -1 : row;
  }

  /** The slot of an address, or the free one where it would be. */
  #slotOf(address: Address, hash: number): number {
    const mask = this.#rows.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = this.#rows[slot] as number;
      if (row === FREE || (this.#hashes[slot] === hash && this.addressOf(row) === address)) return slot;
    }
  }

  #grow(): void {
    const [rows, hashes] = [this.#rows, this.#hashes];
    this.#rows = new Uint32Array(rows.length * 2).fill(FREE);
    this.#hashes = new Uint32Array(rows.length * 2);
    const mask = this.#rows.length - 1;
    for (let old = 0; old < rows.length; old++) {
      if (rows[old] === FREE) continue;
      const hash = hashes[old] as number;
      let slot = hash & mask;
      while (this.#rows[slot] !== FREE) slot = (slot + 1) & mask;
      this.#rows[slot] = rows[old] as number;
      this.#hashes[slot] = hash;
    }
  }
}

/** FNV-1a over the characters, with the high bits mixed into the low ones, which choose the slot. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return hash >>> 0;
}
