import { isLosslessNumber } from 'lossless-json';
import type { Json, JsonObject } from './json.js';
import { isObject } from './json.js';
import { readReplyId } from './reply-ids.js';

/** Keys whose one value names a thing that was made. A request's or a session's id is none. */
const ID_KEY = /^(?:id|(?:group|creative|app|app_?task|task)_?id)$/i;

/**
 * Whether a creating reply gives an id anywhere but in its failures: in a list under another name, or inside of another
 * object. Then something may have been made, whatever the failures say.
 */
export function givesIdsElsewhere({ failures: _failures, ...rest }: JsonObject): boolean {
  return holdsIds(rest);
}

function holdsIds(value: Json): boolean {
  if (Array.isArray(value)) return value.some((one) => isGiven(one) || holdsIds(one));
  if (!isObject(value) || isLosslessNumber(value)) return false;
  return Object.entries(value).some(([key, one]) => (ID_KEY.test(key) && isGiven(one)) || holdsIds(one));
}

function isGiven(value: Json): boolean {
  const id = readReplyId(value);
  return id !== undefined && id !== '0';
}
