import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBatches } from '../../src/model/ports/cut-batches.js';

/** As the client measures: a frame, the items, a comma of three bytes between two. */
const frame = 20;
const bytes = (batch: readonly number[]) =>
  frame + batch.reduce((sum, size) => sum + size, 0) + 3 * Math.max(0, batch.length - 1);

describe('cutBatches', () => {
  it.each<[string, readonly number[], number, number, readonly number[][]]>([
    ['nothing', [], 5, 1000, []],
    ['by count', [1, 1, 1, 1, 1], 2, 1000, [[1, 1], [1, 1], [1]]],
    ['without a limit of their number', [1, 1, 1], Number.POSITIVE_INFINITY, 1000, [[1, 1, 1]]],
    ['by size', [30, 30, 30], 9, 100, [[30, 30], [30]]],
    ['what is too large alone goes alone', [10, 500, 10], 9, 100, [[10], [500], [10]]],
  ])('%s', (_, items, most, size, batches) => {
    expect(cutBatches(items, most, size, bytes)).toEqual(batches);
  });

  it('keeps every item in its order and both limits', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 })), fc.integer({ min: 1, max: 9 }), (items, most) => {
        const batches = cutBatches(items, most, 150, bytes);
        expect(batches.flat()).toEqual(items);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(most);
          expect(bytes(batch)).toBeLessThanOrEqual(150);
        }
      }),
    );
  });
});
