/**
 * What a value read from a file must look like. A check answers nothing where all is well, and else where the fault is
 * and what was expected; the path is put together only then, as there may be a million values.
 */
export type Check = (value: unknown) => string | undefined;

const expected = (what: string) => `: ${what} is expected`;

const when =
  (what: string, test: (value: unknown) => boolean): Check =>
  (value) =>
    test(value) ? undefined : expected(what);

export const anyText = when('a text', (value) => typeof value === 'string');
export const text = when('a text', (value) => typeof value === 'string' && value !== '');
export const flag = when('true or false', (value) => typeof value === 'boolean');
export const count = when('a whole number', (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const time = when(
  'a time',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value)),
);

export function oneOf(words: Iterable<unknown>): Check {
  const known = new Set(words);
  return when(`one of ${[...known].join(', ')}`, (value) => known.has(value));
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return expected('a list');
    for (const [index, item] of value.entries()) {
      const fault = check(item);
      if (fault !== undefined) return `[${index}]${fault}`;
    }
    return undefined;
  };
}

/** A map with names of somebody else's. */
export function mapOf(check: Check): Check {
  return (value) => {
    if (!isMap(value)) return expected('a map');
    for (const [key, item] of Object.entries(value)) {
      const fault = check(item);
      if (fault !== undefined) return `.${key}${fault}`;
    }
    return undefined;
  };
}

type OptionalKey<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? Key : never }[keyof T];
type Checks<Key extends PropertyKey> = Readonly<Record<Key, Check>>;

/**
 * A map with these keys, those of `optional` or not, and no others. A key of the type that is missing here does not
 * compile: else what Adwright writes with it would be refused.
 */
export function shape<T>(required: Checks<Exclude<keyof T, OptionalKey<T>>>, optional: Checks<OptionalKey<T>>): Check {
  const names = Object.keys(required);
  const checks = new Map(Object.entries<Check>({ ...required, ...optional }));
  return (value) => {
    if (!isMap(value)) return expected('a map');
    for (const key of Object.keys(value)) {
      const fault = checks.has(key) ? checks.get(key)?.(value[key]) : ': nobody knows this key';
      if (fault !== undefined) return `.${key}${fault}`;
    }
    const missing = names.find((name) => !Object.hasOwn(value, name));
    return missing === undefined ? undefined : `.${missing}: it is missing`;
  };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than anything that a manifest or the service says. */
const DEEPEST = 32;

/** Text, or lists and maps of text. */
export const plainValue: Check = (value) => faultOfValue(value, 0);

function faultOfValue(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return undefined;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return expected('a text, a list or a map');
  for (const [key, inner] of Object.entries(value)) {
    const fault = faultOfValue(inner, depth + 1);
    if (fault !== undefined) return `.${key}${fault}`;
  }
  return undefined;
}
