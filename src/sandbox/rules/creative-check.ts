import type { CreativeKey } from '../../contract/index.js';
import type { Call } from '../call/call.js';
import { accepted, type Checked, type Refusal, refuse, refused } from '../call/refusal.js';
import { isList, type JsonObject, type JsonValue } from '../values/json-text.js';
import { CREATIVE_SET_RULES, type ItemField, type SetRule } from './creative-sets.js';
import { objectWith, sensitive } from './fields.js';
import { type DecodedImage, readImage } from './image.js';
import { itemRefusal, linkTextsOf } from './item-fields.js';

export interface CreativeSet {
  /** As sent, each image replaced by its digest. */
  readonly content: readonly JsonObject[];
  readonly images: readonly DecodedImage[];
}

/** One creative set against its row in `CREATIVE_SET_RULES`. Counts and texts come first: images take the time. */
export async function checkCreativeSet(
  call: Call,
  key: CreativeKey,
  set: JsonValue,
  what: string,
): Promise<Checked<CreativeSet>> {
  const rule = CREATIVE_SET_RULES[key];
  if (!isList(set)) return refused('notJson', `${what} must be an array of items`);
  if (!rule.counts.includes(set.length)) {
    return refused('setCount', `the number of items of ${what} is ${set.length}, allowed: ${countsText(rule.counts)}`);
  }
  const items: JsonObject[] = [];
  for (const [index, entry] of set.entries()) {
    const item = objectWith(call, entry, Object.keys(rule.fields), `${what}[${index}]`);
    if (!item.ok) return item;
    for (const [name, field] of Object.entries(rule.fields)) {
      const refusal = itemRefusal(call, item.value[name], field, `${what}[${index}].${name}`);
      if (refusal !== undefined) return { ok: false, refusal };
    }
    items.push(item.value);
  }
  const refusal =
    uniqueTextsRefusal(rule, items, what) ??
    linkTextsRefusal(call, rule, items, what) ??
    allOrNoneRefusal(rule, items, what) ??
    sensitive(call, what, ...items.flatMap((item) => Object.values(item).filter((one) => typeof one === 'string')));
  return refusal === undefined ? readImages(rule, items, what) : { ok: false, refusal };
}

async function readImages(rule: SetRule, items: readonly JsonObject[], what: string): Promise<Checked<CreativeSet>> {
  const content: JsonObject[] = [];
  const images: DecodedImage[] = [];
  const fields = Object.entries(rule.fields).filter(([, field]) => field.is === 'image');
  for (const [index, item] of items.entries()) {
    const stored: Record<string, JsonValue> = { ...item };
    for (const [name, field] of fields) {
      const base64 = item[name];
      if (field.is !== 'image' || typeof base64 !== 'string') continue;
      const image = await readImage(base64, field.rule, `${what}[${index}].${name}`);
      if (!image.ok) return image;
      if (rule.unique.includes(name) && images.some((one) => one.sha256 === image.value.sha256)) {
        return refused('notUnique', `${what}[${index}].${name} is already there`);
      }
      stored[name] = `sha256:${image.value.sha256}`;
      images.push(image.value);
    }
    content.push(stored);
  }
  return accepted({ content, images });
}

function uniqueTextsRefusal(rule: SetRule, items: readonly JsonObject[], what: string): Refusal | undefined {
  for (const name of rule.unique) {
    if (rule.fields[name]?.is !== 'text') continue;
    const again = firstRepeated(items.map((item) => String(item[name])));
    if (again !== undefined) return refuse('notUnique', `${what}: ${name} ${again} twice`);
  }
  return undefined;
}

function linkTextsRefusal(call: Call, rule: SetRule, items: readonly JsonObject[], what: string): Refusal | undefined {
  const isLinks = ([, field]: [string, ItemField]) => field.is === 'links';
  if (!Object.entries(rule.fields).some(isLinks)) return undefined;
  const texts = items.map((item) => linkTextsOf(item['links']));
  for (const within of call.options.linkTexts === 'set' ? [texts.flat()] : texts) {
    const again = firstRepeated(within);
    if (again !== undefined) return refuse('notUnique', `${what}: link text ${again} twice`);
  }
  return undefined;
}

function allOrNoneRefusal(rule: SetRule, items: readonly JsonObject[], what: string): Refusal | undefined {
  const name = rule.allOrNone;
  if (name === undefined) return undefined;
  const having = items.filter((item) => typeof item[name] === 'string' && item[name] !== '').length;
  return having === 0 || having === items.length
    ? undefined
    : refuse('descriptionMixed', `${what}: ${having} of ${items.length} entries have a ${name}`);
}

function firstRepeated(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index);
}

function countsText(counts: readonly number[]): string {
  const [first, last] = [counts[0], counts.at(-1)];
  if (counts.length === 1) return String(first);
  return counts.length === 2 ? `${first} or ${last}` : `${first} to ${last}`;
}
