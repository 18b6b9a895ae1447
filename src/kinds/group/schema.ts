import type { WireGroup } from '../../contract/index.js';
import type { Resource, Sends } from '../../model/index.js';
import { addressOf, columnWords, defineSection, headings, managedFields, rulesOf } from '../../model/index.js';
import { NAME_PATTERN, named } from '../../model/kind/schema-types.js';
import { checkedSchema } from '../../schema/checked-schema.js';
import { checkGroupBid } from '../entries/price-rules.js';
import { GROUP } from './entry.js';
import { GROUP_FIELDS, type GroupValues } from './fields.js';
import { checkIndustryTags, checkName, negativeWords } from './rules.js';

const check = checkedSchema(GROUP, async () => (await import('./entry.checks.js')).isGroup);

const groups = named(NAME_PATTERN, GROUP, {
  title: 'groups',
  description: 'Your own name of each group, and the group. The service can create groups, not read or change them.',
});

export const groupFields = rulesOf(GROUP_FIELDS satisfies Sends<keyof WireGroup, typeof GROUP_FIELDS>);

export const groupSection = defineSection({
  kind: 'group',
  key: 'groups',
  schema: groups,
  check,
  likeness: ['campaignId', 'name'],
  files: {
    key: 'groupFiles',
    schema: GROUP,
    check,
    columns: { key: [], id: ['推广组ID', '推广组编号', '组ID'], ...headings(GROUP_FIELDS) },
    words: columnWords(GROUP_FIELDS),
    rowKey: 'key',
  },
  expand(entries, context) {
    const resources: Resource[] = [];
    for (const [name, entry] of Object.entries(entries)) {
      const negative = entry.negativeWords && negativeWords(entry.negativeWords, [name, 'negativeWords'], context);
      checkName(entry.name, [name, 'name'], context);
      checkGroupBid(entry.price, [name, 'price'], context);
      if (entry.industryTags !== undefined) checkIndustryTags(entry.industryTags, [name, 'industryTags'], context);
      const settled = { ...entry, status: entry.status ?? 'enable', ...(negative && { negativeWords: negative }) };
      const desired: GroupValues = managedFields(GROUP_FIELDS, settled);
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
});
