import type { SentOf, WireRecord } from './field.js';
import { LIMITS } from './limits.js';

/** A group as addGroups takes it; no operation shows one. */
export const GROUP_RECORD = {
  campaignId: {
    is: 'id',
    sent: { name: 'campaignId', about: 'The campaign that it belongs to.', required: true },
  },
  name: { is: 'text', sent: { name: 'name', about: 'Name.', required: true } },
  price: { is: 'money', sent: { name: 'price', about: 'Group bid in yuan.', required: true } },
  negativeWords: {
    is: 'object',
    of: {
      phrase: { is: 'texts', sent: { name: 'phrase', maxItems: LIMITS.negativePhrases } },
      exact: { is: 'texts', sent: { name: 'exact', maxItems: LIMITS.negativeExacts } },
    },
    sent: { name: 'negativeWords' },
  },
  industryTags: {
    is: 'object',
    of: {
      path: { is: 'texts', sent: { name: 'path', about: 'Delivery-business codes from level 1 to level 4.' } },
      literal: { is: 'text', sent: { name: 'literal', about: 'Needed for a custom industry; begins with `其他-`.' } },
    },
    sent: { name: 'industryTags' },
  },
  status: {
    is: 'words',
    sent: {
      name: 'status',
      words: ['enable', 'pause'],
      about: 'The initial status, or the new one.',
      otherwise: 'enable',
    },
  },
} as const satisfies WireRecord;

export type WireGroup = SentOf<typeof GROUP_RECORD>;
