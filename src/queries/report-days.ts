import { LIMITS } from '../contract/index.js';
import { accountTime, dayBefore, dayNumber, daysBetween, lastDays } from './days.js';
import type { QueryAccount } from './define-query.js';
import type { ParameterCheck } from './parameters.js';

export interface DayRange {
  /** YYYY-MM-DD; `to` where absent: one day. */
  readonly from?: string;
  /** YYYY-MM-DD; yesterday in account time where absent. */
  readonly to?: string;
  /** `7d`: so many days until yesterday, in place of both. */
  readonly last?: string;
}

type AccountClock = Pick<QueryAccount, 'now' | 'timeZone'>;

/**
 * The days of a report (componentReport, creativeReport): real dates, in order, at most 90. A component report ends at latest yesterday, a
 * rich creative report today (its rule is not stated, and no later day can have a report).
 */
export function checkDays(
  range: DayRange,
  latest: 'yesterday' | 'today',
  { now, timeZone }: AccountClock,
  check: ParameterCheck,
): readonly string[] {
  const today = accountTime(now, timeZone).day;
  const yesterday = dayBefore(today);
  if (range.last !== undefined) return checkLast(range, { now, timeZone }, check);
  const to = range.to ?? yesterday;
  const from = range.from ?? to;
  for (const [name, value] of [
    ['--from', from],
    ['--to', to],
  ] as const) {
    if (dayNumber(value) === undefined) check.refuse(`${name} is a day of the calendar, YYYY-MM-DD; not "${value}".`);
  }
  if (dayNumber(from) === undefined || dayNumber(to) === undefined) return [];
  const end = latest === 'today' ? today : yesterday;
  if (to > end) {
    const why = latest === 'today' ? 'today' : 'yesterday';
    check.refuse(`--to must be at latest ${why}, ${end} in the account's time (${timeZone}), not ${to}.`);
  }
  if (from > to) {
    check.refuse(`--from (${from}) is after --to (${to}).`);
    return [];
  }
  const days = daysBetween(from, to);
  if (days.length > LIMITS.reportDays) {
    check.refuse(`A report covers at most ${LIMITS.reportDays} days; ${from} to ${to} are ${days.length}.`);
    return [];
  }
  return days;
}

function checkLast({ from, to, last = '' }: DayRange, { now, timeZone }: AccountClock, check: ParameterCheck) {
  if (from !== undefined || to !== undefined) check.refuse('--last cannot be combined with --from or --to.');
  const count = /^[1-9]\d?d?$/.test(last) ? Number.parseInt(last, 10) : 0;
  if (count > 0 && count <= LIMITS.reportDays) return lastDays(count, now, timeZone);
  check.refuse(`--last is a number of days from 1 to ${LIMITS.reportDays}, as 7d; not "${last}".`);
  return [];
}

/** The day of a row as YYYY-MM-DD, in whatever form the service writes days; undefined where it is in none. */
export function dayOfRow(date: string | undefined): string | undefined {
  const [, year, month = '', day = ''] =
    /^\D*(\d{4})(?:\D+(\d{1,2})\D+(\d{1,2})(?!\d)|(\d\d)(\d\d))/
      .exec(date ?? '')
      ?.filter((part) => part !== undefined) ?? [];
  return year === undefined ? undefined : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether a row says that it is of another day than the one that was asked for. */
export function isOfAnotherDay(date: string | undefined, day: string): boolean {
  // Asked of every row, and mostly they are as asked.
  if (date === day) return false;
  const own = dayOfRow(date);
  return own !== undefined && own !== day;
}

/** When the previous day's report is normally ready (by the interface): minutes after midnight. */
const READY_AT = 8 * 60 + 30;

/** Whether the report of a day may still be growing. */
export function maybeIncomplete(day: string, { now, timeZone }: AccountClock): boolean {
  const time = accountTime(now, timeZone);
  return day >= time.day || (day === dayBefore(time.day) && time.minutes < READY_AT);
}
