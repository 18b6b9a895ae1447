import { isLosslessNumber, type LosslessNumber, parse as parseLossless } from 'lossless-json';

export type JsonValue =
  | null
  | boolean
  | string
  | number
  | LosslessNumber
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** Parses JSON text; undefined if it is not JSON. Numbers of 16 digits and more keep every digit. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    const value: unknown = /[0-9]{16}/.test(text) ? parseLossless(text) : JSON.parse(text);
    return value as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The digits of a JSON integer; undefined for anything else, text included. */
export function integerDigits(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
  return isLosslessNumber(value) && /^[0-9]+$/.test(value.value) ? value.value : undefined;
}

/** An id written as an integer or as text of digits. */
export function idDigits(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return /^(0|[1-9][0-9]*)$/.test(value) ? value : undefined;
  return integerDigits(value);
}

/** Decimal text of a JSON number that is not negative; undefined for anything else, text included. */
export function decimalText(value: JsonValue | undefined): string | undefined {
  const text = typeof value === 'number' ? String(value) : isLosslessNumber(value) ? value.value : undefined;
  if (text === undefined) return undefined;
  if (/^[0-9]+([.][0-9]+)?$/.test(text)) return text;
  const number = Number(text);
  // An exponent: small ones become decimals, so that their many digits are seen; huge ones are not prices.
  return Number.isFinite(number) && number >= 0 && number < 1e15 ? number.toFixed(12) : undefined;
}

const MARK = '\u0001';
const MARKED = /"\\u0001([0-9]+)\\u0001"/g;

/** An id as a JSON number whatever its size: beyond 2^53 a mark that `jsonText` turns into bare digits. */
export function numberOf(digits: string): number | string {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : `${MARK}${digits}${MARK}`;
}

export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u0001') ? text.replace(MARKED, '$1') : text;
}
