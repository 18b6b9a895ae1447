import { DIAGNOSTIC_CODES } from '../diagnostics/codes.js';
import type { Diagnostic, SourcePlace } from '../diagnostics/diagnostic.js';
import type { Attempt, Change, FieldChange, Finding, KindRegistry, Plan, PlanSummary } from '../model/index.js';
import { kindOf } from '../model/index.js';
import { planDigest } from './plan-digest.js';
import { anyText, count, flag, listOf, mapOf, oneOf, plainValue, shape, text, time } from './shape.js';
import { summarise } from './summary.js';

const PLACE = shape<SourcePlace>({ file: text, line: count, column: count }, { endLine: count, endColumn: count });

const FIELD = shape<FieldChange>(
  { path: text, drift: flag },
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
    drift: flag,
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
    blocksChildren: flag,
  },
);

const FINDING = shape<Finding>({ rule: text, detail: anyText, allowed: flag }, { address: text, source: PLACE });

const DIAGNOSTIC = shape<Diagnostic>(
  {
    severity: oneOf(['error', 'warning', 'info']),
    code: oneOf(Object.keys(DIAGNOSTIC_CODES)),
    summary: anyText,
  },
  { detail: anyText, address: anyText, source: PLACE, excerpt: anyText, field: anyText, related: listOf(PLACE) },
);

const COUNTED = ['create', 'update', 'import', 'blocked', 'unresolved', 'pending', 'drift'] as const;
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

const MOVE = shape<NonNullable<Plan['moved']>[number]>({ from: text, to: text }, {});

type SavedPlan = Plan & Required<Pick<Plan, 'manifestDigest' | 'service'>>;

const PLAN = shape<SavedPlan>(
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
  { lineage: text, moved: listOf(MOVE), unread: oneOf([true]) },
);

/**
 * Why a value is not a plan as this version writes it: a part of another shape, a change twice, a kind that there is not,
 * or counts or a digest that are not those of the changes.
 */
export function faultOfPlan(value: object, kinds: KindRegistry): string | undefined {
  const fault = PLAN(value);
  if (fault !== undefined) return fault.replace(/^\./, '');
  const plan = value as Plan;
  const seen = new Set<string>();
  for (const { address, kind } of plan.changes) {
    if (kinds.get(kind) === undefined || kindOf(address) !== kind) return `${address} is not of a kind ${kind}`;
    if (seen.has(address)) return `${address} stands in it twice`;
    seen.add(address);
  }
  const counted = summarise(plan.changes, plan.summary.noop, 0);
  const wrong = COUNTED.find((name) => counted[name] !== plan.summary[name]);
  if (wrong !== undefined) return `summary.${wrong} is not the number of such changes`;
  const digest = planDigest(plan, plan.changes, kinds);
  return digest === plan.digest ? undefined : `its changes have the digest ${digest}, not ${plan.digest}`;
}
