import type { TextRecord, WireKeywordUpdate } from '../../contract/index.js';
import type { Observation, UpdateItem } from '../../model/index.js';
import { idNumber, priceNumber } from '../json-number.js';

/** Read name → name in a manifest and in an update (4.4, 4.7). */
const READ_NAMES = {
  price: 'price',
  matchType: 'matchType',
  destinationUrl: 'url',
  mobileDestinationUrl: 'mobileUrl',
  deeplinkUrl: 'deeplinkUrl',
} as const;

/** An address that is null or left out is no address. */
const READ_FIELDS = Object.entries(READ_NAMES).map(([read, name]) => {
  return { read, name, absent: read.endsWith('Url') ? '' : undefined };
});

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

/** A keyword as read, in the words of a manifest. A field that the service left out is left out. */
export function fromWireKeyword(record: TextRecord, at: string): Observation | undefined {
  const id = record['id'];
  if (id === undefined || id === '') return undefined;
  const values: Record<string, string> = {};
  for (const { read, name, absent } of READ_FIELDS) {
    const value = record[read] ?? absent;
    if (value !== undefined) values[name] = value;
  }
  const optStatus = record['optStatus'];
  if (optStatus !== undefined && optStatus !== '') values['status'] = READ_STATUS[optStatus] ?? optStatus;
  const facts: Record<string, string> = {};
  for (const name of FACTS) {
    const value = record[name];
    if (value !== undefined && value !== '') facts[name] = value;
  }
  const states = [record['status'], record['mobileStatus']];
  return {
    id,
    values,
    facts,
    at,
    ...(record['status'] === 'delete' && { unusable: 'the service says that it is deleted' }),
    ...(states.includes('pending') && { underReview: true }),
  };
}

/** What an update says of the status: the manifest's word, else the one that was read. Only the two words of 4.7. */
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
