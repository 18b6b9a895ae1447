import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creativeKeyOf } from '../../../src/kinds/rich-creative/creative-key.js';
import { richCreative } from '../../../src/kinds/rich-creative/index.js';
import type { CreateItem, Limits } from '../../../src/model/index.js';
import { cpuTime } from '../../support/cpu-time.js';
import { creative, image, kindPorts } from '../support.js';

const KEYS = ['sublinks-mobile', 'sublinks-computer', 'links-mobile', 'lists-computer', 'guides-mobile'] as const;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function batches(items: readonly CreateItem[], limits: Partial<Limits> = {}, most = 500) {
  return richCreative.create?.batch(items, kindPorts([{}], limits), most) ?? [];
}

/** Groups × creatives, one content for each key, one status: what a call can carry. */
function expectRectangle(batch: readonly CreateItem[]): void {
  const groups = new Set(batch.map((item) => item.parentId));
  const keys = new Set(batch.map((item) => creativeKeyOf(item.address)));
  const contents = new Set(
    batch.map((item) => `${creativeKeyOf(item.address)} ${JSON.stringify(item.desired['content'])}`),
  );
  expect(batch).toHaveLength(groups.size * keys.size);
  expect(contents.size).toBe(keys.size);
  expect(new Set(batch.map((item) => item.desired['status'])).size).toBe(1);
}

describe('the batches of creatives', () => {
  it.each<[string, readonly CreateItem[], number]>([
    ['nothing', [], 0],
    ['one group with four creatives', KEYS.slice(0, 4).map((key) => creative('1', key, key)), 1],
    ['twenty groups that share one set', range(20).map((n) => creative(`${n + 1}`, KEYS[0], 'a')), 1],
    [
      'twenty groups that share two sets',
      range(20).flatMap((n) => [creative(`${n + 1}`, KEYS[0], 'a'), creative(`${n + 1}`, KEYS[1], 'b')]),
      1,
    ],
    ['two statuses are two calls', [creative('1', KEYS[0], 'a'), creative('2', KEYS[0], 'a', 'pause')], 2],
    [
      'another content under the same key is another call',
      [creative('1', KEYS[0], 'a'), creative('2', KEYS[0], 'b')],
      2,
    ],
    [
      'groups with a set each of their own beside a shared one',
      range(5).flatMap((n) => [creative(`${n + 1}`, KEYS[0], 'shared'), creative(`${n + 1}`, KEYS[1], `own ${n}`)]),
      5,
    ],
    [
      'by creative where that takes fewer: three sets in all combinations',
      range(7).flatMap((n) =>
        [0, 1, 2].filter((bit) => ((n + 1) >> bit) & 1).map((bit) => creative(`${n + 1}`, KEYS[bit] ?? '', `c${bit}`)),
      ),
      3,
    ],
    [
      'mixed: shared sets by creative, and one group that has others of its own in one call',
      [
        ...range(7).flatMap((n) =>
          [0, 1, 2]
            .filter((bit) => ((n + 1) >> bit) & 1)
            .map((bit) => creative(`${n + 1}`, KEYS[bit] ?? '', `c${bit}`)),
        ),
        ...KEYS.map((key, index) => creative('99', key, index === 0 ? 'c0' : `own ${key}`)),
      ],
      4,
    ],
  ])('%s', (_, items, calls) => {
    const made = batches(items);
    made.forEach(expectRectangle);
    expect(made.flat()).toHaveLength(items.length);
    expect(made).toHaveLength(calls);
  });

  it('cuts by number of groups', () => {
    const made = batches(
      range(25).map((n) => creative(`${n + 1}`, KEYS[0], 'a')),
      { groupsPerCreativeAdd: 10 },
    );
    expect(made.map((batch) => batch.length)).toEqual([10, 10, 5]);
  });

  it('never holds more items than may be in doubt, down to one', () => {
    const items = range(6).flatMap((n) => KEYS.map((key) => creative(`${n + 1}`, key, key)));
    for (const most of [1, 2, 3, 4, 5, 7, 11, 29]) {
      const made = batches(items, {}, most);
      made.forEach(expectRectangle);
      expect(Math.max(...made.map((batch) => batch.length))).toBeLessThanOrEqual(most);
      expect(made.flat()).toHaveLength(items.length);
    }
  });

  it('cuts by size between creatives, as a group more costs nothing', () => {
    const items = range(30).flatMap((n) =>
      KEYS.slice(0, 3).map((key) => creative(`${n + 1}`, key, key, 'enable', image(key, 30_000))),
    );
    const made = batches(items, { bodyBytes: 100_000 });
    made.forEach(expectRectangle);
    expect(made).toHaveLength(2);
  });

  it('gives a creative that is too large by itself a call of its own', () => {
    const made = batches([creative('1', KEYS[0], 'a', 'enable', image('x', 90_000)), creative('1', KEYS[1], 'b')], {
      bodyBytes: 50_000,
    });
    expect(made.map((batch) => batch.length)).toEqual([1, 1]);
  });

  it('covers anything with rectangles, each item once, and in no more calls than by group or by creative', () => {
    const item = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(4), fc.nat(2), fc.boolean());
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (list, most) => {
        const items = new Map(
          list.map(([group, key, mark, paused]) => {
            const one = creative(`${group}`, KEYS[key] ?? '', `${mark}`, paused ? 'pause' : 'enable');
            return [one.address, one];
          }),
        );
        const made = batches([...items.values()], {}, most);
        for (const batch of made) {
          expectRectangle(batch);
          expect(batch.length).toBeLessThanOrEqual(most);
        }
        expect(new Set(made.flat())).toEqual(new Set(items.values()));
        expect(made.flat()).toHaveLength(items.size);
        const status = (one: CreateItem) => String(one.desired['status']);
        const whole = batches([...items.values()]);
        const rows = new Set([...items.values()].map((one) => `${one.parentId} ${status(one)}`));
        const columns = new Set(
          [...items.values()].map((one) => `${creativeKeyOf(one.address)} ${JSON.stringify(one.desired)}`),
        );
        expect(whole.length).toBeLessThanOrEqual(Math.min(rows.size, columns.size));
      }),
      { numRuns: 150 },
    );
  });

  it('batches ten thousand creatives in seconds', () => {
    const items = range(10_000).map((n) =>
      creative(`${1 + (n % 2_500)}`, KEYS[Math.floor(n / 2_500)] ?? '', n % 3 === 0 ? `own ${n}` : `shared ${n % 40}`),
    );
    const started = cpuTime();
    const made = batches(items);
    expect(cpuTime() - started).toBeLessThan(8_000);
    expect(made.flat()).toHaveLength(items.length);
  });
});
