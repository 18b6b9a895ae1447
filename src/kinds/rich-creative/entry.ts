import { CREATIVE_KEYS } from '../../contract/index.js';
import { entrySchemas } from '../../model/index.js';
import { choice, fields, id, list, optional, text, when } from '../../model/kind/schema-types.js';
import { CONTENT } from './content.js';
import { RICH_CREATIVE_FIELDS } from './fields.js';

/** A rich creative as an entry of a manifest. */
export const RICH_CREATIVE = fields(
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
