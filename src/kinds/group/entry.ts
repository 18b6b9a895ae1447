import { entrySchemas } from '../../model/index.js';
import { fields, id, optional } from '../../model/kind/schema-types.js';
import { GROUP_FIELDS } from './fields.js';

/** A group as an entry of a manifest. */
export const GROUP = fields(
  {
    ...entrySchemas(GROUP_FIELDS),
    id: optional(id({ title: 'id', description: 'Id of an existing group: it is adopted, and none is created.' })),
  },
  { title: 'a group' },
);
