import { entrySchemas } from '../../model/index.js';
import { fields, id, optional } from '../../model/kind/schema-types.js';
import { APP_FIELDS } from './fields.js';

/** An app as an entry of a manifest. */
export const APP = fields(
  {
    ...entrySchemas(APP_FIELDS),
    id: optional(id({ title: 'id', description: 'Id of an existing app: it is adopted, and none is submitted.' })),
  },
  { title: 'an app' },
);
