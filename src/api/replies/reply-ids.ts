import { isLosslessNumber } from 'lossless-json';
import { isServiceId } from '../../model/resource/address.js';
import type { Json } from './json.js';
import { isObject } from './json.js';

/** 64 bits are 20 digits. What is longer than this is not an id that a service gives. */
const MOST_DIGITS = 40;

/**
 * What a creating reply says of one item: its id (digits without leading zeros, as number or text), `0` where it was not
 * made, or undefined. Taking anything else for an id or for a failure loses the item or creates it twice. Numbers
 * must have been read as they were written: of a float no one can tell `1e3` from `1000`.
 */
export function readReplyId(value: Json): string | undefined {
  const text = isLosslessNumber(value) ? value.value : value;
  if (typeof text !== 'string') return undefined;
  return text === '0' || (text.length <= MOST_DIGITS && isServiceId(text)) ? text : undefined;
}

/** Whether the reply has nothing at all under this key. */
export function isNothing(value: Json): boolean {
  return value === undefined || value === null || value === '' || value === false;
}

/** The list of a creating reply. Only a list counts: in another shape no result has a place, so none can be matched. */
export function readResultList(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || Object.keys(value).join() !== 'item') return undefined;
  return Array.isArray(value['item']) ? value['item'] : undefined;
}
