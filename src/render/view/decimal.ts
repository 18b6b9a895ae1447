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

/** How a price moves: `+0.20, +25%`; undefined where one of the two is no number or nothing moves. */
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

/** The product of two prices or factors, rounded half up to cents; undefined where one is no number. */
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
  let total: Decimal = { units: 0n, scale: 0 };
  for (const text of texts) {
    const value = parse(text);
    if (value === undefined) continue;
    const scale = Math.max(total.scale, value.scale);
    total = { units: atScale(total, scale) + atScale(value, scale), scale };
  }
  return format(total.units, total.scale);
}
