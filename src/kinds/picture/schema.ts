import type { Sends } from '../../model/index.js';
import { addressOf, defineSection, entrySchemas, rulesOf } from '../../model/index.js';
import { fields, id, list } from '../../model/schema-types.js';
import { distinctTexts } from '../distinct-texts.js';
import { PICTURE_FIELDS, type PictureFieldSent, type PictureValues } from './fields.js';

const picture = fields(
  {
    id: id({ title: 'picture id', description: 'picId of a picture of the library.', examples: ['33445'] }),
    ...entrySchemas(PICTURE_FIELDS),
  },
  { title: 'a picture' },
);

const pictures = list(picture, { title: 'pictures', description: 'Tags of pictures of the library.' });

export const pictureFields = rulesOf(PICTURE_FIELDS satisfies Sends<PictureFieldSent, typeof PICTURE_FIELDS>);

export const pictureSection = defineSection({
  kind: 'picture',
  key: 'pictures',
  schema: pictures,
  expand(entries, context) {
    return entries.map(({ id, tags }, index) => {
      const desired: PictureValues = { tags: distinctTexts(tags, [index, 'tags'], context) };
      return { address: addressOf('picture', id), kind: 'picture', id, desired, origin: context.origin([index]) };
    });
  },
});
