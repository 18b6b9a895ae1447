import type { Static } from '@sinclair/typebox';
import { LIMITS } from '../../contract/index.js';
import type { FieldRole, ManifestSection, Resource, RulesFor, Value } from '../../model/index.js';
import { addressOf } from '../../model/index.js';
import { choice, fields, id, list, NAME_PATTERN, named, optional, price, text } from '../../model/schema-types.js';
import { checkGroupBid } from '../price-rules.js';
import { checkIndustryTags, checkName, negativeWords } from './rules.js';

const words = (title: string, most: number) =>
  list(text({ title: 'word' }), { title, description: `At most ${most}, exact repeats counted once.` });

const group = fields(
  {
    campaignId: id({
      title: 'campaign id',
      description: 'The campaign that the group belongs to.',
      examples: ['1001'],
    }),
    name: text({ title: 'name', description: 'Name of the group at the service.', examples: ['秋季女鞋'] }),
    price: price({ title: 'group bid', description: 'Bid in yuan for keywords without a bid of their own.' }),
    status: optional(
      choice(['enable', 'pause'], { title: 'status', description: 'As which the group is made.', default: 'enable' }),
    ),
    negativeWords: optional(
      fields(
        {
          phrase: optional(words('negative words, phrase match', LIMITS.negativePhrases)),
          exact: optional(words('negative words, exact match', LIMITS.negativeExacts)),
        },
        { title: 'negative words', description: 'Searches that the group is not shown for.' },
      ),
    ),
    industryTags: optional(
      fields(
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
    ),
    id: optional(id({ title: 'id', description: 'Id of an existing group: it is adopted, and none is created.' })),
  },
  { title: 'a group' },
);

const groups = named(NAME_PATTERN, group, {
  title: 'groups',
  description: 'Your own name of each group, and the group. The service can create groups, not read or change them.',
});

/** A group as the manifest has it. */

const createOnly = (type: 'text' | 'choice' | 'decimal' | 'text-set' | 'tree', role: FieldRole = 'text') =>
  ({
    type,
    role,
    change: 'create-only',
    readable: false,
    reason: 'The interface creates groups and has no operation that reads or changes one.',
  }) as const;

/** What a manifest may manage of it. */
export type GroupValues = Omit<Static<typeof group>, 'id'>;

export const groupFields: RulesFor<GroupValues> = {
  campaignId: createOnly('text'),
  name: createOnly('text'),
  price: createOnly('decimal', 'bid'),
  negativeWords: createOnly('text-set'),
  industryTags: createOnly('tree'),
  status: createOnly('choice', 'switch'),
};

export const groupSection: ManifestSection = {
  kind: 'group',
  key: 'groups',
  schema: groups,
  likeness: ['campaignId', 'name'],
  expand(value, context) {
    const resources: Resource[] = [];
    for (const [name, entry] of Object.entries(value as Static<typeof groups>)) {
      const negative = entry.negativeWords && negativeWords(entry.negativeWords, [name, 'negativeWords'], context);
      checkName(entry.name, [name, 'name'], context);
      checkGroupBid(entry.price, [name, 'price'], context);
      if (entry.industryTags !== undefined) checkIndustryTags(entry.industryTags, [name, 'industryTags'], context);
      const desired: Record<string, Value> = {
        campaignId: entry.campaignId,
        name: entry.name,
        price: entry.price,
        ...(negative !== undefined && { negativeWords: negative }),
        ...(entry.industryTags !== undefined && { industryTags: entry.industryTags }),
        status: entry.status ?? 'enable',
      };
      resources.push({
        address: addressOf('group', name),
        kind: 'group',
        ...(entry.id !== undefined && { id: entry.id }),
        desired,
        origin: context.origin([name]),
      });
    }
    return resources;
  },
};
