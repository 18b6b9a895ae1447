import { type Static, Type } from '@sinclair/typebox';
import { Count, exact, FormatVersion } from './schema-parts.js';

const RowSchema = Type.Object(
  {
    boundary: Type.String({
      description:
        'When the run was killed: before or after it wrote its lock, run, intent, sending, outcome, put, baseline, snapshot or unlock.',
    }),
    kind: Type.Union([Type.String(), Type.Null()], {
      description: 'What the write was about; null where it is about all.',
    }),
    batch: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'Which batch of that kind.' }),
    doubled: Type.Integer({ minimum: 0, description: 'Things that the account has once too often after recovery.' }),
    lost: Type.Integer({
      minimum: 0,
      description: 'Things that the account lacks, has with another value, or that the state does not know.',
    }),
    inDoubt: Count,
    settled: Type.Union(
      (['next-run', 'account', 'resolve', 'open'] as const).map((how) => Type.Literal(how)),
      {
        description:
          'next-run: nothing was in doubt; account: found by reading; resolve: a person said so; open: still in doubt.',
      },
    ),
  },
  exact,
);

export const DrillSchema = Type.Object(
  { formatVersion: FormatVersion, rows: Type.Array(RowSchema) },
  { ...exact, title: 'adwright drill --json' },
);

export type DrillDocument = Static<typeof DrillSchema>;
