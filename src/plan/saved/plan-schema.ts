import { DIAGNOSTIC_CODES } from '../../diagnostics/codes.js';
import type { Diagnostic, SourcePlace } from '../../diagnostics/diagnostic.js';
import type {
  Attempt,
  Change,
  FieldChange,
  Finding,
  Impact,
  OwnerFigures,
  Plan,
  PlanSummary,
} from '../../model/index.js';
import {
  anyText,
  count,
  listOf,
  mapOf,
  oneOf,
  PLAIN_VALUES,
  plainValue,
  type Shape,
  shape,
  text,
  time,
  truth,
} from '../../schema/shapes.js';

const PLACE = shape<SourcePlace>(
  { file: text, line: count, column: count },
  { endLine: count, endColumn: count, cell: text },
);

const FIELD = shape<FieldChange>(
  { path: text, drift: truth },
  {
    desired: plainValue,
    prior: plainValue,
    observed: plainValue,
    priorKnown: oneOf(['acknowledged', 'assumed', 'stated', 'observed']),
    priorAt: time,
    priorBy: anyText,
  },
);

const ATTEMPT = shape<Attempt>(
  { id: text, endpoint: text, at: time, position: count, size: count },
  { cause: anyText },
);

const CHANGE = shape<Change>(
  {
    address: text,
    kind: text,
    action: oneOf(['create', 'update', 'import', 'forget', 'blocked', 'unresolved', 'pending']),
    drift: truth,
    reason: anyText,
    fields: listOf(FIELD),
  },
  {
    id: text,
    todo: anyText,
    source: PLACE,
    parents: listOf(text),
    facts: mapOf(anyText),
    observedAt: time,
    attempt: ATTEMPT,
    desiredDigest: text,
    blocksChildren: truth,
  },
);

/** One change of a saved plan. */
export const CHANGE_SCHEMA = { ...PLAIN_VALUES, ...CHANGE };

const FINDING = shape<Finding>({ rule: text, detail: anyText, allowed: truth }, { address: text, source: PLACE });

const DIAGNOSTIC = shape<Omit<Diagnostic, 'inColumn' | 'more'>>(
  {
    severity: oneOf(['error', 'warning', 'info']),
    code: oneOf(Object.keys(DIAGNOSTIC_CODES)),
    summary: anyText,
  },
  { detail: anyText, address: anyText, source: PLACE, excerpt: anyText, field: anyText, related: listOf(PLACE) },
);

const SUMMARY = shape<PlanSummary>(
  {
    create: count,
    update: count,
    import: count,
    forget: count,
    blocked: count,
    unresolved: count,
    pending: count,
    noop: count,
    drift: count,
  },
  {},
);

// What is shown of them in running text needs no marks taken out.
const decimalOrNull: Shape = { type: ['string', 'null'], pattern: '^-?[0-9]+(?:\\.[0-9]+)?$' };
const day: Shape = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' };
const countOrNull: Shape = { type: ['integer', 'null'] };

const IMPACT = shape<Impact>(
  {
    from: day,
    to: day,
    cost: decimalOrNull,
    accountCost: decimalOrNull,
    sharePercent: decimalOrNull,
    groups: listOf(
      shape<OwnerFigures>(
        { changes: count },
        { id: text, address: text, name: anyText, cost: decimalOrNull, clicks: countOrNull, views: countOrNull },
      ),
    ),
    missing: listOf(day),
  },
  {},
);

const MOVE = shape<NonNullable<Plan['moved']>[number]>({ from: text, to: text }, {});

/** A plan as its file holds it. */
export type SavedPlan = Plan & Required<Pick<Plan, 'manifestDigest' | 'service'>>;

export const PLAN_SCHEMA = {
  ...PLAIN_VALUES,
  ...shape<SavedPlan>(
    {
      account: text,
      uid: anyText,
      manifestDigest: text,
      service: mapOf(anyText),
      allow: listOf(text),
      targets: listOf(text),
      excludes: listOf(text),
      createdAt: time,
      digest: text,
      summary: SUMMARY,
      changes: listOf(CHANGE),
      findings: listOf(FINDING),
      diagnostics: listOf(DIAGNOSTIC),
    },
    { lineage: text, moved: listOf(MOVE), impact: IMPACT, unread: oneOf([true]) },
  ),
};
