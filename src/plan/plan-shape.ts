import { DIAGNOSTIC_CODES } from '../diagnostics/codes.js';
import type { KindRegistry, Plan } from '../model/index.js';
import { kindOf } from '../model/index.js';
import { planDigest } from './plan-digest.js';
import { anyText, count, flag, listOf, mapOf, oneOf, plainValue, shape, text, time } from './shape.js';
import { summarise } from './summary.js';

const PLACE = shape({ file: text, line: count, column: count }, { endLine: count, endColumn: count });

const FIELD = shape(
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

const ATTEMPT = shape({ id: text, endpoint: text, at: time, position: count, size: count }, { cause: anyText });

const CHANGE = shape(
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

const FINDING = shape({ rule: text, detail: anyText, allowed: flag }, { address: text, source: PLACE });

const DIAGNOSTIC = shape(
  {
    severity: oneOf(['error', 'warning', 'info']),
    code: oneOf(Object.keys(DIAGNOSTIC_CODES)),
    summary: anyText,
  },
  { detail: anyText, address: anyText, source: PLACE, excerpt: anyText, related: listOf(PLACE) },
);

const COUNTED = ['create', 'update', 'import', 'blocked', 'unresolved', 'pending', 'drift'] as const;
const SUMMARY = shape(Object.fromEntries([...COUNTED, 'forget', 'noop'].map((name) => [name, count])));

const PLAN = shape(
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
  { lineage: text, moved: listOf(shape({ from: text, to: text })), unread: oneOf([true]) },
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
