import { GROUP_RECORD, LIMITS } from '../../contract/index.js';
import type { GroupRecord } from '../account/records.js';
import type { Call } from '../call/call.js';
import { accepted, type Checked, type Refusal, refuse, refused } from '../call/refusal.js';
import { integerDigits, isList, isObject, type JsonObject, type JsonValue } from '../values/json-text.js';
import { characters, firstUnknownKey, numericId, objectWith, sensitive } from './fields.js';
import { namesSent, sentScalars } from './sent-record.js';

const KEYS = namesSent(GROUP_RECORD);
const LITERAL_PREFIX = '其他-';

type NewGroup = Omit<GroupRecord, 'id' | 'addTime'>;

/** One group of a batch add. */
export function checkGroup(call: Call, entry: JsonValue, what: string): Checked<NewGroup> {
  const group = objectWith(call, entry, KEYS, what);
  if (!group.ok) return group;
  const { negativeWords, industryTags } = group.value;
  const campaignId = numericId(call, group.value['campaignId'], 'campaignId');
  if (campaignId === undefined) return refused('valueRefused', `${what}.campaignId must be an integer`);
  const campaigns = call.account.tables.campaigns;
  if (campaigns.size > 0 && !campaigns.has(campaignId)) return refused('campaignUnknown', campaignId);
  if (typeof group.value['name'] !== 'string') return refused('fieldMissing', `${what}.name`);
  const sent = sentScalars(call, GROUP_RECORD, { price: null, ...group.value }, what);
  if (!sent.ok) return sent;
  const { name = '', price = '', status = 'enable' } = sent.value;
  if (price === '0.00') return refused('priceRefused', `${what}.price must be more than 0`);
  const refusal =
    nameRefusal(call, name, what) ??
    sensitive(call, `${what}.name`, name) ??
    negativeWordsRefusal(negativeWords, what) ??
    industryTagsRefusal(call, industryTags, what) ??
    campaignRefusal(call, campaignId, name);
  if (refusal !== undefined) return { ok: false, refusal };
  return accepted({
    campaignId,
    name,
    price,
    status,
    ...(isObject(negativeWords) && { negativeWords: negativeWords as NonNullable<GroupRecord['negativeWords']> }),
    ...(isObject(industryTags) && { industryTags: industryTags as NonNullable<GroupRecord['industryTags']> }),
  });
}

function nameRefusal(call: Call, name: string, what: string): Refusal | undefined {
  const { min, max, count } = call.options.groupNames;
  const length = nameLength(name, count);
  if (name.trim() === '' || length < min) return refuse('nameRefused', `${what}.name is too short`);
  return max > 0 && length > max ? refuse('nameRefused', `${what}.name has more than ${max} ${count}`) : undefined;
}

function nameLength(name: string, count: 'characters' | 'utf8-bytes' | 'gbk-bytes'): number {
  if (count === 'characters') return characters(name);
  if (count === 'utf8-bytes') return Buffer.byteLength(name);
  // In GBK and its follower one byte for ASCII, four beyond the basic plane, two for the rest.
  return [...name].reduce((sum, one) => sum + (one <= '\x7f' ? 1 : one.length > 1 ? 4 : 2), 0);
}

function negativeWordsRefusal(value: JsonValue | undefined, what: string): Refusal | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return refuse('negativeWords', `${what}.negativeWords must be an object`);
  const strange = firstUnknownKey(value, ['phrase', 'exact']);
  if (strange !== undefined) return refuse('negativeWords', `${what}.negativeWords.${strange} is not known`);
  return (
    wordsRefusal(value['phrase'], LIMITS.negativePhrases, `${what}.negativeWords.phrase`) ??
    wordsRefusal(value['exact'], LIMITS.negativeExacts, `${what}.negativeWords.exact`)
  );
}

function wordsRefusal(value: JsonValue | undefined, most: number, what: string): Refusal | undefined {
  if (value === undefined) return undefined;
  if (!isList(value) || !value.every((word) => typeof word === 'string' && word !== '')) {
    return refuse('negativeWords', `${what} must be a list of texts`);
  }
  return value.length > most
    ? refuse('negativeWords', `${what} has ${value.length} words, at most ${most}`)
    : undefined;
}

function industryTagsRefusal(call: Call, value: JsonValue | undefined, what: string): Refusal | undefined {
  if (value === undefined) {
    return call.options.industryTagsRequired ? refuse('industryTags', `${what}.industryTags is required`) : undefined;
  }
  if (!isObject(value)) return refuse('industryTags', `${what}.industryTags must be an object`);
  return pathRefusal(value, what) ?? literalRefusal(call, value, what);
}

function pathRefusal(tags: JsonObject, what: string): Refusal | undefined {
  const strange = firstUnknownKey(tags, ['path', 'literal']);
  if (strange !== undefined) return refuse('industryTags', `${what}.industryTags.${strange} is not known`);
  const { path } = tags;
  if (!isList(path) || path.length < 1 || path.length > 4) {
    return refuse('industryTags', `${what}.industryTags.path must have one to four levels`);
  }
  const codes = path.every((code) => (typeof code === 'string' && code !== '') || integerDigits(code) !== undefined);
  return codes ? undefined : refuse('industryTags', `${what}.industryTags.path must hold codes`);
}

function literalRefusal(call: Call, { path, literal }: JsonObject, what: string): Refusal | undefined {
  const leaf = isList(path) ? path.at(-1) : undefined;
  const code = typeof leaf === 'string' ? leaf : integerDigits(leaf);
  if (literal === undefined) {
    return code !== undefined && call.options.customIndustryCodes.includes(code)
      ? refuse('industryTags', `${what}.industryTags.literal is required for a custom industry`)
      : undefined;
  }
  return typeof literal === 'string' && literal.startsWith(LITERAL_PREFIX)
    ? undefined
    : refuse('industryTags', `${what}.industryTags.literal must start with ${LITERAL_PREFIX}`);
}

function campaignRefusal(call: Call, campaignId: string, name: string): Refusal | undefined {
  const { duplicateGroupNames, maxGroupsPerCampaign } = call.options;
  if (duplicateGroupNames === 'refused' && call.account.hasGroupNamed(campaignId, name))
    return refuse('nameTaken', name);
  return maxGroupsPerCampaign > 0 && call.account.groupCount(campaignId) >= maxGroupsPerCampaign
    ? refuse('campaignFull', campaignId)
    : undefined;
}
