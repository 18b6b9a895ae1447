import { LIMITS, type WireGroup } from '../../contract/index.js';
import type { DesiredOf, FieldTable, InColumns } from '../../model/index.js';
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
    headings: ['推广计划ID', '推广计划编号', '计划ID'],
    sent: { name: 'campaignId', as: idNumber },
  },
  name: {
    ...createOnly,
    required: true,
    schema: text({ title: 'name', description: 'Name of the group at the service.', examples: ['秋季女鞋'] }),
    type: 'text',
    role: 'text',
    headings: ['推广组名称', '推广组', '组名称'],
    sent: { name: 'name' },
  },
  price: {
    ...createOnly,
    required: true,
    schema: price({ title: 'group bid', description: 'Bid in yuan for keywords without a bid of their own.' }),
    type: 'decimal',
    role: 'bid',
    headings: ['推广组出价', '组出价', '出价'],
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
    headings: [],
    parts: {
      phrase: ['组否定关键词', '否定关键词'],
      exact: ['组精确否定关键词', '精确否定关键词'],
    },
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
    headings: [],
    parts: { path: [], literal: [] },
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
    headings: ['推广组状态', '启用状态', '启停状态'],
    words: [
      { 启用: 'enable', 暂停: 'pause' },
      { 有效: 'enable', 暂停推广: 'pause' },
    ],
    sent: { name: 'status' },
  },
} as const satisfies FieldTable<keyof WireGroup, InColumns>;

/** What a manifest may manage of a group. */
export type GroupValues = DesiredOf<typeof GROUP_FIELDS>;
