import type { Sends } from '../../model/index.js';
import { addressOf, defineSection, rulesOf } from '../../model/index.js';
import { list } from '../../model/kind/schema-types.js';
import { checkedSchema } from '../../schema/checked-schema.js';
import { distinctTexts } from '../entries/distinct-texts.js';
import { PICTURE } from './entry.js';
import { PICTURE_FIELDS, type PictureFieldSent, type PictureValues } from './fields.js';

const check = checkedSchema(PICTURE, async () => (await import('./entry.checks.js')).isPicture);

const pictures = list(PICTURE, { title: 'pictures', description: 'Tags of pictures of the library.' });

export const pictureFields = rulesOf(PICTURE_FIELDS satisfies Sends<PictureFieldSent, typeof PICTURE_FIELDS>);

export const pictureSection = defineSection({
  kind: 'picture',
  key: 'pictures',
  schema: pictures,
  check,
  expand(entries, context) {
    return entries.map(({ id, tags }, index) => {
      const desired: PictureValues = { tags: distinctTexts(tags, [index, 'tags'], context) };
      return { address: addressOf('picture', id), kind: 'picture', id, desired, origin: context.origin([index]) };
    });
  },
});
