import { isLosslessNumber, stringify } from 'lossless-json';
import type { TextRecord } from '../../contract/index.js';
import type { Json, JsonObject } from './json.js';
import { isObject } from './json.js';

/** Any value as text: numbers digit for digit, lists and objects as JSON text, null and absent as undefined. */
export function textOf(value: Json): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isInteger(value) && Math.abs(value) >= 1e21 ? BigInt(value).toString() : String(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return undefined;
      return isLosslessNumber(value) ? value.value : stringify(value);
    default:
      return undefined;
  }
}

export function isAllText(record: JsonObject): record is Record<string, string> {
  for (const key in record) if (typeof record[key] !== 'string') return false;
  return true;
}

/** A record with every value as text. One that is all text already is returned as it is: there may be a million. */
export function textRecord(record: JsonObject): TextRecord {
  if (isAllText(record)) return record;
  const texts: Record<string, string | undefined> = {};
  for (const key in record) texts[key] = textOf(record[key]);
  return texts;
}

/**
 * A list however it was written: absent, null and empty text are not a list (undefined); an object is a list of one, or
 * wraps the list as `{item: …}`.
 */
export function readList(value: Json): readonly Json[] | undefined {
  if (value === undefined || value === null || value === '' || value === false) return undefined;
  if (Array.isArray(value)) return value;
  if (isLosslessNumber(value) || !isObject(value)) return [value];
  const keys = Object.keys(value);
  if (keys.length === 0) return [];
  if (keys.length === 1 && 'item' in value) return readList(value['item']) ?? [];
  return [value];
}

const ALL_TEXT = Symbol('every value of every record is text');

/** Marks a list of records of which every value was seen to be text: there may be a million, and they are looked at once. */
export function knownAsText(list: readonly Json[]): readonly Json[] {
  return Object.defineProperty(list, ALL_TEXT, { value: true });
}

/** The objects of a list as records of text; anything else in it is passed over. */
export function recordsOf(value: Json): readonly TextRecord[] | undefined {
  if (Array.isArray(value) && ALL_TEXT in value) return value;
  return readList(value)
    ?.filter((one): one is JsonObject => isObject(one) && !isLosslessNumber(one))
    .map(textRecord);
}

/** The ids of a list; entries that are no scalar count by their `id`, and an empty or null entry stays in place as `0`. */
export function idsOf(value: Json): readonly string[] | undefined {
  return readList(value)?.map((one) => {
    const inner = isObject(one) && !isLosslessNumber(one) ? one['id'] : one;
    return textOf(inner)?.trim() || '0';
  });
}
