import type { Change } from '../../model/change/plan.js';
import { factorOf, isMultiple, isZero } from '../../model/text/decimal.js';
import type { Alike, BidEdit } from './sorted-rows.js';
import type { RuleOf } from './wording.js';

export interface FactorFold {
  /** `1.08` */
  readonly factor: string;
  readonly path: string;
  readonly alike: ReadonlySet<Alike>;
}

export function bidEdit(change: Change, ruleOf: RuleOf): BidEdit | undefined {
  const [field, ...others] = change.fields;
  if (change.action !== 'update' || change.drift || field === undefined || others.length > 0) return undefined;
  const { path, observed: from, desired: to } = field;
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  if (ruleOf(change.kind, path)?.role !== 'bid' || isZero(from) || isZero(to)) return undefined;
  return { path, from, to };
}

/**
 * The bid edits that all come from one factor, rounded to cents, if there are at least `atLeast` of them and they are
 * not one and the same edit.
 */
export function factorOfMost(all: Iterable<Alike>, atLeast: number): FactorFold | undefined {
  const edits = new Map<Alike, BidEdit>();
  const byFactor = new Map<string, number>();
  let count = 0;
  for (const one of all) {
    if (one.edit === undefined) continue;
    edits.set(one, one.edit);
    count += one.count;
    const factor = factorOf(one.edit.from, one.edit.to);
    if (factor !== undefined) byFactor.set(factor, (byFactor.get(factor) ?? 0) + one.count);
  }
  if (count < atLeast) return undefined;
  // Small bids are rounded too far to show the factor: the one that most bids show is tried on all.
  let best = { factor: '', count: 0 };
  for (const [factor, times] of byFactor) if (times > best.count) best = { factor, count: times };
  if (best.factor === '') return undefined;
  const alike = new Set<Alike>();
  const froms = new Set<string>();
  let folded = 0;
  let path: string | undefined;
  for (const [one, edit] of edits) {
    if (!isMultiple(edit.from, edit.to, best.factor)) continue;
    alike.add(one);
    froms.add(edit.from);
    folded += one.count;
    path ??= edit.path;
  }
  return froms.size > 1 && folded >= atLeast && path !== undefined ? { factor: best.factor, path, alike } : undefined;
}
