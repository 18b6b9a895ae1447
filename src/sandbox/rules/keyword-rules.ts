import type { Call } from '../call.js';
import { isObject, type JsonObject, type JsonValue } from '../json-text.js';
import { moneyOf } from '../money.js';
import type { KeywordRecord } from '../records.js';
import { numericId, objectWith, sensitive } from './fields.js';
import { checkPrice } from './group-rules.js';
import { accepted, type Checked, type Refusal, refuse, refused } from './refusal.js';

const KEYS = ['id', 'price', 'url', 'mobileUrl', 'matchType', 'deeplinkUrl', 'status'];
/** At least one of these must be there (updateKeywords); deeplinkUrl alone does not do. */
const CHANGES = ['status', 'price', 'url', 'mobileUrl', 'matchType'];
const ORDINARY = ['exact', 'phrase', 'broad', 'phrase_intelligence'];
const ALLOW_LISTED = ['phrase_accurate', 'phrase_synonym'];
const OF_PRODUCT_GROUPS = ['exact', 'phrase_accurate'];

export interface KeywordEdit {
  readonly keyword: KeywordRecord;
  readonly set: Partial<KeywordRecord>;
}

export function keywordIdOf(call: Call, entry: JsonValue): string | undefined {
  return isObject(entry) ? numericId(call, entry['id'], 'keywords[].id') : undefined;
}

/** One keyword of an update (updateKeywords), as the fields of its record. */
export function checkKeyword(call: Call, entry: JsonValue, what: string): Checked<KeywordEdit> {
  const object = objectWith(call, entry, KEYS, what);
  if (!object.ok) return object;
  const id = keywordIdOf(call, entry);
  if (id === undefined) return refused('valueRefused', `${what}.id must be an integer`);
  const keyword = call.account.tables.keywords.get(id);
  if (keyword === undefined || keyword.serving === 'delete') return refused('keywordUnknown', id);
  if (!CHANGES.some((name) => name in object.value)) {
    return refused('nothingToChange', `${what} must have one of ${CHANGES.join(', ')}`);
  }
  const price = priceOf(call, object.value, keyword, what);
  if (!price.ok) return price;
  const refusal =
    textsRefusal(object.value, what) ??
    statusRefusal(object.value['status'], what) ??
    matchTypeRefusal(call, object.value['matchType'], keyword, what) ??
    deeplinkRefusal(call, object.value, what) ??
    sensitive(call, what, ...['url', 'mobileUrl', 'deeplinkUrl'].map((name) => String(object.value[name] ?? '')));
  if (refusal !== undefined) return { ok: false, refusal };
  return accepted({ keyword, set: { ...price.value, ...textsOf(object.value), ...statusOf(call, object.value) } });
}

function priceOf(call: Call, entry: JsonObject, keyword: KeywordRecord, what: string): Checked<{ price?: string }> {
  if (!('price' in entry)) return accepted({});
  const price = checkPrice(call, entry['price'], `${what}.price`);
  if (!price.ok) return price;
  const fen = moneyOf(price.value)?.fen ?? 0;
  const lowest = moneyOf(keyword.pcLowestPrice)?.fen ?? 0;
  if (fen > 0 && fen < lowest && call.options.lowPrice === 'refused') {
    return refused('priceTooLow', `${what}.price ${price.value} is below ${keyword.pcLowestPrice}`);
  }
  return accepted({ price: price.value });
}

function textsRefusal(entry: JsonObject, what: string): Refusal | undefined {
  for (const name of ['url', 'mobileUrl', 'matchType', 'deeplinkUrl', 'status']) {
    if (name in entry && typeof entry[name] !== 'string') return refuse('valueRefused', `${what}.${name} must be text`);
  }
  return undefined;
}

function statusRefusal(status: JsonValue | undefined, what: string): Refusal | undefined {
  return status === undefined || status === 'enable' || status === 'pause'
    ? undefined
    : refuse('valueRefused', `${what}.status must be enable or pause`);
}

function matchTypeRefusal(
  call: Call,
  matchType: JsonValue | undefined,
  keyword: KeywordRecord,
  what: string,
): Refusal | undefined {
  if (typeof matchType !== 'string') return undefined;
  const ofProduct = call.account.tables.groups.get(keyword.groupId)?.productGroup === true;
  const ordinary = call.options.matchTypeAllowList ? [...ORDINARY, ...ALLOW_LISTED] : ORDINARY;
  const allowed = ofProduct ? OF_PRODUCT_GROUPS : ordinary;
  return allowed.includes(matchType)
    ? undefined
    : refuse('matchTypeRefused', `${what}.matchType must be one of ${allowed.join(', ')}`);
}

function deeplinkRefusal(call: Call, entry: JsonObject, what: string): Refusal | undefined {
  return 'deeplinkUrl' in entry && !call.options.deeplinkPermission
    ? refuse('deeplinkRefused', `${what}.deeplinkUrl`)
    : undefined;
}

/** Write names become read names. */
function textsOf(entry: JsonObject): Partial<KeywordRecord> {
  const { url, mobileUrl, deeplinkUrl, matchType } = entry;
  return {
    ...(typeof url === 'string' && { destinationUrl: url }),
    ...(typeof mobileUrl === 'string' && { mobileDestinationUrl: mobileUrl }),
    ...(typeof deeplinkUrl === 'string' && { deeplinkUrl }),
    ...(typeof matchType === 'string' && { matchType }),
  };
}

function statusOf(call: Call, { status }: JsonObject): Partial<KeywordRecord> {
  // The interface documents a default of `enable`: taken at its word, an update without status ends a pause.
  const wanted = status ?? (call.options.missingStatus === 'enable' ? 'enable' : undefined);
  return wanted === undefined ? {} : { optStatus: wanted === 'pause' ? 'paused' : 'enabled' };
}
