import { LIMITS, type WireGroup } from '../../contract/index.js';
import type { DesiredOf, FieldTable } from '../../model/index.js';
import { choice, fields, id, list, optional, price, text } from '../../model/kind/schema-types.js';
import { idNumber, priceNumber } from '../calls/json-number.js';

const words = (title: string, most: number) =>
  list(text({ title: 'word' }), { title, description: `At most ${most}, exact repeats counted once.` });

const createOnly = {
  change: 'create-only',
  read: 'never',
  reason: 'The interface creates groups and has no operation that reads or changes one.',
} as const;

export const GROUP_FIELDS = {
  campaignId: {
    ...createOnly,
    required: true,
    schema: id({
      title: 'campaign id',
      description: 'The campaign that the group belongs to.',
      examples: ['1001'],
    }),
    type: 'text',
    role: 'text',
    sent: { name: 'campaignId', as: idNumber },
  },
  name: {
    ...createOnly,
    required: true,
    schema: text({ title: 'name', description: 'Name of the group at the service.', examples: ['秋季女鞋'] }),
    type: 'text',
    role: 'text',
    sent: { name: 'name' },
  },
  price: {
    ...createOnly,
    required: true,
    schema: price({ title: 'group bid', description: 'Bid in yuan for keywords without a bid of their own.' }),
    type: 'decimal',
    role: 'bid',
    sent: { name: 'price', as: priceNumber },
  },
  negativeWords: {
    ...createOnly,
    schema: fields(
      {
        phrase: optional(words('negative words, phrase match', LIMITS.negativePhrases)),
        exact: optional(words('negative words, exact match', LIMITS.negativeExacts)),
      },
      { title: 'negative words', description: 'Searches that the group is not shown for.' },
    ),
    type: 'text-set',
    role: 'text',
    sent: { name: 'negativeWords' },
  },
  industryTags: {
    ...createOnly,
    schema: fields(
      {
        path: optional(
          list(text({ title: 'code' }), {
            min: 1,
            max: 4,
            title: 'delivery-business codes',
            description: 'From level 1 to level 4, in this order.',
          }),
        ),
        literal: optional(
          text({
            title: 'custom industry',
            description: 'Required when the leaf is a custom industry; starts with 其他-.',
            examples: ['其他-鞋'],
          }),
        ),
      },
      { title: 'delivery business', description: 'Required for 21 industries.' },
    ),
    type: 'tree',
    role: 'text',
    sent: { name: 'industryTags' },
  },
  status: {
    ...createOnly,
    schema: choice(['enable', 'pause'], {
      title: 'status',
      description: 'The initial status of the group.',
      default: 'enable',
    }),
    type: 'choice',
    role: 'switch',
    sent: { name: 'status' },
  },
} as const satisfies FieldTable<keyof WireGroup>;

/** What a manifest may manage of a group. */
export type GroupValues = DesiredOf<typeof GROUP_FIELDS>;
