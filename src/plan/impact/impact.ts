import type { Impact, OwnerFigures, TouchedOwner } from '../../model/index.js';
import { compareDecimals } from '../../model/index.js';
import { percentOf } from '../../model/text/decimal.js';

/** Sums over the days that were read. */
export interface SpentSums {
  readonly cost: string;
  readonly clicks: number;
  readonly views: number;
}

export interface SpentFigures {
  /** All days that were asked for, in order; there is at least one. */
  readonly days: readonly string[];
  readonly missing: readonly string[];
  /** Of everything in the account. */
  readonly account: SpentSums;
  /** By id; who has no row spent nothing. */
  readonly owners: ReadonlyMap<string, SpentSums>;
  readonly names: ReadonlyMap<string, string>;
  /** Of all touched together. */
  readonly touched: SpentSums;
}

const NOTHING: SpentSums = { cost: '0.00', clicks: 0, views: 0 };

/** The figures joined with what a plan touches. */
export function impactOf(touched: readonly TouchedOwner[], figures: SpentFigures): Impact {
  const { days, missing } = figures;
  const none = missing.length >= days.length;
  const groups = touched.map(({ id, address, changes }): OwnerFigures => {
    const { cost, clicks, views } = figures.owners.get(id ?? '') ?? NOTHING;
    const name = figures.names.get(id ?? '');
    return {
      ...(id !== undefined && { id }),
      ...(address !== undefined && { address }),
      ...(id !== undefined && (none ? { cost: null, clicks: null, views: null } : { cost, clicks, views })),
      changes,
      ...(name !== undefined && { name }),
    };
  });
  const { cost } = figures.touched;
  return {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    ...(none
      ? { cost: null, accountCost: null, sharePercent: null }
      : { cost, accountCost: figures.account.cost, sharePercent: percentOf(cost, figures.account.cost) }),
    groups: groups.sort(dearestFirst),
    missing,
  };
}

/** What has no figures comes last; equals keep the order of the plan. */
function dearestFirst(one: OwnerFigures, other: OwnerFigures): number {
  return compareDecimals(other.cost ?? '-1', one.cost ?? '-1');
}
