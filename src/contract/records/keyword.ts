import type { RecordOf, SentOf, WireRecord } from './field.js';

/** Match types of ordinary groups; those of accounts on the match-type allow list; those of product groups. */
export const ORDINARY_MATCH_TYPES = ['exact', 'phrase', 'broad', 'phrase_intelligence'] as const;
export const LISTED_MATCH_TYPES = ['phrase_accurate', 'phrase_synonym'] as const;
export const PRODUCT_MATCH_TYPES = ['exact', 'phrase_accurate'] as const;
export const MATCH_TYPES = [...ORDINARY_MATCH_TYPES, ...LISTED_MATCH_TYPES] as const;

/** A keyword as getKeywords shows it and updateKeywords takes it. */
export const KEYWORD_RECORD = {
  id: { is: 'id', read: 'Keyword id.', sent: { name: 'id', about: 'Keyword id.', required: true } },
  groupId: { is: 'id', read: 'The group that it belongs to.' },
  word: { is: 'text', read: 'The text of the keyword.' },
  price: {
    is: 'money',
    read: 'PC bid in yuan.',
    sent: { name: 'price', about: 'PC bid in yuan; 0 means use the group bid.', enough: true },
  },
  matchType: {
    is: 'text',
    read: 'Match type.',
    sent: {
      name: 'matchType',
      is: 'words',
      words: MATCH_TYPES,
      about:
        'Product groups take only exact and phrase_accurate; phrase_accurate and phrase_synonym need the match-type allow list.',
      enough: true,
    },
  },
  destinationUrl: {
    is: 'url',
    read: 'PC landing URL.',
    sent: { name: 'url', about: 'PC URL; empty text means use the URL of the creative.', enough: true },
  },
  mobileDestinationUrl: {
    is: 'url',
    read: 'Mobile landing URL.',
    sent: { name: 'mobileUrl', about: 'Mobile URL; empty text means use the URL of the creative.', enough: true },
  },
  deeplinkUrl: {
    is: 'link',
    read: 'Application-launch URL.',
    // Alone it is no change.
    sent: { name: 'deeplinkUrl', about: 'Application-launch URL; the account needs the permission.' },
  },
  optStatus: {
    is: 'words',
    words: ['enabled', 'paused'],
    read: 'The switch of the advertiser.',
    sent: {
      name: 'status',
      words: ['enable', 'pause'],
      stored: { enable: 'enabled', pause: 'paused' },
      about: 'The initial status, or the new one.',
      otherwise: 'enable',
      enough: true,
    },
  },
  status: {
    is: 'words',
    words: ['pause', 'enable', 'pending', 'reject', 'delete', 'ineffective'],
    read: 'PC status.',
  },
  mobileStatus: { is: 'words', words: ['pending', 'pass', 'reject', 'ineffective'], read: 'Mobile status.' },
  cause: { is: 'reason', read: 'Why it was rejected.' },
  pcLowestPrice: { is: 'money', read: 'Bids below this may get no PC impressions.' },
  pcLeft3Price: { is: 'money', read: 'Suggested bid for the top three positions on the left.' },
  pcLeftPrice: { is: 'money', read: 'Suggested bid for a position on the left.' },
  tag: { is: 'text', read: 'JSON text: a list of objects with id, is_important and title.' },
  addTime: { is: 'time', read: 'When it was added.' },
  updateTime: { is: 'time', read: 'When it last changed.' },
  wildcardTag: { is: 'text', words: ['0', '1'], read: '1: it can match wildcard creatives.' },
  tagCause: { is: 'text', read: 'Why it cannot match wildcard creatives.' },
} as const satisfies WireRecord;

export type WireKeyword = RecordOf<typeof KEYWORD_RECORD>;
export type WireKeywordUpdate = SentOf<typeof KEYWORD_RECORD>;
