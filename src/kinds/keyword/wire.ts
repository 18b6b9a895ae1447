import type { TextRecord, WireKeywordUpdate } from '../../contract/index.js';
import type { Observation, UpdateItem } from '../../model/index.js';
import type { ItemNames } from '../item-names.js';
import { idNumber, priceNumber } from '../json-number.js';

const READ_STATUS: Readonly<Record<string, string>> = { enabled: 'enable', paused: 'pause' };

const FACTS = [
  'groupId',
  'word',
  'status',
  'mobileStatus',
  'cause',
  'pcLowestPrice',
  'tagCause',
  'updateTime',
] as const;

/**
 * A keyword as read, in the words of a manifest (getKeywords, updateKeywords). A field that the service left out is left out; an address
 * that is null or left out is no address.
 */
export function fromWireKeyword(record: TextRecord, at: string): Observation | undefined {
  const { id, price, matchType, optStatus, status, mobileStatus } = record;
  if (id === undefined || id === '') return undefined;
  const url = record['destinationUrl'] ?? '';
  const mobileUrl = record['mobileDestinationUrl'] ?? '';
  const deeplinkUrl = record['deeplinkUrl'] ?? '';
  const switched = optStatus === undefined || optStatus === '' ? undefined : (READ_STATUS[optStatus] ?? optStatus);
  // There may be a million: where nothing was left out, all have one shape.
  const values =
    price !== undefined && matchType !== undefined && switched !== undefined
      ? { price, matchType, url, mobileUrl, deeplinkUrl, status: switched }
      : {
          ...(price !== undefined && { price }),
          ...(matchType !== undefined && { matchType }),
          url,
          mobileUrl,
          deeplinkUrl,
          ...(switched !== undefined && { status: switched }),
        };
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
  const { groupId, word, status, mobileStatus, pcLowestPrice, updateTime, cause, tagCause } = record;
  const usual = groupId && word && status && mobileStatus && pcLowestPrice && updateTime && !cause && !tagCause;
  // Of one shape too.
  if (usual) return { groupId, word, status, mobileStatus, pcLowestPrice, updateTime };
  const facts: Record<string, string> = {};
  for (const name of FACTS) {
    const value = record[name];
    if (value !== undefined && value !== '') facts[name] = value;
  }
  return facts;
}

/** What an update says of the status: the manifest's word, else the one that was read. Only the two words of updateKeywords. */
export function statusOf({ desired, observed }: Pick<UpdateItem, 'desired' | 'observed'>): string | undefined {
  const status = desired['status'] ?? observed['status'];
  return status === 'enable' || status === 'pause' ? status : undefined;
}

/**
 * The changed fields and always `status`: the interface documents a default of `enable`, which could switch a paused
 * keyword on. URLs go out only when they changed, since a changed URL may be reviewed again.
 */
export function toWireUpdate(item: UpdateItem): WireKeywordUpdate {
  const status = statusOf(item);
  const fields: Record<string, string> = {};
  for (const name of ['url', 'mobileUrl', 'matchType', 'deeplinkUrl'] as const) {
    if (item.changed.includes(name)) fields[name] = item.desired[name] as string;
  }
  return {
    id: idNumber(item.id),
    ...(item.changed.includes('price') && { price: priceNumber(item.desired['price'] as string) }),
    ...fields,
    ...(status !== undefined && { status }),
  };
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
