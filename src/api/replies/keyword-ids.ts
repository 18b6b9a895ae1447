import { isLosslessNumber } from 'lossless-json';
import type { Json } from './json.js';
import { isObject, readJson } from './json.js';
import { readList, textOf } from './scalars.js';

/**
 * `failKeywordIds` in every form that was seen: text with commas, spaces or semicolons, JSON text, a list of numbers or
 * of objects, one number, empty, null. Each id once, in the order given.
 */
export function readKeywordIds(value: Json): readonly string[] {
  const ids = new Set<string>();
  collect(value, ids, 0);
  ids.delete('0');
  return [...ids];
}

const DEEPEST = 5;

function collect(value: Json, ids: Set<string>, depth: number): void {
  if (depth > DEEPEST) return;
  if (typeof value === 'string') {
    const json = /^\s*[[{]/.test(value) ? readJson(value) : undefined;
    if (json !== undefined) collect(json.value, ids, depth + 1);
    else for (const [id] of value.matchAll(/\d+/g)) ids.add(id);
  } else if (typeof value === 'number' || isLosslessNumber(value)) {
    const text = textOf(value);
    if (text !== undefined && /^\d+$/.test(text)) ids.add(text);
  } else if (isObject(value) && ('id' in value || 'keywordId' in value)) {
    collect(value['id'] ?? value['keywordId'], ids, depth + 1);
  } else {
    for (const one of readList(value) ?? []) if (one !== value) collect(one, ids, depth + 1);
  }
}

/** `affectedRecords` as a number's text, numeric text, or the length of a list. */
export function readAffected(value: Json): string | undefined {
  if (Array.isArray(value)) return String(value.length);
  const text = textOf(value);
  return text !== undefined && /^\s*\d+\s*$/.test(text) ? text.trim() : undefined;
}
