import { entrySchemas } from '../../model/index.js';
import { fields, id } from '../../model/kind/schema-types.js';
import { PICTURE_FIELDS } from './fields.js';

/** A picture as an entry of a manifest. */
export const PICTURE = fields(
  {
    id: id({ title: 'picture id', description: 'picId of a picture of the library.', examples: ['33445'] }),
    ...entrySchemas(PICTURE_FIELDS),
  },
  { title: 'a picture' },
);
