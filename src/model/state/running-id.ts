/** Ids of up to this many digits; longer ones grow it. */
const ROOM = 40;
const DIGIT_0 = 48;

/**
 * An id as decimal text in bytes, to which distances are added: where a million ids are close to each other, hardly more
 * than a digit changes from one to the next, and no string is made of any.
 */
export class RunningId {
  /** The text ends where the array ends. */
  bytes = new Uint8Array(ROOM).fill(DIGIT_0);
  /** Where the text starts. */
  start = ROOM;

  add(distance: number): void {
    const { bytes } = this;
    let carry = distance;
    let at = bytes.length;
    while (carry > 0) {
      at--;
      if (at < 0) return this.#set(BigInt(carry) * 10n ** BigInt(bytes.length) + BigInt(this.#text()));
      const sum = carry + (bytes[at] ?? DIGIT_0) - DIGIT_0;
      carry = sum < 10 ? 0 : Math.floor(sum / 10);
      bytes[at] = sum - carry * 10 + DIGIT_0;
    }
    if (at < this.start) this.start = at;
  }

  addLong(distance: bigint): void {
    this.#set(BigInt(this.#text()) + distance);
  }

  #text(): string {
    return Buffer.from(this.bytes).toString('latin1');
  }

  #set(id: bigint): void {
    const text = String(id);
    if (text.length > this.bytes.length) this.bytes = new Uint8Array(text.length * 2);
    this.bytes.fill(DIGIT_0);
    this.start = this.bytes.length - text.length;
    this.bytes.set(Buffer.from(text, 'latin1'), this.start);
  }
}
