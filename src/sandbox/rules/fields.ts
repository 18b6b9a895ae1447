import type { Call } from '../call/call.js';
import { accepted, type Checked, type Refusal, refuse, refused } from '../call/refusal.js';
import {
  idDigits,
  integerDigits,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../values/json-text.js';

/** A field that holds a JSON array. Absent or empty text: undefined where it may be left out, else refused. */
export function listField(
  call: Call,
  name: string,
  limits: { readonly required: boolean; readonly max: number },
): Checked<readonly JsonValue[] | undefined> {
  const text = call.fields.get(name) ?? '';
  if (text === '') return limits.required ? refused('fieldMissing', name) : accepted(undefined);
  const value = parseJson(text);
  if (!isList(value)) return refused('notJson', `${name} must be a JSON array`);
  if (limits.required && value.length === 0) return refused('fieldMissing', `${name} is empty`);
  if (limits.max > 0 && value.length > limits.max) {
    return refused('tooMany', `${name} has ${value.length} entries, at most ${limits.max} are allowed`);
  }
  return accepted(value);
}

/** A field that must hold a JSON array with at least one entry. */
export function requiredList(call: Call, name: string, max: number): Checked<readonly JsonValue[]> {
  const list = listField(call, name, { required: true, max });
  return list.ok ? accepted(list.value ?? []) : list;
}

/**
 * The id of something in a request, where the interface says that it is a number: text of digits, as replies give ids
 * out, is taken as well unless the sandbox is strict.
 */
export function numericId(call: Call, value: JsonValue | undefined, what: string): string | undefined {
  if (typeof value !== 'string') return integerDigits(value);
  const id = call.options.strict ? undefined : idDigits(value);
  if (id !== undefined) call.remark(`${what} is text; the interface expects a number`);
  return id;
}

export function idList(call: Call, name: string, max: number): Checked<readonly string[] | undefined> {
  const list = listField(call, name, { required: false, max });
  if (!list.ok || list.value === undefined) return list.ok ? accepted(undefined) : list;
  const ids: string[] = [];
  for (const entry of list.value) {
    const id = idDigits(entry);
    if (id === undefined) return refused('valueRefused', `${name} has a value that is not an id`);
    ids.push(id);
  }
  return accepted(ids);
}

/** A field with one of some words; empty text counts as absent. */
export function choiceField(call: Call, name: string, words: readonly string[], otherwise: string): Checked<string> {
  const text = call.fields.get(name) || otherwise;
  return words.includes(text) ? accepted(text) : refused('valueRefused', `${name} must be one of ${words.join(', ')}`);
}

/** A field with a whole number of at least 1. */
export function numberField(call: Call, name: string): Checked<number | undefined> {
  const text = call.fields.get(name) ?? '';
  if (text === '') return accepted(undefined);
  return /^[1-9][0-9]{0,8}$/.test(text) ? accepted(Number(text)) : refused('valueRefused', `${name} must be 1 or more`);
}

/** The entry as an object with none but the given keys. */
export function objectWith(call: Call, entry: JsonValue, keys: readonly string[], what: string): Checked<JsonObject> {
  if (!isObject(entry)) return refused('notJson', `${what} must be an object`);
  const strange = call.options.unknownFields === 'refused' ? firstUnknownKey(entry, keys) : undefined;
  return strange === undefined ? accepted(entry) : refused('fieldUnknown', `${what}.${strange}`);
}

export function firstUnknownKey(entry: JsonObject, keys: readonly string[]): string | undefined {
  return Object.keys(entry).find((key) => !keys.includes(key));
}

export function sensitive(call: Call, what: string, ...texts: readonly string[]): Refusal | undefined {
  const word = call.options.sensitiveWords.find((one) => texts.some((text) => text.includes(one)));
  return word === undefined ? undefined : refuse('sensitiveWord', `${what} contains ${word}`);
}

/** Characters as people count them in titles: code points. */
export function characters(text: string): number {
  return [...text].length;
}
