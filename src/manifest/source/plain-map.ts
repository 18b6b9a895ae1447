/** A map of a manifest: keys are the author's own. */
export type PlainMap = { [key: string]: unknown };

export function isPlainMap(value: unknown): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Plain assignment would set the prototype for the key `__proto__`. */
export function put(map: PlainMap, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  } else map[key] = value;
}

/** What an unquoted scalar must read like to mean "nothing". */
export const NULLS: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL']);
