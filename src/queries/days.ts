const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MILLISECONDS = 86_400_000;

/** The calendar day and the minutes since midnight in a time zone, whatever zone this machine is in. */
export function accountTime(now: Date, timeZone: string): { readonly day: string; readonly minutes: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** Days since 1970 of a real calendar day written YYYY-MM-DD; 30 February is none. */
export function dayNumber(text: string): number | undefined {
  const match = DAY.exec(text);
  if (match === null) return undefined;
  const number = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / MILLISECONDS;
  return dayText(number) === text ? number : undefined;
}

function dayText(number: number): string {
  return new Date(number * MILLISECONDS).toISOString().slice(0, 10);
}

/** The day before a day. */
export function dayBefore(day: string): string {
  return dayText((dayNumber(day) ?? 0) - 1);
}

/** Every day of a range, both ends included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const first = dayNumber(from) ?? 0;
  const last = dayNumber(to) ?? -1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => dayText(first + index));
}

/** The last `count` days whose report can be there: until yesterday in the account's time. */
export function lastDays(count: number, now: Date, timeZone: string): readonly string[] {
  const to = dayBefore(accountTime(now, timeZone).day);
  return daysBetween(dayText((dayNumber(to) ?? 0) - count + 1), to);
}
