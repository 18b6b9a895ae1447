/** Exact arithmetic on decimal text: a price never passes through a float. */
interface Decimal {
  readonly units: bigint;
  /** Digits after the point. */
  readonly scale: number;
}

function parse(text: string): Decimal | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (match === null) return undefined;
  const fraction = match[3] ?? '';
  const units = BigInt(`${match[2]}${fraction}`);
  return { units: match[1] === '-' ? -units : units, scale: fraction.length };
}

function atScale(value: Decimal, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

function format(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(digits.length - scale)}` : ''}`;
}

function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * top + bottom) / (2n * bottom);
  return negative ? -rounded : rounded;
}

export function isZero(text: string): boolean {
  return parse(text)?.units === 0n;
}

/** How a price moves: `+0.20, +25%`; undefined where one of the two is not a number or nothing moves. */
export function priceMove(from: string, to: string): string | undefined {
  const before = parse(from);
  const after = parse(to);
  if (before === undefined || after === undefined) return undefined;
  const scale = Math.max(before.scale, after.scale, 2);
  const difference = atScale(after, scale) - atScale(before, scale);
  if (difference === 0n) return undefined;
  const sign = difference > 0n ? '+' : '';
  const absolute = `${sign}${format(difference, scale)}`;
  if (before.units === 0n) return absolute;
  const tenths = divideRounded(difference * 1000n, atScale(before, scale));
  const percent = tenths === 0n ? 'less than 0.1%' : `${sign}${format(tenths, 1).replace(/\.0$/, '')}%`;
  return `${absolute}, ${percent}`;
}

/** The product of two prices or factors, rounded half up to cents; undefined where one is not a number. */
export function timesInCents(left: string, right: string): string | undefined {
  const [one, other] = [parse(left), parse(right)];
  return one && other && inCents(one.units * other.units, one.scale + other.scale);
}

/** The same of their sum. */
export function plusInCents(left: string, right: string): string | undefined {
  const [one, other] = [parse(left), parse(right)];
  if (one === undefined || other === undefined) return undefined;
  const scale = Math.max(one.scale, other.scale);
  return inCents(atScale(one, scale) + atScale(other, scale), scale);
}

const inCents = (units: bigint, scale: number) => format(divideRounded(units * 100n, 10n ** BigInt(scale)), 2);

/** Whether `to` is `from` times `factor`, rounded to cents. */
export function isMultiple(from: string, to: string, factor: string): boolean {
  const [before, after, times] = [parse(from), parse(to), parse(factor)];
  if (before === undefined || after === undefined || times === undefined) return false;
  const product = before.units * times.units;
  const cents = divideRounded(product * 100n, 10n ** BigInt(before.scale + times.scale));
  return after.scale <= 2 ? atScale(after, 2) === cents : false;
}

/** The factor between two prices to two digits after the point, `1.08`; undefined where there is none. */
export function factorOf(from: string, to: string): string | undefined {
  const before = parse(from);
  const after = parse(to);
  if (before === undefined || after === undefined || before.units <= 0n || after.units <= 0n) return undefined;
  const scale = Math.max(before.scale, after.scale);
  return format(divideRounded(atScale(after, scale) * 100n, atScale(before, scale)), 2);
}

/** The exact sum of decimal texts, with as many digits after the point as the longest has; others are left out. */
export function sum(texts: Iterable<string>): string {
  const total = new DecimalSum(0);
  for (const text of texts) total.add(text);
  return total.text();
}

/** An exact sum that grows. `scale` is the fewest digits after the point: 2 for money. */
export class DecimalSum {
  #units = 0n;

  constructor(private scale = 2) {}

  /** False where the text is no decimal number, and then nothing is added. */
  add(text: string): boolean {
    const value = parse(text);
    if (value === undefined) return false;
    this.#add(value.units, value.scale);
    return true;
  }

  addSum(other: DecimalSum): void {
    this.#add(other.#units, other.scale);
  }

  text(): string {
    return format(this.#units, this.scale);
  }

  #add(units: bigint, scale: number): void {
    if (scale > this.scale) {
      this.#units *= 10n ** BigInt(scale - this.scale);
      this.scale = scale;
    }
    this.#units += scale === this.scale ? units : units * 10n ** BigInt(this.scale - scale);
  }
}

/** What percentage of `whole` a part is, rounded half up to one digit after the point; of nothing it is `0.0`. */
export function percentOf(part: string, whole: string): string {
  const [one, all] = [parse(part), parse(whole)];
  if (one === undefined || all === undefined || all.units === 0n) return '0.0';
  const scale = Math.max(one.scale, all.scale);
  return format(divideRounded(atScale(one, scale) * 1000n, atScale(all, scale)), 1);
}

/** Whether a part is more than `percent` of `whole`, without rounding. */
export function isAbovePercent(part: string, whole: string, percent: string): boolean {
  const [one, all, limit] = [parse(part), parse(whole), parse(percent)];
  if (one === undefined || all === undefined || limit === undefined) return false;
  return one.units * 100n * 10n ** BigInt(all.scale + limit.scale) > limit.units * all.units * 10n ** BigInt(one.scale);
}

/** `dividend / divisor` to two digits after the point, rounded half up; undefined where there is nothing to divide by. */
export function quotientInCents(dividend: string, divisor: string): string | undefined {
  const [top, bottom] = [parse(dividend), parse(divisor)];
  if (top === undefined || bottom === undefined || bottom.units === 0n) return undefined;
  const scale = Math.max(top.scale, bottom.scale);
  return format(divideRounded(atScale(top, scale) * 100n, atScale(bottom, scale)), 2);
}

/** Compares decimal texts, as for a sort; what is none comes before all that are. */
export function orderDecimals(one: string, other: string): number {
  const [left, right] = [parse(one), parse(other)];
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  const scale = Math.max(left.scale, right.scale);
  const difference = atScale(left, scale) - atScale(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
