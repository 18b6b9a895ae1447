import { type KindRegistry, kindOf } from '../../model/index.js';
import { faultText } from '../../schema/fault.js';
import { DEEPEST, quickLook } from '../../schema/quick-look.js';
import { isSavedPlan } from './plan.checks.js';
import { planDigest } from './plan-digest.js';
import { PLAN_SCHEMA, type SavedPlan } from './plan-schema.js';
import { summarise } from './summary.js';

const COUNTED = ['create', 'update', 'import', 'blocked', 'unresolved', 'pending', 'drift'] as const;

/**
 * The plan that a value is, or why it is none as this version writes it: a part of another shape, a change twice, a kind
 * that there is not, or counts or a digest that are not those of the changes.
 */
export function readPlan(value: unknown, kinds: KindRegistry): SavedPlan | { readonly fault: string } {
  if (!looksLikePlan(value)) return { fault: faultOfShape(value) };
  const fault = faultOfChanges(value, kinds);
  return fault === undefined ? value : { fault };
}

const looksLikePlan = quickLook<SavedPlan>(PLAN_SCHEMA);

function faultOfShape(value: unknown): string {
  const deep = `a value is nested deeper than ${DEEPEST} levels`;
  try {
    if (isSavedPlan(value)) return deep;
  } catch (error) {
    // Lists inside lists until the stack is full.
    if (error instanceof RangeError) return deep;
    throw error;
  }
  const [error] = isSavedPlan.errors ?? [];
  return error === undefined ? 'it has another structure' : faultText(PLAN_SCHEMA, value, error);
}

function faultOfChanges(plan: SavedPlan, kinds: KindRegistry): string | undefined {
  const seen = new Set<string>();
  for (const { address, kind } of plan.changes) {
    if (kinds.get(kind) === undefined || kindOf(address) !== kind) return `${address} is not of a kind ${kind}`;
    if (seen.has(address)) return `${address} is in it twice`;
    seen.add(address);
  }
  const counted = summarise(plan.changes, plan.summary.noop, 0);
  const wrong = COUNTED.find((name) => counted[name] !== plan.summary[name]);
  if (wrong !== undefined) return `summary.${wrong} is not the number of such changes`;
  const digest = planDigest(plan, plan.changes, kinds);
  return digest === plan.digest ? undefined : `its changes have the digest ${digest}, not ${plan.digest}`;
}
