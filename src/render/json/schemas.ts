import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { AccountsSchema } from './accounts-schema.js';
import { CommandSchema } from './command-schema.js';
import { DrillSchema } from './drill-schema.js';
import { EditsSchema } from './edits-schema.js';
import { Count, exact, FormatVersion, Place, ValueSchema } from './schema-parts.js';
import { StateListSchema, StateShowSchema } from './state-schemas.js';

/**
 * Schemas of the documents that `--json` prints. One source for the types here and the files in
 * `schemas/`. Additions are allowed within 1.x, so readers must ignore what they do not know; what we write is exact.
 */
const DiagnosticSchema = Type.Object(
  {
    severity: Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('info')]),
    code: Type.String(),
    summary: Type.String(),
    detail: Type.Optional(Type.String()),
    address: Type.Optional(Type.String()),
    source: Type.Optional(Place),
    related: Type.Optional(Type.Array(Place)),
    excerpt: Type.Optional(Type.String({ description: 'validate: the source line that `source` points into.' })),
    help: Type.Optional(Type.String({ description: 'What to do, the same for every case of the code.' })),
  },
  exact,
);

const ActionSchema = Type.Union(
  (['create', 'update', 'import', 'forget', 'blocked', 'unresolved', 'pending', 'no-op'] as const).map((action) =>
    Type.Literal(action),
  ),
);

const FieldSchema = Type.Object(
  {
    path: Type.String(),
    desired: Type.Optional(ValueSchema),
    prior: Type.Optional(ValueSchema),
    observed: Type.Optional(ValueSchema),
    drift: Type.Boolean(),
    priorKnown: Type.Optional(
      Type.Union(
        (['acknowledged', 'assumed', 'stated', 'observed'] as const).map((how) => Type.Literal(how)),
        { description: 'How prior is known; only acknowledged and observed values come from the service.' },
      ),
    ),
    priorAt: Type.Optional(Type.String({ description: 'Since when, ISO 8601.' })),
    priorBy: Type.Optional(Type.String({ description: 'Who stated it.' })),
  },
  {
    ...exact,
    description:
      'desired: the manifest; prior: last applied; observed: the service now, absent where it cannot be read.',
  },
);

const ChangeSchema = Type.Object(
  {
    address: Type.String(),
    kind: Type.String(),
    action: ActionSchema,
    drift: Type.Boolean(),
    id: Type.Optional(Type.String()),
    reason: Type.String(),
    todo: Type.Optional(Type.String({ description: 'What to do by hand.' })),
    fields: Type.Array(FieldSchema),
    source: Type.Optional(Place),
    facts: Type.Optional(Type.Record(Type.String(), Type.String())),
    attempt: Type.Optional(Type.String({ description: 'For `attempt:` in resolutions.yaml.' })),
    desiredDigest: Type.Optional(Type.String({ description: 'For `accepted:` in resolutions.yaml.' })),
  },
  exact,
);

const FindingSchema = Type.Object(
  {
    rule: Type.String(),
    address: Type.Optional(Type.String()),
    detail: Type.String(),
    source: Type.Optional(Place),
    allowed: Type.Boolean(),
  },
  exact,
);

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const ImpactSchema = Type.Object(
  {
    from: Type.String({ description: 'First day, YYYY-MM-DD.' }),
    to: Type.String({ description: 'Last day: yesterday in account time.' }),
    cost: orNull(Type.String({ description: 'What the groups touched spent, in yuan.' })),
    accountCost: orNull(Type.String({ description: 'What the whole account spent on the same days.' })),
    sharePercent: orNull(Type.String({ description: 'cost of accountCost, one digit after the point.' })),
    groups: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Type.String()),
          address: Type.Optional(Type.String()),
          cost: Type.Optional(orNull(Type.String())),
          clicks: Type.Optional(orNull(Count)),
          views: Type.Optional(orNull(Count)),
          changes: Count,
        },
        { ...exact, description: 'The dearest first. A group that is created has no id and no figures.' },
      ),
    ),
    missing: Type.Array(Type.String(), { description: 'Days that are in no sum.' }),
  },
  {
    ...exact,
    description:
      'What the groups touched spent before the plan, with --impact or a guardrail on it. null: no day could be read.',
  },
);

const PlanSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    account: Type.String(),
    unread: Type.Optional(Type.Literal(true, { description: 'Made with --no-refresh: the service was not read.' })),
    digest: Type.String({ description: 'What `apply --expect` takes.' }),
    summary: Type.Object(
      {
        create: Count,
        update: Count,
        import: Count,
        forget: Count,
        blocked: Count,
        unresolved: Count,
        pending: Count,
        noop: Count,
        drift: Count,
      },
      exact,
    ),
    impact: Type.Optional(ImpactSchema),
    changes: Type.Array(ChangeSchema),
    findings: Type.Array(FindingSchema),
    diagnostics: Type.Array(DiagnosticSchema),
  },
  { ...exact, title: 'adwright plan --json' },
);

const OutcomeSchema = Type.Union(
  (['done', 'failed', 'skipped', 'held', 'unknown', 'pending'] as const).map((outcome) => Type.Literal(outcome)),
);

const ItemSchema = Type.Object(
  {
    address: Type.String(),
    action: ActionSchema,
    outcome: OutcomeSchema,
    id: Type.Optional(Type.String()),
    taskId: Type.Optional(Type.String()),
    attempt: Type.Optional(Type.String()),
    error: Type.Optional(Type.Object({ code: Type.Optional(Type.String()), message: Type.String() }, exact)),
    note: Type.Optional(Type.String()),
  },
  exact,
);

const ApplySchema = Type.Object(
  {
    formatVersion: FormatVersion,
    account: Type.String(),
    status: Type.Union(
      (['applied', 'nothing-to-do', 'partial', 'unresolved', 'failed', 'interrupted'] as const).map((status) =>
        Type.Literal(status),
      ),
    ),
    summary: Type.Object(
      { done: Count, failed: Count, skipped: Count, held: Count, unknown: Count, pending: Count },
      exact,
    ),
    items: Type.Array(ItemSchema),
    diagnostics: Type.Array(DiagnosticSchema),
  },
  { ...exact, title: 'adwright apply --json' },
);

const RowsSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    rows: Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]))),
    diagnostics: Type.Optional(Type.Array(DiagnosticSchema)),
  },
  { ...exact, title: "The rows of a query, with the interface's field names" },
);

const ErrorSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    error: Type.Object({ code: Type.String(), message: Type.String() }, exact),
    diagnostics: Type.Array(DiagnosticSchema),
  },
  { ...exact, title: 'Any command with --json that ends with an error' },
);

const ValidateSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    valid: Type.Boolean(),
    summary: Type.Object({ error: Count, warning: Count, info: Count }, exact),
    diagnostics: Type.Array(DiagnosticSchema),
  },
  { ...exact, title: 'adwright validate --json' },
);

/** By the name of the file in `schemas/`: `plan` → `schemas/plan.schema.json`. */
export const DOCUMENT_SCHEMAS = {
  plan: PlanSchema,
  apply: ApplySchema,
  'state-list': StateListSchema,
  'state-show': StateShowSchema,
  rows: RowsSchema,
  accounts: AccountsSchema,
  edits: EditsSchema,
  drill: DrillSchema,
  command: CommandSchema,
  error: ErrorSchema,
  validate: ValidateSchema,
} as const satisfies Record<string, TSchema>;

export type DiagnosticDocument = Static<typeof DiagnosticSchema>;
export type FieldDocument = Static<typeof FieldSchema>;
export type ChangeDocument = Static<typeof ChangeSchema>;
export type FindingDocument = Static<typeof FindingSchema>;
export type ImpactDocument = Static<typeof ImpactSchema>;
export type ItemDocument = Static<typeof ItemSchema>;
export type PlanDocument = Static<typeof PlanSchema>;
export type ApplyDocument = Static<typeof ApplySchema>;
export type StateListDocument = Static<typeof StateListSchema>;
export type StateShowDocument = Static<typeof StateShowSchema>;
export type RowsDocument = Static<typeof RowsSchema>;
export type ErrorDocument = Static<typeof ErrorSchema>;
export type ValidateDocument = Static<typeof ValidateSchema>;
