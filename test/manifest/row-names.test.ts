import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowNames } from '../../src/manifest/table/row-names.js';

/** Few letters, so that names are alike, and some come again. */
const NAME = fc.string({ unit: fc.constantFrom('0', '1', '7'), minLength: 1, maxLength: 4 });

test('finds the first row of each name, in whatever order it is asked', () => {
  fc.assert(
    fc.property(fc.array(NAME, { maxLength: 600 }), fc.array(NAME), fc.boolean(), (added, others, inOrder) => {
      const names = new RowNames();
      const rows = new Map<string, number>();
      for (const [row, name] of added.entries()) {
        expect(names.add(name)).toBe(rows.get(name) ?? -1);
        if (!rows.has(name)) rows.set(name, row);
      }
      // In the order of the rows, each twice; or with others between them.
      const asked = inOrder ? added.flatMap((name) => [name, name]) : [...others, ...added.toReversed(), ...others];
      for (const name of asked) expect(names.find(`keyword/${name}`, 'keyword/')).toBe(rows.get(name) ?? -1);
      expect(added.map((_, row) => names.name(row))).toEqual(added);
    }),
  );
});
