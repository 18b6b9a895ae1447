import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAN_SCHEMA } from '../../src/plan/saved/plan-schema.js';
import { ajvFor } from '../../src/schema/compile.js';
import { faultText } from '../../src/schema/fault.js';
import { DEEPEST, quickLook } from '../../src/schema/quick-look.js';
import {
  anyText,
  count,
  listOf,
  oneOf,
  PLAIN_VALUES,
  plainValue,
  type Shape,
  shape,
  text,
  time,
  truth,
} from '../../src/schema/shapes.js';
import { LOG_HEAD_SCHEMA } from '../../src/state/log/log-record.js';
import { SEEN_STATE_SCHEMA } from '../../src/state/seen-state.js';
import {
  JOURNAL_ENTRY_SCHEMA,
  JOURNAL_HEAD_SCHEMA,
  LOCK_RECORD_SCHEMA,
  STORED_FILE_SCHEMA,
} from '../../src/state/stored/stored-schemas.js';

const SCHEMAS: readonly (readonly [string, Shape])[] = [
  ['plan', PLAN_SCHEMA],
  ['state', STORED_FILE_SCHEMA],
  ['journal entry', JOURNAL_ENTRY_SCHEMA],
  ['ends of a journal', JOURNAL_HEAD_SCHEMA],
  ['lock', LOCK_RECORD_SCHEMA],
  ['record of a log', LOG_HEAD_SCHEMA],
  ['seen state', SEEN_STATE_SCHEMA],
];

const STRANGE = fc.constantFrom(null, '', 'x', 0, -1, 1.5, 2 ** 60, true, [], ['a'], {}, { a: 'b' }, [null], '😀');
const WORDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.constantFrom('a', '漢字', '2025-01-31T23:59:59.999Z', 'ab'.repeat(32), '0'.repeat(32)),
  boolean: fc.boolean(),
  integer: fc.nat(),
};

/** Values that mostly fit a schema, with something strange in places. */
function almost(schema: Shape, root: Shape, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 60, arbitrary: fitting(schema, root, depth) }, { weight: 1, arbitrary: STRANGE });
}

function fitting(schema: Shape, root: Shape, depth: number): fc.Arbitrary<unknown> {
  const {
    $ref,
    enum: words,
    oneOf: variants,
    pattern,
    type,
    items,
    properties,
    required,
    additionalProperties,
  } = schema;
  if ($ref !== undefined) {
    if (depth > 3) return fc.constant('deep');
    const plain = (root['$defs'] as Readonly<Record<string, Shape>>)['plain'] ?? {};
    const kinds = ['string', 'array', 'object'].map((one) => almost({ ...plain, type: one }, root, depth + 1));
    return fc.oneof(...kinds);
  }
  if (Array.isArray(words)) return fc.constantFrom(...words);
  if (Array.isArray(variants)) return fc.oneof(...variants.map((one: Shape) => almost(one, root, depth)));
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  if (type === 'array') return fc.array(almost(items as Shape, root, depth), { maxLength: 3 });
  if (type !== 'object') return WORDS[String(type)] ?? STRANGE;
  const keys = Object.entries((properties ?? {}) as Readonly<Record<string, Shape>>).map(
    ([key, one]) => [key, almost(one, root, depth)] as const,
  );
  const known = fc.record(Object.fromEntries(keys), { requiredKeys: [...((required ?? []) as string[])] });
  const other = typeof additionalProperties === 'object' ? almost(additionalProperties as Shape, root, depth) : STRANGE;
  const isOpen = additionalProperties !== false;
  const extra = fc.dictionary(fc.constantFrom('extra', 'a/b', 'toString'), other, { maxKeys: 1 });
  const more = fc.oneof({ weight: isOpen ? 1 : 30, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra });
  return fc.tuple(known, more).map(([one, rest]) => ({ ...one, ...rest }));
}

describe('the quick look', () => {
  it.each(SCHEMAS)('%s: says yes to what ajv takes, and to nothing else', (_, schema) => {
    const check = ajvFor({ all: false }).compile(schema);
    const look = quickLook(schema);
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(almost(schema, schema), (value) => {
        const sound = check(value);
        seen.add(sound);
        expect(look(value)).toBe(sound);
      }),
      { numRuns: 500 },
    );
    expect([...seen].sort()).toEqual([false, true]);
  });

  it('refuses a schema with a keyword that it does not know', () => {
    expect(() => quickLook({ type: 'array', uniqueItems: true })).toThrow('uniqueItems');
    expect(() => quickLook(listOf({ type: 'string', format: 'date' }))).toThrow('format');
  });

  it('goes no deeper than anything that Adwright writes', () => {
    const look = quickLook({ ...PLAIN_VALUES, ...plainValue });
    const inside = (depth: number) => JSON.parse(`${'['.repeat(depth)}"a"${']'.repeat(depth)}`);
    expect([look(inside(DEEPEST - 1)), look(inside(DEEPEST)), look(inside(100_000))]).toEqual([true, false, false]);
  });
});

describe('a fault', () => {
  const item = shape<{ name: string; at?: string; size?: number; on?: boolean; is?: string }>(
    { name: text },
    { at: time, size: count, on: truth, is: oneOf(['a', 'b']) },
  );
  const schema = { ...PLAIN_VALUES, ...shape({ items: listOf(item), value: plainValue, note: anyText }, {}) };
  const sound = { items: [{ name: 'a' }], value: { deep: ['x'] }, note: '' };

  it.each<[object, string]>([
    [{ ...sound, items: {} }, 'items: a list is expected'],
    [{ ...sound, items: [{ name: 'a' }, 5] }, 'items[1]: a map is expected'],
    [{ ...sound, items: [{}] }, 'items[0].name: it is missing'],
    [{ ...sound, items: [{ name: '' }] }, 'items[0].name: a text is expected'],
    [{ ...sound, items: [{ name: 'a', 'x/y~z': 1 }] }, 'items[0].x/y~z: the key is unknown'],
    [{ ...sound, items: [{ name: 'a', at: '2025-13-01T00:00:00Z' }] }, 'items[0].at: a time is expected'],
    [{ ...sound, items: [{ name: 'a', size: 1.5 }] }, 'items[0].size: a whole number is expected'],
    [{ ...sound, items: [{ name: 'a', size: -1 }] }, 'items[0].size: a whole number is expected'],
    [{ ...sound, items: [{ name: 'a', on: 'yes' }] }, 'items[0].on: true or false is expected'],
    [{ ...sound, items: [{ name: 'a', is: 'c' }] }, 'items[0].is: one of a, b is expected'],
    [{ ...sound, value: { '0': ['x', null] } }, 'value.0[1]: a text, a list or a map is expected'],
    [{ ...sound, note: 5 }, 'note: a text is expected'],
    [{ items: [], note: '' }, 'value: it is missing'],
  ])('in %j is told with its place', (value, words) => {
    const check = ajvFor({ all: false }).compile(schema);
    expect(check(value)).toBe(false);
    const [error] = check.errors ?? [];
    expect(error && faultText(schema, value, error)).toBe(words);
  });
});
