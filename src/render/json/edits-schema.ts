import { Type } from '@sinclair/typebox';
import { exact, FormatVersion, Place, ValueSchema } from './schema-parts.js';

/** `pull`, `undo` and `set`: values of manifests that change, or would. */
export const EditsSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    changes: Type.Array(
      Type.Object(
        {
          address: Type.String(),
          path: Type.String(),
          from: Type.Unsafe<unknown>({
            description: 'What the manifest says; null where it has no such field yet.',
            type: ['string', 'array', 'object', 'null'],
          }),
          to: ValueSchema,
          source: Place,
        },
        exact,
      ),
    ),
    notWritten: Type.Array(
      Type.Object(
        {
          address: Type.String(),
          path: Type.String({ description: 'Empty where the item as a whole is meant.' }),
          reason: Type.String(),
        },
        exact,
      ),
    ),
    written: Type.Boolean({ description: 'Whether the files were written: with --write, where something changes.' }),
  },
  { ...exact, title: 'adwright pull, undo and set --json' },
);
