import { ANNOTATIONS } from './annotations.js';
import type { Shape } from './shapes.js';

/** Whether a value is as its schema says. */
export type Look<T = unknown> = (value: unknown) => value is T;

type Parts = ReadonlyMap<string, Test>;
/** `parts` are those of `$defs`: a schema may hold itself. */
type Test = (value: unknown, depth: number, parts: Parts) => boolean;
type Values = Readonly<Record<string, unknown>>;

/** Deeper than anything that Adwright writes: a `$ref` that leads on into itself ends here. */
export const DEEPEST = 32;

/**
 * A look that says yes or no, made from a schema without compiling code: it costs nothing to load, and settles what is
 * sound. Where it says no, the code that ajv made says what is wrong and where. It knows the keywords that our schemas use
 * and refuses any other, so that the two agree (a test holds them together), but for values deeper than `DEEPEST`.
 */
export function quickLook<T>(schema: Shape): Look<T> {
  const { $defs = {}, ...whole } = schema;
  const shared = Object.entries($defs as Readonly<Record<string, Shape>>);
  const parts: Parts = new Map(shared.map(([name, one]) => [`#/$defs/${name}`, testOf(one)]));
  const test = testOf(whole);
  return (value): value is T => test(value, 0, parts);
}

const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['items', 'minItems', 'maxItems', 'properties', 'required', 'additionalProperties', 'propertyNames'],
  ...['oneOf', 'discriminator', 'allOf', 'if', 'then', '$ref'],
  ...['title', 'description', 'examples', 'default', ...ANNOTATIONS],
]);

function testOf(schema: Shape): Test {
  for (const key of Object.keys(schema)) if (!KNOWN.has(key)) throw new Error(`no look at the schema keyword ${key}`);
  if (schema['$ref'] !== undefined) return reference(String(schema['$ref']));
  const tests = [
    ...typeTests(schema),
    ...stringTests(schema),
    ...numberTests(schema),
    ...listTests(schema),
    ...mapTests(schema),
    ...variantTests(schema),
    ...conditionTests(schema),
  ];
  return allOf(tests);
}

/** Most schemas make one test or two, and values are many. */
function allOf(tests: readonly Test[]): Test {
  const [first = () => true, second, ...more] = tests;
  if (second === undefined) return first;
  const both: Test = (value, depth, parts) => first(value, depth, parts) && second(value, depth, parts);
  return more.length === 0 ? both : allOf([both, ...more]);
}

function reference(name: string): Test {
  return (value, depth, parts) => depth < DEEPEST && parts.get(name)?.(value, depth + 1, parts) === true;
}

function typeTests({ type, enum: words, const: wanted }: Shape): Test[] {
  const types = [type ?? []].flat();
  const tests: Test[] = [];
  const [only] = types;
  const isOnly = types.length === 1 && only !== undefined ? TYPE_TESTS[only] : undefined;
  if (isOnly !== undefined) tests.push(isOnly);
  else if (types.length > 0) tests.push((value) => types.includes(typeOf(value)) || isInteger(types, value));
  if (Array.isArray(words)) tests.push((value) => words.includes(value));
  if (wanted !== undefined) tests.push((value) => value === wanted);
  return tests;
}

const TYPE_TESTS: Readonly<Record<string, Test>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isInteger = (types: readonly unknown[], value: unknown) => types.includes('integer') && Number.isInteger(value);

function stringTests({ minLength, maxLength, pattern }: Shape): Test[] {
  const tests: Test[] = [];
  // A text has no more code points than code units, and at least half as many.
  if (minLength !== undefined) {
    const least = Number(minLength);
    const isLong = (text: string) => text.length >= 2 * least || (text.length >= least && codePoints(text) >= least);
    tests.push((value) => typeof value !== 'string' || isLong(value));
  }
  if (maxLength !== undefined) {
    const most = Number(maxLength);
    const isShort = (text: string) => text.length <= most || (text.length <= 2 * most && codePoints(text) <= most);
    tests.push((value) => typeof value !== 'string' || isShort(value));
  }
  if (typeof pattern === 'string') {
    const form = new RegExp(pattern, 'u');
    tests.push((value) => typeof value !== 'string' || form.test(value));
  }
  return tests;
}

const codePoints = (text: string) => [...text].length;

function numberTests({ minimum, maximum }: Shape): Test[] {
  const tests: Test[] = [];
  if (minimum !== undefined) tests.push((value) => typeof value !== 'number' || value >= Number(minimum));
  if (maximum !== undefined) tests.push((value) => typeof value !== 'number' || value <= Number(maximum));
  return tests;
}

function listTests({ items, minItems: least, maxItems: most }: Shape): Test[] {
  const tests: Test[] = [];
  if (least !== undefined) tests.push((value) => !Array.isArray(value) || value.length >= Number(least));
  if (most !== undefined) tests.push((value) => !Array.isArray(value) || value.length <= Number(most));
  if (items === undefined) return tests;
  const test = testOf(items as Shape);
  tests.push((value, depth, parts) => !Array.isArray(value) || value.every((item) => test(item, depth, parts)));
  return tests;
}

function mapTests({ properties = {}, required = [], additionalProperties: others, propertyNames }: Shape): Test[] {
  const known: ReadonlyMap<string, Test> = new Map(
    Object.entries(properties as Readonly<Record<string, Shape>>).map(([key, one]) => [key, testOf(one)]),
  );
  const other = typeof others === 'object' ? testOf(others as Shape) : undefined;
  const names = required as readonly string[];
  const named = propertyNames === undefined ? undefined : testOf(propertyNames as Shape);
  if (known.size === 0 && names.length === 0 && others === undefined && named === undefined) return [];
  return [
    (value, depth, parts) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
      const map = value as Values;
      for (const key in map) {
        if (map[key] === undefined) continue;
        if (named?.(key, depth, parts) === false) return false;
        const test = known.get(key) ?? other;
        if (test === undefined ? others === false : !test(map[key], depth, parts)) return false;
      }
      return names.every((name) => map[name] !== undefined);
    },
  ];
}

function variantTests({ oneOf, discriminator }: Shape): Test[] {
  if (oneOf === undefined) return [];
  const { propertyName } = discriminator as { readonly propertyName: string };
  const tests = (oneOf as readonly Shape[]).flatMap((one) => {
    const { enum: words = [] } = (one['properties'] as Readonly<Record<string, Shape>>)[propertyName] ?? {};
    return (words as readonly unknown[]).map((word) => [word, testOf(one)] as const);
  });
  const known: ReadonlyMap<unknown, Test> = new Map(tests);
  return [
    (value, depth, parts) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
      return known.get((value as Values)[propertyName])?.(value, depth, parts) ?? false;
    },
  ];
}

function conditionTests({ allOf, if: condition, then: consequence = {} }: Shape): Test[] {
  const tests = ((allOf ?? []) as readonly Shape[]).map(testOf);
  if (condition === undefined) return tests;
  const holds = testOf(condition as Shape);
  const follows = testOf(consequence as Shape);
  return [...tests, (value, depth, parts) => !holds(value, depth, parts) || follows(value, depth, parts)];
}
