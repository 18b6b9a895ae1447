import type { Static } from '@sinclair/typebox';
import { CREATIVE_KEYS } from '../../contract/index.js';
import type { FieldPath, Resource, SectionContext, Sends } from '../../model/index.js';
import { addressOf, defineSection, entrySchemas, rulesOf } from '../../model/index.js';
import { choice, fields, id, list, optional, text, when } from '../../model/schema-types.js';
import { withImages } from '../manifest-images.js';
import { CONTENT } from './content.js';
import { type CreativeValues, itemsOf, RICH_CREATIVE_FIELDS, type WireCreatives } from './fields.js';
import { checkSet, imagesOf, itemPath, videosOf } from './rules.js';

const creative = fields(
  {
    groups: optional(
      list(text({ title: 'group name' }), {
        title: 'groups',
        description: 'Names from `groups`. One entry may serve many groups.',
        examples: [['autumn-shoes']],
      }),
    ),
    groupIds: optional(
      list(id({ title: 'group id' }), {
        title: 'group ids',
        description: 'Ids of existing groups that no manifest names.',
        examples: [['778899']],
      }),
    ),
    creative: choice(CREATIVE_KEYS, { title: 'creative', description: '<type>-<device>.' }),
    ...entrySchemas(RICH_CREATIVE_FIELDS),
  },
  {
    title: 'a rich creative',
    allOf: CREATIVE_KEYS.map((key) => when('creative', key, { content: CONTENT[key] })),
  },
);

const richCreatives = list(creative, {
  title: 'rich creatives',
  description: 'At most one of each type and device in a group. The service can add them, not read or change them.',
});

type Entry = Static<typeof creative>;

export const richCreativeFields = rulesOf(
  RICH_CREATIVE_FIELDS satisfies Sends<keyof WireCreatives, typeof RICH_CREATIVE_FIELDS>,
);

export const richCreativeSection = defineSection({
  kind: 'rich-creative',
  key: 'richCreatives',
  schema: richCreatives,
  references: { groups: 'group' },
  images: (entries) =>
    entries.flatMap(({ creative, content }, index) => imagesOf(creative, itemsOf(content), [index, 'content'])),
  remotes: (entries) =>
    entries.flatMap(({ creative, content }, index) => videosOf(creative, itemsOf(content), [index, 'content'])),
  expand: (entries, context) => entries.flatMap((entry, index) => expandEntry(entry, index, context)),
});

function expandEntry(entry: Entry, index: number, context: SectionContext): Resource[] {
  const { groups = [], groupIds = [], status = 'enable' } = entry;
  const items = itemsOf(entry.content);
  checkSet(entry.creative, items, [index, 'content'], context);
  if (groups.length + groupIds.length === 0) {
    context.report('missing-key', [index], 'Name at least one group, in `groups` or in `groupIds`.');
  }
  const content = items.map((item, position) =>
    withImages(item, itemPath(entry.creative, [index, 'content'], position), context),
  );
  const desired: CreativeValues = { content, status };
  const resource = (group: string, own: FieldPath, parent: Pick<Resource, 'parents' | 'parentId'>): Resource => ({
    address: addressOf('rich-creative', `${group}/${entry.creative}`),
    kind: 'rich-creative',
    desired,
    ...parent,
    origin: context.origin([index], own),
  });
  return [
    ...groups.map((name, position) =>
      resource(name, [index, 'groups', position], { parents: [addressOf('group', name)] }),
    ),
    ...groupIds.map((parentId, position) => resource(`id:${parentId}`, [index, 'groupIds', position], { parentId })),
  ];
}
