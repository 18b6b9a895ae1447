import type { Change } from '../../model/change/plan.js';
import { factorOf, isMultiple, isZero } from '../../model/text/decimal.js';
import { groupBy } from './group-by.js';
import type { RuleOf } from './wording.js';

/** A change that is nothing but one bid edit. */
interface BidEdit {
  readonly change: Change;
  readonly from: string;
  readonly to: string;
}

export interface FactorFold {
  /** `1.08` */
  readonly factor: string;
  readonly path: string;
  readonly edits: readonly BidEdit[];
}

function bidEdit(change: Change, ruleOf: RuleOf): BidEdit | undefined {
  const [field, ...others] = change.fields;
  if (change.action !== 'update' || change.drift || field === undefined || others.length > 0) return undefined;
  const { observed: from, desired: to } = field;
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  if (ruleOf(change.kind, field.path)?.role !== 'bid' || isZero(from) || isZero(to)) return undefined;
  return { change, from, to };
}

/**
 * The bid edits that all come from one factor, rounded to cents, if there are at least `atLeast` of them and they are
 * not one and the same edit.
 */
export function foldByFactor(changes: readonly Change[], atLeast: number, ruleOf: RuleOf): FactorFold | undefined {
  const edits = changes.map((change) => bidEdit(change, ruleOf)).filter((edit) => edit !== undefined);
  if (edits.length < atLeast) return undefined;
  // Small bids are rounded too far to show the factor: the one that most bids show is tried on all.
  const byFactor = [...groupBy(edits, ({ from, to }) => factorOf(from, to) ?? '')].filter(([factor]) => factor !== '');
  const [factor] = byFactor.reduce((best, one) => (one[1].length > best[1].length ? one : best), ['', [] as BidEdit[]]);
  if (factor === '') return undefined;
  const alike = edits.filter(({ from, to }) => isMultiple(from, to, factor));
  const different = new Set(alike.map(({ from }) => from)).size > 1;
  const path = alike[0]?.change.fields[0]?.path;
  return different && alike.length >= atLeast && path !== undefined ? { factor, path, edits: alike } : undefined;
}
