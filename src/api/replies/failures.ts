import { isLosslessNumber } from 'lossless-json';
import type { RequestPlace, ServiceFailure } from '../../contract/index.js';
import { ERRNO_SUCCESS } from '../../contract/index.js';
import type { Json, JsonObject } from './json.js';
import { isObject } from './json.js';
import { textOf } from './scalars.js';

const LONGEST_RAW = 500;
/** Codes of replies that went well. */
const SUCCESS_CODES: ReadonlySet<string> = new Set(['', '0', '200', ...ERRNO_SUCCESS]);
/** Masking looks at this much of a failure, so that a secret which the cut would halve is found whole. */
const LOOKED_AT = 20_000;
const ID_KEYS = ['id', 'groupId', 'keywordId', 'picId', 'appId', 'campaignId'];
const INDEX_KEYS = ['index', 'position'];
const NAME_KEYS = ['name', 'groupName', 'title', 'appName', 'word'];
const PLACE_KEYS = ['path', 'field', 'description', 'message'];
/** `groups[2]`, `sublinks-mobile[0]`; looked for only where a word begins, so that no text takes long. */
const PLACE = /(?<![\w-])([A-Za-z_][\w-]*)\[(\d{1,9})\]/g;

/** Cuts text without leaving half a character behind. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const short = text.slice(0, length);
  return `${/[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short}…`;
}

function firstText(entry: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(entry[key]);
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

function readIndex(entry: JsonObject): number | undefined {
  const text = firstText(entry, INDEX_KEYS);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What an entry says of whose failure it is. */
function readNames(
  entry: JsonObject,
  safe: (text: string) => string,
): Omit<ServiceFailure, 'code' | 'message' | 'description' | 'raw'> {
  const shown = (keys: readonly string[]) => {
    const text = firstText(entry, keys)?.trim();
    return text === undefined || text === '' ? undefined : safe(text);
  };
  const ids: Record<string, string> = {};
  for (const key of ID_KEYS) {
    const id = shown([key]);
    if (id !== undefined && id !== '0') ids[key] = id;
  }
  const places: RequestPlace[] = [];
  for (const key of PLACE_KEYS) {
    for (const [, list = '', position] of (shown([key]) ?? '').matchAll(PLACE)) {
      // The first position in a list is the subject; another one is what it is compared with.
      if (!places.some((one) => one.list === list)) places.push({ list, position: Number(position) });
    }
  }
  const [index, name, type, device] = [readIndex(entry), shown(NAME_KEYS), shown(['type']), shown(['device'])];
  return {
    ...(Object.keys(ids).length > 0 && { ids }),
    ...(index !== undefined && { index }),
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type }),
    ...(device !== undefined && { device }),
    ...(places.length > 0 && { places }),
  };
}

function readEntry(entry: Json, mask: (text: string) => string): ServiceFailure {
  // Control characters would reach the terminal.
  const safe = (text: string) => cut(mask(text.slice(0, LOOKED_AT)).replace(/\p{Cc}+/gu, ' '), LONGEST_RAW);
  const raw = safe(textOf(entry) ?? 'null');
  if (!isObject(entry) || isLosslessNumber(entry)) {
    return typeof entry === 'string' && entry.trim() !== ''
      ? { message: raw, ...readNames({ message: raw }, safe), raw }
      : { raw };
  }
  const shown = (key: string) => {
    const text = textOf(entry[key]);
    return text === undefined || text === '' ? undefined : safe(text);
  };
  const code = shown('code');
  const message = shown('message');
  const description = shown('description');
  return {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(description !== undefined && { description }),
    ...readNames(entry, safe),
    raw,
  };
}

/**
 * `failures` in every shape that was seen: absent, null, empty, a list, one object, `{item: …}`, lists in lists, or
 * plain text. Nothing in it is ever dropped but what is empty as a whole.
 */
export function readFailures(value: Json, mask: (text: string) => string): readonly ServiceFailure[] {
  if (value === undefined || value === null || value === '' || value === false) return [];
  if (Array.isArray(value)) {
    return value.flatMap((one) => (Array.isArray(one) ? readFailures(one, mask) : [readEntry(one, mask)]));
  }
  if (isObject(value) && !isLosslessNumber(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0) return [];
    if (keys.length === 1 && 'item' in value) return readFailures(value['item'], mask);
  }
  return [readEntry(value, mask)];
}

/** Whether an entry says that something failed, and is not an empty one or one that says that all went well. */
export function statesFailure({ code, message, description }: ServiceFailure): boolean {
  return code === undefined ? message !== undefined || description !== undefined : !SUCCESS_CODES.has(code);
}

/** A failure at the top of the reply instead of in `failures`: `{"code":…,"message":"…"}`. */
export function readTopFailure(body: JsonObject, mask: (text: string) => string): readonly ServiceFailure[] {
  const code = textOf(body['code']) ?? textOf(body['errno']) ?? textOf(body['errcode']);
  const message = textOf(body['message']) ?? textOf(body['msg']) ?? textOf(body['error']);
  if (code === undefined ? message === undefined : SUCCESS_CODES.has(code)) return [];
  return readFailures(
    [{ ...body, ...(code !== undefined && { code }), ...(message !== undefined && { message }) }],
    mask,
  );
}

/** A failure as people read it: `50403: title too long`, or raw where it has neither code nor message. */
export function failureText(failure: ServiceFailure): string {
  const words = [...new Set([failure.message, failure.description])].filter((one) => one !== undefined).join(', ');
  if (failure.code === undefined && words === '') return failure.raw;
  return [failure.code, words].filter((one) => one !== undefined && one !== '').join(': ');
}
