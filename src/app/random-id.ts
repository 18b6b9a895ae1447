import type { RandomId } from '../model/index.js';

/** So many bytes are fetched at once: each fetch costs 50 µs, and a journal takes eight bytes for each of its records. */
const FETCHED = 512;

/** Hex digits from the random bytes of the system, none given twice. */
export function createRandomId(): RandomId {
  let fetched = Buffer.alloc(0);
  return (bytes) => {
    if (bytes > fetched.length) fetched = Buffer.from(crypto.getRandomValues(new Uint8Array(Math.max(bytes, FETCHED))));
    const text = fetched.toString('hex', 0, bytes);
    fetched = fetched.subarray(bytes);
    return text;
  };
}
