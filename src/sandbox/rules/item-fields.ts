import type { VideoRecord } from '../account/records.js';
import type { Call } from '../call/call.js';
import { type Refusal, refuse } from '../call/refusal.js';
import { isList, isObject, type JsonValue } from '../values/json-text.js';
import { GAME_TAGS, type ItemField } from './creative-sets.js';
import { firstUnknownKey } from './fields.js';
import { ratioWithin } from './image.js';

const VIDEO = { maxBytes: 20 * 1024 * 1024, ratio: [169, 181], minSeconds: 6, maxSeconds: 60 } as const;

/** One field of an item of a creative set. Images are only looked at as text here. */
export function itemRefusal(
  call: Call,
  value: JsonValue | undefined,
  field: ItemField,
  what: string,
): Refusal | undefined {
  if (field.is === 'text' && field.optional && value === undefined) return undefined;
  if (value === undefined) return refuse('fieldMissing', what);
  switch (field.is) {
    case 'text':
      if (typeof value !== 'string') return refuse('valueRefused', `${what} must be text`);
      return value === '' && !field.optional ? refuse('fieldMissing', what) : undefined;
    case 'image':
      return typeof value === 'string' && value !== ''
        ? undefined
        : refuse('fieldMissing', `${what} must be base64 text`);
    case 'choice':
      return typeof value === 'string' && field.words.includes(value)
        ? undefined
        : refuse('valueRefused', `${what} must be one of ${field.words.join(', ')}`);
    case 'links':
      return linksRefusal(call, value, field.min, field.max, what);
    case 'game-tags':
      return gameTagsRefusal(value, what);
    case 'video':
      return videoRefusal(call, value, what);
  }
}

export function linkTextsOf(links: JsonValue | undefined): string[] {
  return isList(links) ? links.map((link) => (isObject(link) ? String(link['text']) : '')) : [];
}

function linksRefusal(call: Call, value: JsonValue, min: number, max: number, what: string): Refusal | undefined {
  if (!isList(value)) return refuse('valueRefused', `${what} must be a list of {text, url}`);
  if (value.length < min || value.length > max) {
    return refuse('setCount', `the number of links of ${what} is ${value.length}, ${min} to ${max} are allowed`);
  }
  for (const [index, link] of value.entries()) {
    if (!isObject(link)) return refuse('valueRefused', `${what}[${index}] must be {text, url}`);
    const strange = call.options.unknownFields === 'refused' ? firstUnknownKey(link, ['text', 'url']) : undefined;
    if (strange !== undefined) return refuse('fieldUnknown', `${what}[${index}].${strange}`);
    for (const name of ['text', 'url']) {
      const text = link[name];
      if (typeof text !== 'string' || text === '') return refuse('fieldMissing', `${what}[${index}].${name}`);
    }
  }
  return undefined;
}

function gameTagsRefusal(value: JsonValue, what: string): Refusal | undefined {
  if (!isList(value)) return refuse('valueRefused', `${what} must be a list of {key, value}`);
  const keys = new Set<string>();
  for (const [index, tag] of value.entries()) {
    const key = isObject(tag) ? tag['key'] : undefined;
    const chosen = isObject(tag) ? tag['value'] : undefined;
    const allowed = typeof key === 'string' && Object.hasOwn(GAME_TAGS, key) ? GAME_TAGS[key] : undefined;
    if (typeof key !== 'string' || allowed === undefined) {
      return refuse('valueRefused', `${what}[${index}].key must be one of ${Object.keys(GAME_TAGS).join(', ')}`);
    }
    if (typeof chosen !== 'string' || !allowed.includes(chosen)) {
      return refuse('valueRefused', `${what}[${index}].value must be one of ${allowed.join(', ')}`);
    }
    keys.add(key);
  }
  return keys.size < 2 ? refuse('valueRefused', `${what} must have at least two distinct keys`) : undefined;
}

/** Videos were uploaded before, by an operation that is not shown: their facts come from the fixture. */
function videoRefusal(call: Call, value: JsonValue, what: string): Refusal | undefined {
  if (typeof value !== 'string' || value === '') return refuse('fieldMissing', what);
  const video = call.account.tables.videos.get(value);
  if (video === undefined) {
    return call.options.unknownVideos === 'refused' ? refuse('videoRefused', `${what} is not uploaded`) : undefined;
  }
  const fault = videoFault(video);
  return fault === undefined ? undefined : refuse('videoRefused', `${what} ${fault}`);
}

function videoFault({ format, bytes, width, height, seconds }: VideoRecord): string | undefined {
  if (format.toUpperCase() !== 'MP4') return `is ${format}, must be MP4`;
  if (bytes > VIDEO.maxBytes) return `has ${bytes} bytes, at most ${VIDEO.maxBytes}`;
  if (!ratioWithin(width, height, VIDEO.ratio)) return `is ${width}x${height}, the ratio must be 1.69 to 1.81`;
  return seconds < VIDEO.minSeconds || seconds > VIDEO.maxSeconds
    ? `lasts ${seconds} s, 6 to 60 are allowed`
    : undefined;
}
