import type { TextRecord, WireKeywordUpdate } from '../../contract/index.js';
import type { Observation, UpdateItem } from '../../model/index.js';
import { isServiceId, senderOf } from '../../model/index.js';
import type { ItemNames } from '../calls/item-names.js';
import { idNumber } from '../calls/json-number.js';
import { KEYWORD_FACTS } from './facts.js';
import { KEYWORD_FIELDS, type KeywordValues, readValues } from './fields.js';

const FACTS = Object.keys(KEYWORD_FACTS);

type Update = UpdateItem<KeywordValues>;
const toWireFields = senderOf<Omit<WireKeywordUpdate, 'id'>>(KEYWORD_FIELDS);

/**
 * A keyword as read, in the words of a manifest (getKeywords, updateKeywords). A field that the service left out is left out; an address
 * that is null or left out is not an address.
 */
export function fromWireKeyword(record: TextRecord, at: string): Observation | undefined {
  const { id, status, mobileStatus } = record;
  if (id === undefined || id === '') return undefined;
  const values = readValues(record);
  const seen = { id, values, facts: factsOf(record), at };
  const underReview = status === 'pending' || mobileStatus === 'pending';
  if (status !== 'delete' && !underReview) return seen;
  return {
    ...seen,
    ...(status === 'delete' && { unusable: 'the service says that it is deleted' }),
    ...(underReview && { underReview }),
  };
}

function factsOf(record: TextRecord): Readonly<Record<string, string>> {
  const { groupId = '', word, status, mobileStatus, pcLowestPrice, updateTime, cause, tagCause } = record;
  const usual =
    isServiceId(groupId) && word && status && mobileStatus && pcLowestPrice && updateTime && !cause && !tagCause;
  // Of one shape too.
  if (usual) return { groupId, word, status, mobileStatus, pcLowestPrice, updateTime };
  const facts: Record<string, string> = {};
  for (const name of FACTS) {
    const value = record[name];
    // A group under anything but an id is none that is known: it would go into requests.
    if (name === 'groupId' && !isServiceId(groupId)) continue;
    if (value !== undefined && value !== '') facts[name] = value;
  }
  return facts;
}

/** What an update says of the status: the manifest's word, else the one that was read. Only the two words of updateKeywords. */
export function statusOf({ desired, observed }: Pick<Update, 'desired' | 'observed'>): string | undefined {
  const status = desired.status ?? observed['status'];
  return status === 'enable' || status === 'pause' ? status : undefined;
}

/**
 * The changed fields and always `status`: the interface documents a default of `enable`, which could switch a paused
 * keyword on. URLs go out only when they changed, since a changed URL may be reviewed again.
 */
export function toWireUpdate(item: Update): WireKeywordUpdate {
  const status = statusOf(item);
  const fields = toWireFields(item.desired, item.address, item.changed);
  return { id: idNumber(item.id), ...fields, ...(status !== undefined && { status }) };
}

/** What a reply may call a keyword of an update. */
export function keywordNames({ id, desired }: UpdateItem, position: number): ItemNames {
  const word = desired['word'];
  return {
    position,
    lists: { keywords: position },
    ids: { id, keywordId: id },
    ...(typeof word === 'string' && { name: word }),
  };
}
