import type { TextRecord, WireKeywordUpdate } from '../../contract/index.js';
import type { DesiredOf, FieldTable, InColumns, Marked, ShownAs, Value, Values } from '../../model/index.js';
import { readFields, shortestDecimal } from '../../model/index.js';
import { choice, link, price, url } from '../../model/kind/schema-types.js';
import { priceNumber } from '../calls/json-number.js';
import { SHOWN_URL } from '../live/shown-url.js';

/** Match types of updateKeywords, those of product groups and of allow-listed accounts included. */
const MATCH_TYPES = ['exact', 'phrase', 'broad', 'phrase_intelligence', 'phrase_accurate', 'phrase_synonym'] as const;

/** A bid of 0: services are free to show the bid of the group in its place. */
const SHOWN_BID: ShownAs = {
  fits: (sent) => typeof sent === 'string' && shortestDecimal(sent) === '0',
  of: { value: '0', kind: 'group', field: 'price', idFact: 'groupId' },
  remark: (known) => ({
    code: 'group-bid-shown',
    reason: known
      ? 'A bid of 0 is in effect, shown as the bid of the group'
      : 'A bid of 0 was accepted and is shown as another one',
  }),
};

const CREATIVE_URL = { '': "use the creative's URL" };
const READ_STATUS: Readonly<Record<string, string>> = { enabled: 'enable', paused: 'pause' };

const mutable = { change: 'mutable' } as const;

export type KeywordFieldSent = Exclude<keyof WireKeywordUpdate, 'id'>;

/** A new field gets the next free bit, for good. */
export const KEYWORD_FIELDS = {
  price: {
    ...mutable,
    schema: price({ title: 'PC bid', description: 'In yuan; 0 means use the group bid.' }),
    type: 'decimal',
    role: 'bid',
    bit: 0,
    reason: 'Sent by keyword update; 0 means use the group bid.',
    shownAs: SHOWN_BID,
    meanings: { '0': 'use the group bid' },
    headings: ['bid', '出价', '关键词出价', '计算机出价', 'PC出价', '电脑出价'],
    read: { name: 'price' },
    sent: { name: 'price', as: priceNumber },
  },
  matchType: {
    ...mutable,
    schema: choice(MATCH_TYPES, {
      title: 'match type',
      description:
        'Product groups take only exact and phrase_accurate; phrase_accurate and phrase_synonym need an account on the match-type allow list.',
    }),
    type: 'choice',
    role: 'text',
    bit: 1,
    reason: 'Sent by keyword update.',
    headings: ['匹配方式', '匹配模式', '匹配类型', '关键词匹配模式'],
    words: [
      { 精确: 'exact', 短语: 'phrase', 广泛: 'broad', 智能短语: 'phrase_intelligence' },
      { 精确匹配: 'exact', 短语匹配: 'phrase', 广泛匹配: 'broad', 智能短语匹配: 'phrase_intelligence' },
    ],
    read: { name: 'matchType' },
    sent: { name: 'matchType' },
  },
  url: {
    ...mutable,
    schema: url({ empty: true, title: 'PC URL', description: 'Empty text: use the creative’s URL.' }),
    type: 'text',
    role: 'address',
    bit: 2,
    reason: 'Sent by keyword update; read as destinationUrl. A changed URL may be reviewed again.',
    shownAs: SHOWN_URL,
    meanings: CREATIVE_URL,
    headings: [
      'destinationUrl',
      '访问网址',
      '访问URL',
      '计算机访问URL',
      '计算机访问网址',
      'PC访问网址',
      '链接网址',
      '默认访问URL',
    ],
    read: { name: 'destinationUrl', absentIsEmpty: true },
    sent: { name: 'url' },
  },
  mobileUrl: {
    ...mutable,
    schema: url({ empty: true, title: 'mobile URL', description: 'Empty text: use the creative’s URL.' }),
    type: 'text',
    role: 'address',
    bit: 3,
    reason: 'Sent by keyword update; read as mobileDestinationUrl. It may be reviewed again.',
    shownAs: SHOWN_URL,
    meanings: CREATIVE_URL,
    headings: ['mobileDestinationUrl', '移动访问网址', '移动访问URL', '移动链接网址', '关键词移动链接网址'],
    read: { name: 'mobileDestinationUrl', absentIsEmpty: true },
    sent: { name: 'mobileUrl' },
  },
  deeplinkUrl: {
    ...mutable,
    schema: link({
      title: 'application-launch URL',
      description: 'Needs an account with the permission.',
      examples: ['app://shoes'],
    }),
    type: 'text',
    role: 'address',
    bit: 4,
    reason: 'Sent by keyword update; the account must hold the permission.',
    shownAs: SHOWN_URL,
    headings: ['应用直达', '应用直达链接', '直达链接', 'deeplink'],
    read: { name: 'deeplinkUrl', absentIsEmpty: true },
    sent: { name: 'deeplinkUrl' },
  },
  status: {
    ...mutable,
    schema: choice(['enable', 'pause'], {
      title: 'status',
      description: 'Without it the live one is sent back unchanged.',
    }),
    type: 'choice',
    role: 'switch',
    bit: 5,
    reason: 'Sent with every keyword update; read as optStatus.',
    headings: ['optStatus', '启用状态', '启停状态', '暂停启用', '关键词状态'],
    words: [READ_STATUS, { 启用: 'enable', 暂停: 'pause' }, { 有效: 'enable', 暂停推广: 'pause' }],
    read: { name: 'optStatus', as: (text) => (text === '' ? undefined : (READ_STATUS[text] ?? text)) },
    sent: { name: 'status' },
  },
} as const satisfies FieldTable<KeywordFieldSent, InColumns & Marked>;

export type KeywordFieldName = keyof typeof KEYWORD_FIELDS;

export const KEYWORD_FIELD_NAMES = Object.keys(KEYWORD_FIELDS) as readonly KeywordFieldName[];

/** What a manifest may manage of a keyword. */
export type KeywordValues = DesiredOf<typeof KEYWORD_FIELDS>;

type Entry = { readonly [Name in KeywordFieldName]?: Value };

/**
 * The managed fields that an entry has. There may be a million entries, and a loop over the table takes half as long again;
 * a test gives it every field.
 */
export function managed({ price, matchType, url, mobileUrl, deeplinkUrl, status }: Entry): Values {
  const desired: { [Name in KeywordFieldName]?: Value } = {};
  if (price !== undefined) desired.price = price;
  if (matchType !== undefined) desired.matchType = matchType;
  if (url !== undefined) desired.url = url;
  if (mobileUrl !== undefined) desired.mobileUrl = mobileUrl;
  if (deeplinkUrl !== undefined) desired.deeplinkUrl = deeplinkUrl;
  if (status !== undefined) desired.status = status;
  return desired;
}

/** The fields of a record as read. There may be a million: where nothing was left out, all have one shape. */
export function readValues(record: TextRecord): Values {
  const { price, matchType, optStatus } = record;
  if (price === undefined || matchType === undefined || optStatus === undefined || optStatus === '')
    return readFields(KEYWORD_FIELDS, record);
  const usual: Record<KeywordFieldName, string> = {
    price,
    matchType,
    url: record['destinationUrl'] ?? '',
    mobileUrl: record['mobileDestinationUrl'] ?? '',
    deeplinkUrl: record['deeplinkUrl'] ?? '',
    status: READ_STATUS[optStatus] ?? optStatus,
  };
  return usual;
}
