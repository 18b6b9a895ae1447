import { KEYWORD_RECORD, LISTED_MATCH_TYPES, ORDINARY_MATCH_TYPES, PRODUCT_MATCH_TYPES } from '../../contract/index.js';
import type { KeywordRecord } from '../account/records.js';
import type { Call } from '../call/call.js';
import { accepted, type Checked, refused } from '../call/refusal.js';
import { isObject, type JsonValue } from '../values/json-text.js';
import { moneyOf } from '../values/money.js';
import { numericId, objectWith, sensitive } from './fields.js';
import { addressesIn, namesEnough, namesSent, type OwnRule, sentScalars } from './sent-record.js';

const KEYS = namesSent(KEYWORD_RECORD);
const CHANGES = namesEnough(KEYWORD_RECORD);
const ADDRESSES = addressesIn(KEYWORD_RECORD);

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
  const set = sentScalars(call, KEYWORD_RECORD, object.value, what, ownRules(call, keyword));
  if (!set.ok) return set;
  const refusal = sensitive(call, what, ...ADDRESSES.map((name) => set.value[name] ?? ''));
  if (refusal !== undefined) return { ok: false, refusal };
  // The interface documents a default of `enable`: taken literally, an update without status ends a pause.
  const byDefault = call.options.missingStatus === 'enable' && { optStatus: 'enabled' };
  return accepted({ keyword, set: { ...byDefault, ...set.value } });
}

/** What the contract does not say of a field alone. */
function ownRules(call: Call, keyword: KeywordRecord): Readonly<Record<string, OwnRule>> {
  return {
    price(price, what) {
      const fen = moneyOf(price)?.fen ?? 0;
      const lowest = moneyOf(keyword.pcLowestPrice)?.fen ?? 0;
      return fen > 0 && fen < lowest && call.options.lowPrice === 'refused'
        ? refused('priceTooLow', `${what} ${price} is below ${keyword.pcLowestPrice}`)
        : accepted(price);
    },
    matchType(matchType, what) {
      const ofProduct = call.account.tables.groups.get(keyword.groupId)?.productGroup === true;
      const listed = call.options.matchTypeAllowList ? LISTED_MATCH_TYPES : [];
      const allowed: readonly string[] = ofProduct ? PRODUCT_MATCH_TYPES : [...ORDINARY_MATCH_TYPES, ...listed];
      return allowed.includes(matchType)
        ? accepted(matchType)
        : refused('matchTypeRefused', `${what} must be one of ${allowed.join(', ')}`);
    },
    deeplinkUrl: (link, what) => (call.options.deeplinkPermission ? accepted(link) : refused('deeplinkRefused', what)),
  };
}
