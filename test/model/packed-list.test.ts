import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedList } from '../../src/model/change/packed-list.js';
import type { Change } from '../../src/model/index.js';
import { filterChanges, joinChanges, PlannedChanges, pick } from '../../src/model/index.js';

const packed = <Item extends object>(items: readonly Item[], openPages?: number) => {
  const list = new PackedList<Item>(['kind'], openPages);
  for (const item of items) list.push(item);
  return list;
};

/** Texts that would be taken for a separator, and such as UTF-8 cannot hold. */
const ODD = ['\u0001', '\u0002', 'a\u0001b', '\ud800', '\udc00x', '', '鞋 👟', '\u0000', '\n'];
const leaf = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const item = fc.record(
  { kind: fc.constantFrom('a', 'b'), text: leaf, list: fc.array(leaf, { maxLength: 3 }), own: fc.record({ n: leaf }) },
  { requiredKeys: ['kind'] },
);

describe('a packed list', () => {
  it('gives back what was added, key by key, over several pages', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 30 }), (some) => {
        // Enough for two full pages and a part of a third.
        const items = Array.from({ length: 1200 }, (_, index) => some[index % some.length] as object);
        expect(JSON.stringify([...packed(items)])).toBe(JSON.stringify(items));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps what differs where texts are as in the row before', () => {
    const items = Array.from({ length: 600 }, (_, n) => ({
      kind: 'a',
      same: 'x',
      n,
      word: n % 3 === 0 ? 'x' : `w${n}`,
    }));
    const list = packed(items);
    expect(list.length).toBe(600);
    expect([list.at(0), list.at(511), list.at(512), list.at(599), list.at(600)]).toEqual([
      { kind: 'a', same: 'x', n: 0, word: 'x' },
      { kind: 'a', same: 'x', n: 511, word: 'w511' },
      { kind: 'a', same: 'x', n: 512, word: 'w512' },
      { kind: 'a', same: 'x', n: 599, word: 'w599' },
      undefined,
    ]);
  });

  it('packs at once what it kept as it was, when there is too much of it', () => {
    const items = Array.from({ length: 1600 }, (_, n) => ({ kind: 'a', n }));
    for (const [length, kept] of [
      [1535, true],
      [1536, false],
      [1537, false],
    ] as const) {
      const list = packed(items.slice(0, length), 3);
      expect(list.length).toBe(length);
      // The same object, or one that is equal to it.
      expect(list.at(0) === items[0]).toBe(kept);
      expect([list.at(511), list.at(512), list.at(1534), list.at(1600)]).toEqual([
        { kind: 'a', n: 511 },
        { kind: 'a', n: 512 },
        { kind: 'a', n: 1534 },
        undefined,
      ]);
      expect([...list]).toEqual(items.slice(0, length));
    }
  });

  it('keeps lists of many forms too', () => {
    const items = Array.from({ length: 1100 }, (_, n) => ({ kind: `k${n}`, [`key${n % 40}`]: String(n) }));
    expect([...packed(items)]).toEqual(items);
  });
});

const change = (n: number): Change => ({
  address: `keyword/${n}`,
  kind: 'keyword',
  action: 'update',
  drift: n % 2 === 0,
  reason: 'r',
  fields: [{ path: 'price', desired: `${n}.5`, observed: '1', drift: false }],
});

describe('planned changes', () => {
  it('of a plan so long that they are packed are the same', () => {
    const { changes } = JSON.parse(readFileSync(new URL('../render/golden/plan.json', import.meta.url), 'utf8')) as {
      readonly changes: readonly Change[];
    };
    const count = 1100;
    const nth = (n: number) =>
      ({ ...changes[n % changes.length], address: `${changes[n % changes.length]?.address}-${n}` }) as Change;
    const found = new PlannedChanges(2);
    for (let n = 0; n < count; n++) found.add(nth(n), n);
    const list = found.inOrder();
    expect(list.length).toBe(count);
    for (const n of [0, 1, 511, 512, 1023, 1024, 1099]) expect(JSON.stringify(list.at(n))).toBe(JSON.stringify(nth(n)));
    expect([...list].map((one) => JSON.stringify(one))).toEqual(
      Array.from({ length: count }, (_, n) => JSON.stringify(nth(n))),
    );
  });

  it('come in the order of their positions, the later one of two at one position', () => {
    const found = new PlannedChanges(1);
    const order = [3, 1, 2, 0];
    for (const n of Array.from({ length: 1500 }, (_, index) => index))
      found.add(change(n), (order[n % 4] as number) + 4 * Math.floor(n / 4));
    found.add({ ...change(1), reason: 'again' }, 1);
    const changes = found.inOrder();
    expect(changes.length).toBe(1500);
    expect([...changes].slice(0, 5).map(({ address, reason }) => `${address} ${reason}`)).toEqual([
      'keyword/3 r',
      'keyword/1 again',
      'keyword/2 r',
      'keyword/0 r',
      'keyword/7 r',
    ]);
    expect(changes.at(1)?.reason).toBe('again');
  });

  it('are picked, filtered and joined by index', () => {
    const all = Array.from({ length: 5 }, (_, n) => change(n));
    const named = (changes: Iterable<Change>) => [...changes].map(({ address }) => address);
    expect(named(pick(all, [4, 0, 2]))).toEqual(['keyword/4', 'keyword/0', 'keyword/2']);
    expect(named(filterChanges(all, ({ drift }) => drift))).toEqual(['keyword/0', 'keyword/2', 'keyword/4']);
    const joined = joinChanges(pick(all, [1]), pick(all, [3, 0]));
    expect([joined.length, joined.at(0)?.address, joined.at(2)?.address, joined.at(3)]).toEqual([
      3,
      'keyword/1',
      'keyword/0',
      undefined,
    ]);
    expect(JSON.parse(JSON.stringify({ joined })).joined).toHaveLength(3);
  });
});
