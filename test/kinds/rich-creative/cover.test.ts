import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestCover } from '../../../src/kinds/rich-creative/cover.js';

/** By trying every set of nodes. */
function smallestSize(rows: readonly (readonly number[])[], columnCount: number): number {
  const nodes = rows.length + columnCount;
  let best = nodes;
  for (let set = 0; set < 1 << nodes; set++) {
    const covers = rows.every((columns, row) =>
      columns.every((column) => set & (1 << row) || set & (1 << (rows.length + column))),
    );
    const size = set.toString(2).replaceAll('0', '').length;
    if (covers && size < best) best = size;
  }
  return best;
}

describe('smallestCover', () => {
  it.each<[string, number[][], number, number]>([
    ['no edges', [[], []], 3, 0],
    ['one row', [[0, 1, 2]], 3, 1],
    ['one column', [[0], [0], [0]], 1, 1],
    ['a row beside a column', [[0, 1, 2], [3], [3]], 4, 2],
  ])('%s', (_, rows, columnCount, size) => {
    const cover = smallestCover(rows, columnCount);
    expect(cover.rows.size + cover.columns.size).toBe(size);
  });

  it('covers every edge with as few as can be', () => {
    const rows = fc.array(fc.uniqueArray(fc.nat(4), { maxLength: 5 }), { maxLength: 5 });
    fc.assert(
      fc.property(rows, (edges) => {
        const cover = smallestCover(edges, 5);
        edges.forEach((columns, row) => {
          for (const column of columns) expect(cover.rows.has(row) || cover.columns.has(column)).toBe(true);
        });
        expect(cover.rows.size + cover.columns.size).toBe(smallestSize(edges, 5));
      }),
      { numRuns: 200 },
    );
  });
});
