import type { RequestOf } from '../../contract/index.js';
import type { DesiredOf, FieldTable } from '../../model/index.js';
import { list, text } from '../../model/kind/schema-types.js';

type WirePicture = RequestOf<'updatePictureTags'>['data'][number];
export type PictureFieldSent = Exclude<keyof WirePicture, 'picId'>;

export const PICTURE_FIELDS = {
  tags: {
    required: true,
    schema: list(text({ title: 'tag' }), {
      title: 'tags',
      description: 'All tags of the picture. A picture without tags cannot be bound to a group (code 250202).',
      examples: [['夏季', '主图']],
    }),
    type: 'text-set',
    role: 'text',
    change: 'mutable',
    reason: 'Set as a whole by the tag update.',
    read: { name: 'tags' },
    sent: { name: 'tags' },
  },
} as const satisfies FieldTable<PictureFieldSent>;

/** What a manifest may manage of a picture. */
export type PictureValues = DesiredOf<typeof PICTURE_FIELDS>;
