import { entrySchemas } from '../../model/index.js';
import { fields, id, optional, text } from '../../model/kind/schema-types.js';
import { KEYWORD_FIELDS } from './fields.js';

/** A keyword as an entry of a manifest. */
export const KEYWORD = fields(
  {
    id: id({
      title: 'keyword id',
      description: 'From the console’s export: the service cannot create or find keywords.',
    }),
    word: optional(
      text({ title: 'word', description: 'Never sent: the live word must be this one.', examples: ['女鞋'] }),
    ),
    ...entrySchemas(KEYWORD_FIELDS),
  },
  { title: 'a keyword' },
);
