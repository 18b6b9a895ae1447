import { createHash } from 'node:crypto';
import { isImageValue, type Value, type Values } from '../resource/value.js';
import type { FieldRules, FieldType } from './field-rule.js';

const SHORTEST = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
const DECIMAL = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/;

/** The shortest spelling of a plain decimal: `1.50` is `1.5`, `007` is `7`, `0.00` is `0`. Other text stays as it is. */
export function shortestDecimal(text: string): string {
  // By far the most, and told without taking the text apart.
  if (SHORTEST.test(text)) return text;
  const match = DECIMAL.exec(text);
  if (match === null) return text;
  const [, sign, whole, fraction] = match;
  const digits = fraction === undefined || fraction === '' ? `${whole}` : `${whole}.${fraction}`;
  return digits === '0' ? '0' : `${sign}${digits}`;
}

/** A float that passed through 32 or 64 bits on its way (`1.5000000476837158`) has more decimals than money has. */
const FLOAT_ECHO_DECIMALS = 4;

function isFloatEchoOf(written: string, read: string): boolean {
  const decimals = /\.(\d+)$/.exec(read)?.[1]?.length ?? 0;
  if (decimals <= FLOAT_ECHO_DECIMALS || !DECIMAL.test(written) || !DECIMAL.test(read)) return false;
  const scale = Math.max(decimals, /\.(\d+)$/.exec(written)?.[1]?.length ?? 0);
  const difference = scaled(written, scale) - scaled(read, scale);
  const halfOfSmallestUnit = 5n * 10n ** BigInt(scale - 3);
  return (difference < 0n ? -difference : difference) <= halfOfSmallestUnit;
}

function scaled(decimal: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

const PLAIN_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Compares exact decimal texts. Negative, zero or positive, as for a sort. */
export function compareDecimals(left: string, right: string): number {
  if (PLAIN_DECIMAL.test(left) && PLAIN_DECIMAL.test(right)) return comparePlain(left, right);
  const scale = Math.max(left.split('.')[1]?.length ?? 0, right.split('.')[1]?.length ?? 0);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Without a sign and without leading zeros, more digits before the point are more; else digit by digit. */
function comparePlain(left: string, right: string): number {
  const point = (text: string) => (text.includes('.') ? text.indexOf('.') : text.length);
  const [own, other] = [point(left), point(right)];
  if (own !== other) return own - other;
  for (let at = 0; at < left.length || at < right.length; at++) {
    // After the last digit of a fraction there are only zeros; the points are at the same place.
    const difference = (left.charCodeAt(at) || ZERO) - (right.charCodeAt(at) || ZERO);
    if (difference !== 0 && at !== own) return difference;
  }
  return 0;
}

const ZERO = 0x30;

/** Text that is equal exactly when two values of this type mean the same. */
export function canonicalText(type: FieldType, value: Value): string {
  if (typeof value === 'string') return type === 'decimal' ? shortestDecimal(value) : value;
  return JSON.stringify(canonicalTree(value, type === 'text-set'));
}

function canonicalTree(value: Value, unordered: boolean): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const items = value.map((item: Value) => canonicalTree(item, unordered));
    return unordered ? [...new Set(items.map((item) => JSON.stringify(item)))].sort() : items;
  }
  if (isImageValue(value)) return { sha256: value.sha256 };
  const entries = Object.entries(value as Readonly<Record<string, Value>>);
  // An empty list inside says the same as no list.
  const kept = entries.filter(([, inner]) => !(unordered && Array.isArray(inner) && inner.length === 0));
  kept.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([key, inner]) => [key, canonicalTree(inner, unordered)]));
}

/** Whether the service (or the state) holds what is wanted. `read` is the side that may be a float echo. */
export function sameValue(type: FieldType, wanted: Value, read: Value): boolean {
  if (wanted === read) return true;
  if (canonicalText(type, wanted) === canonicalText(type, read)) return true;
  return type === 'decimal' && typeof wanted === 'string' && typeof read === 'string' && isFloatEchoOf(wanted, read);
}

/** Digest of the values of one thing, the same for the same meaning: 12 hex digits of SHA-256. */
export function digestValues(rules: FieldRules, values: Values): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(values).sort()) {
    const value = values[name];
    const rule = rules[name];
    if (value === undefined || rule === undefined) continue;
    hash.update(JSON.stringify([name, canonicalText(rule.type, value)]));
  }
  return hash.digest('hex').slice(0, 12);
}
