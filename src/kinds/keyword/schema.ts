import type { Static } from '@sinclair/typebox';
import type {
  FieldRole,
  FieldRule,
  FieldRules,
  ManifestSection,
  Resource,
  ShownAs,
  Value,
  Values,
} from '../../model/index.js';
import { addressOf, shortestDecimal } from '../../model/index.js';
import { choice, fields, id, link, list, optional, price, text, url } from '../../model/schema-types.js';
import { checkDecimals } from '../price-rules.js';
import { SHOWN_URL } from '../shown-url.js';

/** Match types of updateKeywords, those of product groups and of allow-listed accounts included. */
const MATCH_TYPES = ['exact', 'phrase', 'broad', 'phrase_intelligence', 'phrase_accurate', 'phrase_synonym'] as const;

const keyword = fields(
  {
    id: id({
      title: 'keyword id',
      description: 'From the console’s export: the service cannot create or find keywords.',
    }),
    word: optional(
      text({ title: 'word', description: 'Never sent: the live word must be this one.', examples: ['女鞋'] }),
    ),
    price: optional(price({ title: 'PC bid', description: 'In yuan; 0 means use the group bid.' })),
    matchType: optional(
      choice(MATCH_TYPES, {
        title: 'match type',
        description:
          'Product groups take only exact and phrase_accurate; phrase_accurate and phrase_synonym need an account on the match-type allow list.',
      }),
    ),
    url: optional(url({ empty: true, title: 'PC URL', description: 'Empty text: use the creative’s URL.' })),
    mobileUrl: optional(url({ empty: true, title: 'mobile URL', description: 'Empty text: use the creative’s URL.' })),
    deeplinkUrl: optional(
      link({
        title: 'application-launch URL',
        description: 'Needs an account with the permission.',
        examples: ['app://shoes'],
      }),
    ),
    status: optional(
      choice(['enable', 'pause'], { title: 'status', description: 'Without it the live one is sent back unchanged.' }),
    ),
  },
  { title: 'a keyword' },
);

const keywords = list(keyword, {
  title: 'keywords',
  description: 'Keywords of the account, known by their ids. A field that is absent is not managed.',
});

export type KeywordEntry = Static<typeof keyword>;

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

const mutable = (
  bit: number,
  role: FieldRole,
  type: 'text' | 'choice' | 'decimal',
  reason: string,
  more: Pick<FieldRule, 'shownAs' | 'meanings'> = {},
): FieldRule => ({
  bit,
  role,
  type,
  change: 'mutable',
  readable: true,
  reason,
  ...more,
});

const CREATIVE_URL = { '': "use the creative's URL" };

export const keywordFields: FieldRules = {
  price: mutable(0, 'bid', 'decimal', 'Sent by keyword update; 0 means use the group bid.', {
    shownAs: SHOWN_BID,
    meanings: { '0': 'use the group bid' },
  }),
  matchType: mutable(1, 'text', 'choice', 'Sent by keyword update.'),
  url: mutable(
    2,
    'address',
    'text',
    'Sent by keyword update; read as destinationUrl. A changed URL may be reviewed again.',
    { shownAs: SHOWN_URL, meanings: CREATIVE_URL },
  ),
  mobileUrl: mutable(
    3,
    'address',
    'text',
    'Sent by keyword update; read as mobileDestinationUrl. It may be reviewed again.',
    { shownAs: SHOWN_URL, meanings: CREATIVE_URL },
  ),
  deeplinkUrl: mutable(4, 'address', 'text', 'Sent by keyword update; the account must hold the permission.', {
    shownAs: SHOWN_URL,
  }),
  status: mutable(5, 'switch', 'choice', 'Sent with every keyword update; read as optStatus.'),
};

/** The managed fields that an entry has, in the order of the baseline's mask. Field by field, since there may be a million entries. */
function managed({ price, matchType, url, mobileUrl, deeplinkUrl, status }: KeywordEntry): Values {
  const desired: Record<string, Value> = {};
  if (price !== undefined) desired['price'] = price;
  if (matchType !== undefined) desired['matchType'] = matchType;
  if (url !== undefined) desired['url'] = url;
  if (mobileUrl !== undefined) desired['mobileUrl'] = mobileUrl;
  if (deeplinkUrl !== undefined) desired['deeplinkUrl'] = deeplinkUrl;
  if (status !== undefined) desired['status'] = status;
  return desired;
}

export const keywordSection: ManifestSection = {
  kind: 'keyword',
  key: 'keywords',
  schema: keywords,
  rowByRow: true,
  expand(value, context) {
    const entries = value as readonly KeywordEntry[];
    const resources: Resource[] = [];
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index];
      if (entry === undefined) continue;
      const { id, word, price } = entry;
      if (price !== undefined) checkDecimals(price, [index, 'price'], context);
      const address = addressOf('keyword', id);
      const desired = managed(entry);
      const origin = context.origin([index]);
      resources.push(
        word === undefined
          ? { address, kind: 'keyword', id, desired, origin }
          : { address, kind: 'keyword', id, desired, expected: { word }, origin },
      );
    }
    return resources;
  },
  files: {
    key: 'keywordFiles',
    schema: keyword,
    columns: {
      id: ['keywordId', '关键词ID', '关键词编号', '关键字ID'],
      word: ['keyword', '关键词', '关键词名称', '关键字'],
      price: ['bid', '出价', '关键词出价', '计算机出价', 'PC出价', '电脑出价'],
      matchType: ['匹配方式', '匹配模式', '匹配类型'],
      url: [
        'destinationUrl',
        '访问网址',
        '访问URL',
        '计算机访问URL',
        '计算机访问网址',
        'PC访问网址',
        '链接网址',
        '默认访问URL',
      ],
      mobileUrl: ['mobileDestinationUrl', '移动访问网址', '移动访问URL', '移动链接网址'],
      deeplinkUrl: ['应用直达', '应用直达链接', '直达链接', 'deeplink'],
      status: ['optStatus', '启用状态', '启停状态', '暂停启用'],
    },
  },
};
