import { usageFailure } from '../diagnostics/failure.js';
import type { Impact } from '../model/index.js';

/** Days that the cost of the groups touched is read of; a report has at most so many. */
export const IMPACT_DAYS = { usual: 7, most: 90 } as const;

export function isImpactDays(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= IMPACT_DAYS.most;
}

/** How many days a plan's figures are of. */
export function daysOf({ from, to }: Impact): number {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return isImpactDays(days) ? days : IMPACT_DAYS.usual;
}

/** Refuses a number of days that no report has. */
export function checkImpactDays(days: number | undefined): void {
  if (days === undefined || isImpactDays(days)) return;
  const detail = `--impact is a number of days from 1 to ${IMPACT_DAYS.most}, not ${days}.`;
  throw usageFailure(detail);
}
