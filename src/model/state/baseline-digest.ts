import { hash } from 'node:crypto';
import type { BaselineMark } from './state.js';

/** Managed values of one thing, in the order of their bits: the field's bit, and its canonical text. */
export type BaselineValues = readonly (readonly [bit: number, text: string])[];

/** Bits of a mark: what a number holds whose bits can be told apart without a sign. */
export const MOST_MARKED_FIELDS = 30;
/** So many characters of a digest are of what was sent alone. */
const SENT = 8;

/**
 * What a baseline mark says of the values: which fields are managed, and the first 11 base64url characters (64 bits
 * and two more) of SHA-256 over them. Every text is preceded by its length, so that no two lists of values run together.
 * The caller makes the texts canonical (`1.5` and `1.50` must be one text).
 */
export function baselineDigest(values: BaselineValues): { readonly mask: number; readonly digest: string } {
  let mask = 0;
  let framed = '';
  for (const [bit, text] of values) {
    const flag = 1 << bit;
    if (bit < 0 || bit >= MOST_MARKED_FIELDS) throw new RangeError(`a baseline mark has no room for bit ${bit}`);
    if (mask >= flag)
      throw new RangeError('the values of a baseline mark must come in the order of their bits, each once');
    mask |= flag;
    framed += `${bit}:${text.length}:${text}`;
  }
  return { mask, digest: hash('sha256', framed, 'base64url').slice(0, 11) };
}

/**
 * The mark of a thing whose managed values are these. Where the service shows something else than it took (`shown`), the
 * last 18 bits of the digest are of what it shows: each of the two can be told from the mark without the other.
 */
export function baselineMark(id: string, values: BaselineValues, shown?: BaselineValues): BaselineMark {
  const sent = baselineDigest(values);
  if (shown === undefined) return { id, ...sent };
  return { id, mask: sent.mask, digest: sent.digest.slice(0, SENT) + baselineDigest(shown).digest.slice(SENT) };
}

/** Whether two marks are of the same values sent, whatever the service shows in their place. */
export function sameSent(left: BaselineMark, right: BaselineMark): boolean {
  return left.mask === right.mask && left.digest.slice(0, SENT) === right.digest.slice(0, SENT);
}

/** Whether two marks are of the same values shown. Of 18 bits: for what only tells how a change came about. */
export function sameShown(left: BaselineMark, right: BaselineMark): boolean {
  return left.mask === right.mask && left.digest.slice(SENT) === right.digest.slice(SENT);
}
