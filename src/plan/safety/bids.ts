import type { Value } from '../../model/index.js';
import { compareDecimals, shortestDecimal } from '../../model/index.js';

/** A bid of 0 means another one, and a service may say something that is not a number. */
export function bidOf(value: Value | undefined): string | undefined {
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) return undefined;
  const bid = shortestDecimal(value);
  return bid === '0' ? undefined : bid;
}

export function isTenfold(bid: string, other: string): boolean {
  const [whole = '0', fraction = ''] = other.split('.');
  return compareDecimals(bid, `${whole}${fraction.charAt(0) || '0'}.${fraction.slice(1)}`) >= 0;
}

export const isTenth = (bid: string, other: string) => isTenfold(other, bid);
