import type { Static } from '@sinclair/typebox';
import type { ManifestSection, RulesFor } from '../../model/index.js';
import { addressOf } from '../../model/index.js';
import { fields, id, list, text } from '../../model/schema-types.js';
import { distinctTexts } from '../distinct-texts.js';

const picture = fields(
  {
    id: id({ title: 'picture id', description: 'picId of a picture of the library.', examples: ['33445'] }),
    tags: list(text({ title: 'tag' }), {
      title: 'tags',
      description: 'All tags of the picture. A picture without tags cannot be bound to a group (code 250202).',
      examples: [['夏季', '主图']],
    }),
  },
  { title: 'a picture' },
);

const pictures = list(picture, { title: 'pictures', description: 'Tags of pictures of the library.' });

export type PictureEntry = Static<typeof picture>;

/** What a manifest may manage of it. */
export type PictureValues = Omit<Static<typeof picture>, 'id'>;

export const pictureFields: RulesFor<PictureValues> = {
  tags: {
    type: 'text-set',
    role: 'text',
    change: 'mutable',
    readable: true,
    reason: 'Set as a whole by the tag update.',
  },
};

export const pictureSection: ManifestSection = {
  kind: 'picture',
  key: 'pictures',
  schema: pictures,
  expand(value, context) {
    return (value as readonly PictureEntry[]).map((entry, index) => ({
      address: addressOf('picture', entry.id),
      kind: 'picture',
      id: entry.id,
      desired: { tags: distinctTexts(entry.tags, [index, 'tags'], context) },
      origin: context.origin([index]),
    }));
  },
};
