import { Type } from '@sinclair/typebox';
import { Count, exact, FormatVersion, ValueSchema } from './schema-parts.js';

export const StateListSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    entries: Type.Array(
      Type.Object(
        {
          address: Type.String(),
          kind: Type.String(),
          id: Type.Optional(Type.String()),
          status: Type.Union([Type.Literal('settled'), Type.Literal('pending'), Type.Literal('unknown')]),
        },
        exact,
      ),
    ),
  },
  { ...exact, title: 'adwright state list --json' },
);

export const StateShowSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    entry: Type.Object(
      {
        address: Type.String(),
        kind: Type.String(),
        id: Type.Optional(Type.String()),
        status: Type.Optional(Type.Union([Type.Literal('settled'), Type.Literal('pending'), Type.Literal('unknown')])),
        values: Type.Optional(
          Type.Record(Type.String(), ValueSchema, {
            description: 'Last applied; unless settled, sent and not confirmed.',
          }),
        ),
        known: Type.Optional(
          Type.Object(
            {
              how: Type.Union(
                (['acknowledged', 'assumed', 'stated', 'observed'] as const).map((how) => Type.Literal(how)),
              ),
              at: Type.String(),
              by: Type.Optional(Type.String()),
            },
            exact,
          ),
        ),
        assumed: Type.Optional(Type.Array(Type.String(), { description: 'Fields that have not been read yet.' })),
        stored: Type.Optional(
          Type.Record(Type.String(), ValueSchema, { description: 'What the service stored instead of what was sent.' }),
        ),
        parentId: Type.Optional(Type.String()),
        taskId: Type.Optional(Type.String()),
        attempt: Type.Optional(
          Type.Object(
            {
              id: Type.String(),
              endpoint: Type.String(),
              at: Type.String(),
              position: Count,
              size: Count,
              cause: Type.Optional(Type.String()),
            },
            exact,
          ),
        ),
        digest: Type.Optional(Type.String({ description: 'Of a keyword: the digest of its managed values.' })),
      },
      exact,
    ),
  },
  { ...exact, title: 'adwright state show --json' },
);
