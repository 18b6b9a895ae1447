import { LosslessNumber } from 'lossless-json';
import type { JsonNumber } from '../../contract/index.js';
import { shortestDecimal } from '../../model/index.js';

/** An id as a JSON number, digit for digit. */
export function idNumber(id: string): JsonNumber {
  return new LosslessNumber(id);
}

/** A price as a JSON number: the shortest decimal of what was written, never a float. */
export function priceNumber(price: string): JsonNumber {
  return new LosslessNumber(shortestDecimal(price));
}
