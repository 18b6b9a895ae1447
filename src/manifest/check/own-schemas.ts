import { fields, list, optional, text } from '../../model/kind/schema-types.js';

const address = (description: string) => text({ title: 'address', description, examples: ['group/autumn-shoes'] });

export const MOVE_SCHEMA = fields(
  { from: address('The old address, no longer declared.'), to: address('The new address, declared.') },
  { title: 'a move' },
);

/** `moved`: old and new names of the same objects. */
export const MOVED_SCHEMA = list(MOVE_SCHEMA, {
  title: 'moved',
  description: 'Manifest names that changed: the same objects, no second ones.',
});

export const FORGOTTEN_ADDRESS_SCHEMA = address('Address of something that is no longer managed.');

/** `forgotten`: addresses. */
export const FORGOTTEN_SCHEMA = list(FORGOTTEN_ADDRESS_SCHEMA, {
  title: 'forgotten',
  description: 'No longer managed; left in place at the service.',
});

/** An entry of `keywordFiles` and `groupFiles`; the short form is the path alone. */
export const FILES_ENTRY_SCHEMA = fields({
  path: text({ title: 'path or pattern', description: 'Relative to this manifest.', examples: ['keywords/*.csv'] }),
  encoding: optional(
    text({
      title: 'encoding',
      description: 'utf-8 or gb18030; without it UTF-8 is tried first.',
      examples: ['gb18030'],
    }),
  ),
  sheet: optional(
    text({
      title: 'sheet',
      description: 'Of a workbook: the sheet to read. Not needed where only one holds anything.',
      examples: ['关键词'],
    }),
  ),
});
