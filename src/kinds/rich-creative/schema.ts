import type { Static } from '@sinclair/typebox';
import type { CreativeKey } from '../../contract/index.js';
import { CREATIVE_KEYS } from '../../contract/index.js';
import type {
  FieldPath,
  FieldRole,
  ManifestSection,
  Resource,
  RulesFor,
  SectionContext,
  Value,
  Values,
} from '../../model/index.js';
import { addressOf } from '../../model/index.js';
import { anything, choice, fields, id, list, optional, text, when } from '../../model/schema-types.js';
import { CONTENT } from './content.js';
import type { Item } from './rules.js';
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
    status: optional(
      choice(['enable', 'pause'], { title: 'status', description: 'As which it is made.', default: 'enable' }),
    ),
    content: anything({
      title: 'content',
      description: 'The items of one set; for video-computer one object. What an item holds depends on `creative`.',
    }),
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

/** A rich creative as the manifest has it; the schema has checked that `content` fits `creative`. */
export type RichCreativeEntry = Omit<Static<typeof creative>, 'content' | 'creative'> & {
  readonly creative: CreativeKey;
  readonly content: Values | readonly Values[];
};

const createOnly = (type: 'choice' | 'tree', role: FieldRole) =>
  ({
    type,
    role,
    change: 'create-only',
    readable: false,
    reason: 'The interface adds rich creatives and has no operation that reads or changes one.',
  }) as const;

/** What a manifest may manage of it. */
export type CreativeValues = Omit<Static<typeof creative>, 'groups' | 'groupIds' | 'creative'>;

export const richCreativeFields: RulesFor<CreativeValues> = {
  content: createOnly('tree', 'text'),
  status: createOnly('choice', 'switch'),
};

export const richCreativeSection: ManifestSection = {
  kind: 'rich-creative',
  key: 'richCreatives',
  schema: richCreatives,
  references: { groups: 'group' },
  images(value) {
    const entries = value as readonly RichCreativeEntry[];
    return entries.flatMap((entry, index) =>
      imagesOf(entry.creative, itemsOf(entry) as readonly Item[], [index, 'content']),
    );
  },
  remotes(value) {
    const entries = value as readonly RichCreativeEntry[];
    return entries.flatMap((entry, index) =>
      videosOf(entry.creative, itemsOf(entry) as readonly Item[], [index, 'content']),
    );
  },
  expand(value, context) {
    return (value as readonly RichCreativeEntry[]).flatMap((entry, index) => expandEntry(entry, index, context));
  },
};

function itemsOf({ content }: RichCreativeEntry): readonly Values[] {
  return isList(content) ? content : [content];
}

function expandEntry(entry: RichCreativeEntry, index: number, context: SectionContext): Resource[] {
  const { groups = [], groupIds = [], status = 'enable' } = entry;
  const items = itemsOf(entry);
  checkSet(entry.creative, items as readonly Item[], [index, 'content'], context);
  if (groups.length + groupIds.length === 0) {
    context.report('missing-key', [index], 'Name at least one group, in `groups` or in `groupIds`.');
  }
  const content = items.map((item, position) =>
    withImages(item, itemPath(entry.creative, [index, 'content'], position), context),
  );
  const resource = (group: string, own: FieldPath, parent: Pick<Resource, 'parents' | 'parentId'>): Resource => ({
    address: addressOf('rich-creative', `${group}/${entry.creative}`),
    kind: 'rich-creative',
    desired: { content, status },
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

/** The same value with every image that was loaded in the place of its path. */
function withImages(value: Value, path: FieldPath, context: SectionContext): Value {
  if (typeof value === 'string') return context.image(path) ?? value;
  if (isList(value)) return value.map((item, index) => withImages(item, [...path, index], context));
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [key, withImages(inside, [...path, key], context)]),
  );
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
