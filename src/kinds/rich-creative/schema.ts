import type { Static } from '@sinclair/typebox';
import type { FieldPath, Resource, SectionContext, Sends } from '../../model/index.js';
import { addressOf, defineSection, rulesOf } from '../../model/index.js';
import { list } from '../../model/kind/schema-types.js';
import { checkedSchema } from '../../schema/checked-schema.js';
import { withImages } from '../entries/manifest-images.js';
import { RICH_CREATIVE } from './entry.js';
import { type CreativeValues, itemsOf, RICH_CREATIVE_FIELDS, type WireCreatives } from './fields.js';
import { checkSet, imagesOf, itemPath, videosOf } from './rules.js';

const check = checkedSchema(RICH_CREATIVE, async () => (await import('./entry.checks.js')).isRichCreative);

const richCreatives = list(RICH_CREATIVE, {
  title: 'rich creatives',
  description: 'At most one of each type and device in a group. The service can add them, not read or change them.',
});

type Entry = Static<typeof RICH_CREATIVE>;

export const richCreativeFields = rulesOf(
  RICH_CREATIVE_FIELDS satisfies Sends<keyof WireCreatives, typeof RICH_CREATIVE_FIELDS>,
);

export const richCreativeSection = defineSection({
  kind: 'rich-creative',
  key: 'richCreatives',
  schema: richCreatives,
  check,
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
