const BARS = '▁▂▃▄▅▆▇█';

/**
 * The course of a series as one bar a value, from zero to its highest. An absent value (a day without a report) is a
 * a space, so that it does not read as zero.
 */
export function sparkline(values: readonly (number | undefined)[]): string {
  const highest = Math.max(0, ...values.filter((value) => value !== undefined));
  return values
    .map((value) => {
      if (value === undefined || !Number.isFinite(value)) return ' ';
      if (highest === 0) return BARS.charAt(0);
      return BARS.charAt(Math.round((Math.max(0, value) / highest) * (BARS.length - 1)));
    })
    .join('');
}
