import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HeldLock, StateBackend } from '../../src/model/ports/ports.js';
import { compareIds, withMarks } from '../../src/model/state/baseline.js';
import { baselineDigest } from '../../src/model/state/baseline-digest.js';
import { type BaselineMark, EMPTY_BASELINE } from '../../src/model/state/state.js';
import { snapshot } from '../suites/backend.js';
import { filePlace } from './file-backend-place.js';

const digestOf = (number: number) => String(number).padStart(11, 'A');
const markOf = (id: string, number = 0): BaselineMark => ({ id, mask: number % 64, digest: digestOf(number) });
const MOST = 2 ** 30 - 1;

const ids = fc.oneof(
  fc.bigInt({ min: 1n, max: 2000n }),
  fc.bigInt({ min: 1n, max: 2n ** 80n }),
  fc.bigInt({ min: 2n ** 53n - 50n, max: 2n ** 53n + 50n }),
  fc.bigInt({ min: 10n ** 15n - 50n, max: 10n ** 15n + 50n }),
);
const changes = fc.array(
  fc.record({ id: ids, mask: fc.oneof(fc.nat(63), fc.nat(MOST), fc.constant(MOST)), drop: fc.boolean() }),
  { maxLength: 60 },
);

describe('the baseline in memory', () => {
  it('is what a map would be, whatever is set and dropped', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 5 }), (rounds) => {
        const expected = new Map<string, BaselineMark>();
        let baseline = withMarks(EMPTY_BASELINE, []);
        for (const round of rounds) {
          const drop = round.filter((one) => one.drop).map(({ id }) => String(id));
          const marks = round
            .filter((one) => !one.drop)
            .map(({ id, mask }) => ({ id: String(id), mask, digest: digestOf(mask) }));
          for (const id of drop) expected.delete(id);
          for (const mark of marks) expected.set(mark.id, mark);
          baseline = withMarks(baseline, marks, drop);
        }
        const sorted = [...expected.keys()].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
        expect([...baseline.ids()]).toEqual(sorted);
        expect(baseline.size).toBe(expected.size);
        for (const [id, mark] of expected) expect(baseline.get(id)).toEqual(mark);
        for (const id of ['0', '1', '2001', '99999999999999999999999999'])
          expect(baseline.get(id)).toEqual(expected.get(id));
      }),
    );
  });

  it('orders ids as numbers', () => {
    expect(['10', '9', '100', '11'].sort(compareIds)).toEqual(['9', '10', '11', '100']);
  });
});

describe('the digest of managed values', () => {
  it('is 11 characters and a bit for each managed field', () => {
    const { mask, digest } = baselineDigest([
      [0, '0.80'],
      [2, 'phrase'],
      [5, ''],
    ]);
    expect(mask).toBe(0b100101);
    expect(digest).toMatch(/^[A-Za-z0-9_-]{11}$/u);
  });

  it('tells apart what differs in a value, in a field, or in where one value ends', () => {
    const all = [
      [
        [0, 'ab'],
        [1, 'c'],
      ],
      [
        [0, 'a'],
        [1, 'bc'],
      ],
      [[0, 'ab']],
      [[1, 'ab']],
      [
        [0, 'ab'],
        [1, ''],
      ],
      [[0, 'ab1:0:']],
      [],
    ] as const;
    expect(new Set(all.map((values) => baselineDigest(values).digest)).size).toBe(all.length);
    expect(baselineDigest([[0, '女鞋']])).toEqual(baselineDigest([[0, '女鞋']]));
  });

  it('has room for thirty fields', () => {
    const values = Array.from({ length: 30 }, (_, bit) => [bit, `value ${bit}`] as const);
    expect(baselineDigest(values).mask).toBe(1_073_741_823);
    expect(baselineDigest(values.slice(6)).mask).toBe(1_073_741_760);
  });

  it('refuses values that are out of order or out of range', () => {
    expect(() =>
      baselineDigest([
        [1, 'a'],
        [0, 'b'],
      ]),
    ).toThrow(RangeError);
    expect(() =>
      baselineDigest([
        [1, 'a'],
        [1, 'b'],
      ]),
    ).toThrow(RangeError);
    expect(() => baselineDigest([[30, 'a']])).toThrow(RangeError);
    expect(() => baselineDigest([[-1, 'a']])).toThrow(RangeError);
  });
});

describe('the baseline on disk', () => {
  let place: Awaited<ReturnType<typeof filePlace>>;
  let backend: StateBackend;
  let held: HeldLock;
  let serial: number;

  beforeEach(async () => {
    place = await filePlace();
    backend = place.open();
    ({ held } = await backend.lock('apply', { seconds: 0 }));
    serial = 0;
  });
  afterEach(() => place.remove());

  const write = async (marks: readonly BaselineMark[], drop: readonly string[] = []) => {
    const { baseline } = await backend.read();
    const next = withMarks(baseline, marks, drop);
    serial++;
    await backend.write(held, snapshot(serial), next, serial === 1 ? undefined : serial - 1);
    return next;
  };
  const chunks = async () => new Set(await readdir(join(place.folder, 'main', 'baseline')));

  it('gives back whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (round) => {
        const drop = round.filter((one) => one.drop).map(({ id }) => String(id));
        const written = await write(
          round.filter((one) => !one.drop).map(({ id, mask }) => ({ id: String(id), mask, digest: digestOf(mask) })),
          drop,
        );
        const { baseline } = await place.open().read();
        expect([...baseline.ids()]).toEqual([...written.ids()]);
        for (const id of written.ids()) expect(baseline.get(id)).toEqual(written.get(id));
      }),
      { numRuns: 20 },
    );
  });

  it('takes at most 20 bytes a keyword, and rewrites one chunk for one keyword', async () => {
    const marks = Array.from({ length: 50_000 }, (_, index) => markOf(String(80_000_000_000 + index * 7919), index));
    await write(marks);
    const first = await chunks();
    expect(first.size).toBe(5);
    let bytes = 0;
    for (const name of first) bytes += (await stat(join(place.folder, 'main', 'baseline', name))).size;
    expect(bytes / marks.length).toBeLessThanOrEqual(20);

    await write([markOf('80000000001', 5)]);
    await write([], [marks[30_000]?.id ?? '']);
    await write([markOf(marks[49_999]?.id ?? '', 9)]);
    // The chunks of the last write and of its backup: all but one are shared.
    expect((await chunks()).size).toBe(first.size + 1);
    expect([...(await chunks())].filter((name) => first.has(name)).length).toBeGreaterThanOrEqual(2);
    const { baseline } = await place.open().read();
    expect(baseline.size).toBe(50_000);
    expect(baseline.get('80000000001')).toEqual(markOf('80000000001', 5));
    expect(baseline.get(marks[30_000]?.id ?? '')).toBeUndefined();
  });

  it('splits a chunk that grows, and joins what is left of many', async () => {
    await write(Array.from({ length: 12_000 }, (_, index) => markOf(String(1 + index * 10))));
    expect((await chunks()).size).toBe(1);
    await write(Array.from({ length: 12_000 }, (_, index) => markOf(String(2 + index * 10))));
    await write([markOf('3')]);
    expect((await chunks()).size).toBe(3);
    const { baseline } = await backend.read();
    await write([], [...baseline.ids()].slice(0, -5));
    await write([markOf('4')]);
    expect((await place.open().read()).baseline.size).toBe(6);
    expect((await chunks()).size).toBe(2);
  });
});
