/**
 * The wait that `Retry-After` asks for, in seconds: a number, or a date measured against the reply's own `Date` where
 * it has one, so that a wrong clock here does no harm. Anything else, negative numbers too, is not a request (undefined).
 * A number too large for a float is a very long wait.
 */
export function retryAfterSeconds(value: string | undefined, date: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  // Date.parse takes the oddest texts for dates ("-5" is one); an HTTP date has letters and a time.
  if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/.test(text)) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const from = date === undefined ? Number.NaN : Date.parse(date);
  return Math.max(0, (until - (Number.isNaN(from) ? now.getTime() : from)) / 1000);
}
