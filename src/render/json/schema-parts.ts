import { Type } from '@sinclair/typebox';

/** What the schemas of several documents have in common. */

export const exact = { additionalProperties: false } as const;

export const FormatVersion = Type.String({
  pattern: '^1\\.[0-9]+$',
  description: "Version of this document's format.",
});

export const Place = Type.Object(
  {
    file: Type.String(),
    line: Type.Integer({ minimum: 1 }),
    column: Type.Integer({ minimum: 1 }),
    endLine: Type.Optional(Type.Integer({ minimum: 1 })),
    endColumn: Type.Optional(Type.Integer({ minimum: 1 })),
    cell: Type.Optional(Type.String({ description: 'In a workbook: Sheet1!B17.' })),
  },
  exact,
);

/** Text, lists and objects of text, whatever the depth; an image is {path, type, size, bytes, hash}. */
export const ValueSchema = Type.Unsafe<unknown>({
  description: 'Text, a list or an object; ids and prices are text. An image is { path, type, size, bytes, hash }.',
  type: ['string', 'array', 'object'],
});

export const Count = Type.Integer({ minimum: 0 });
