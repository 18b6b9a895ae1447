import { utf8Text } from '../../model/index.js';
import type { ReceivedReply } from '../../model/ports/transport.js';
import type { Json, JsonObject } from './json.js';
import { hasLongNumber, isObject, readJson } from './json.js';
import { isAllText, knownAsText } from './scalars.js';

/** Bytes of one slice: strings this short are read and thrown away without troubling the collector's old generation. */
const SLICE = 48 * 1024;
const BETWEEN = '},{"';
const TAIL = ']}';

/**
 * A long reply whose first key is `key`, with a list of objects, read slice by slice: three times as fast as in one piece.
 * Undefined where it is short, or is not in the usual form; then it is read as any other. A slice is cut between two
 * objects; where that looks so inside a text, the slice has a quote too many and is not JSON.
 */
export function readListSlices(key: string, { status, headers, body, broken }: ReceivedReply): JsonObject | undefined {
  if (status !== 200 || broken !== undefined || body.length < 2 * SLICE) return undefined;
  if (/charset=(?!"?utf-?8)/i.test(headers['content-type'] ?? '')) return undefined;
  const head = `{"${key}":[`;
  if (body.toString('latin1', 0, head.length) !== head) return undefined;
  const list: Json[] = [];
  let allText = true;
  const add = (bytes: Buffer): boolean => {
    const slice = readSlice(bytes);
    if (slice === undefined) return false;
    allText &&= slice.allText;
    for (const one of slice.records) list.push(one);
    return true;
  };
  let from = head.length;
  while (body.length - from > SLICE) {
    const cut = body.lastIndexOf(BETWEEN, from + SLICE, 'latin1');
    if (cut <= from || !add(body.subarray(from, cut + 1))) return undefined;
    from = cut + 2;
  }
  const end = body.length - TAIL.length;
  // Where nothing follows the list, its last slice is like any other.
  if (body.toString('latin1', end) === TAIL && add(body.subarray(from, end))) {
    return { [key]: allText ? knownAsText(list) : list };
  }
  const rest = body.toString('utf8', from);
  const value = rest.includes(`"${key}"`) ? undefined : readJson(head + rest)?.value;
  const last = isObject(value) ? value[key] : undefined;
  if (!isObject(value) || !Array.isArray(last)) return undefined;
  for (const one of last) list.push(one);
  value[key] = list;
  return value;
}

/**
 * The objects of a slice. Where every value is text, no digit can be lost; where not, and there may be a long number, the
 * reply is read as a whole, since all of its numbers are written in one way.
 */
function readSlice(bytes: Buffer): { readonly records: readonly Json[]; readonly allText: boolean } | undefined {
  const text = `[${utf8Text(bytes)}]`;
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return undefined;
    const allText = value.every((one) => isObject(one) && isAllText(one));
    return allText || !hasLongNumber(text) ? { records: value, allText } : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
