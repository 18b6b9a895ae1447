import type { Address } from '../resource/address.js';

/** Something that spends, and how many changes of a plan are in it. One that is created has no id yet. */
export interface TouchedOwner {
  readonly id?: string;
  /** Absent where neither a manifest nor the state has it. */
  readonly address?: Address;
  readonly changes: number;
}

/** What one of them spent on the days that were read; null where no day was. One that is created has no figures. */
export interface OwnerFigures extends TouchedOwner {
  /** Yuan, decimal text. */
  readonly cost?: string | null;
  /** What it is called in the report. */
  readonly name?: string;
  readonly clicks?: number | null;
  readonly views?: number | null;
}

/** What the groups that a plan touches spent before it. It says nothing of what the plan will cost. */
export interface Impact {
  /** First and last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  /** Sums in yuan, decimal text; null where no day was read. */
  readonly cost: string | null;
  readonly accountCost: string | null;
  /** One digit after the point. */
  readonly sharePercent: string | null;
  /** The dearest first. */
  readonly groups: readonly OwnerFigures[];
  /** Days that are in no sum: not both devices could be read. */
  readonly missing: readonly string[];
}
