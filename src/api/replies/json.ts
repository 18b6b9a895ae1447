import { parse } from 'lossless-json';

/** JSON as it was read: numbers are floats, or `LosslessNumber` where the text has long runs of digits. */
export type Json = unknown;
export type JsonObject = Record<string, Json>;

const LONG_NUMBER = /\d{16}/;

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a text of JSON may hold a number that no float holds; digits in a text count as well. */
export const hasLongNumber = (text: string) => LONG_NUMBER.test(text);

/**
 * Reads JSON without losing a digit. A float holds every number of up to 15 digits, so the slow reader is needed only
 * where there are 16 digits in a row. Returns undefined for text that is not JSON.
 */
export function readJson(text: string): { readonly value: Json } | undefined {
  try {
    // Of a repeated key the last one counts, as JSON.parse has it.
    const value: Json = hasLongNumber(text)
      ? parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue })
      : JSON.parse(text);
    return { value };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const DEEPEST = 64;

/**
 * Reads JSON with every number as it was written, for replies where the spelling of an id decides. What two readers could
 * read in two ways is not JSON here: a key with two values, or nesting that no one needs.
 */
export function readWrittenJson(text: string): { readonly value: Json } | undefined {
  try {
    const value: Json = parse(text);
    return isDeeperThan(value, DEEPEST) ? undefined : { value };
  } catch (error) {
    // The reader calls itself for each level, so deep nesting runs out of stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(one, levels - 1));
}
