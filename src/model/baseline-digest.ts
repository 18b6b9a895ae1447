import { hash } from 'node:crypto';
import type { BaselineMark } from './state.js';

/** Managed values of one thing, in field order: the field's index among the kind's baseline fields, and its canonical text. */
export type BaselineValues = readonly (readonly [index: number, text: string])[];

const MOST_FIELDS = 6;
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
  for (const [index, text] of values) {
    const bit = 1 << index;
    if (index < 0 || index >= MOST_FIELDS) throw new RangeError(`a baseline mark has no room for field ${index}`);
    if (mask >= bit) throw new RangeError('the values of a baseline mark must come in field order, each once');
    mask |= bit;
    framed += `${index}:${text.length}:${text}`;
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
