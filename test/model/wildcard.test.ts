import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wildcardMatcher } from '../../src/model/index.js';

describe('wildcards of addresses', () => {
  it.each([
    ['group/a', 'group/a', true],
    ['group/a', 'group/ab', false],
    ['group/*', 'group/', true],
    ['*/a*b*c', 'group/a1b2c', true],
    ['*/a*b*c', 'group/acb', false],
    ['a*a', 'a', false],
    ['ab*ba', 'aba', false],
    ['g.*', 'gx', false],
    ['*', 'line\nbreak', true],
  ])('%s and %j: %s', (pattern, text, expected) => {
    expect(wildcardMatcher(pattern)(text)).toBe(expected);
  });

  it('agrees with a regular expression, long parts included', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    const long = fc.tuple(letters, letters).map(([one, other]) => one.repeat(9) + other);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(letters, long), { minLength: 1, maxLength: 4 }),
        letters,
        long,
        (parts, one, two) => {
          const text = parts.join(one) + two;
          const expression = new RegExp(`^${parts.join('.*')}$`, 'su');
          expect(wildcardMatcher(parts.join('*'))(text)).toBe(expression.test(text));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('answers for patterns on which backtracking, or a naive search, would not end', () => {
    const text = 'a'.repeat(200_000);
    expect(wildcardMatcher(`${'*a'.repeat(1000)}*b`)(text)).toBe(false);
    expect(wildcardMatcher(`*b${'a'.repeat(100_000)}*`)(text)).toBe(false);
    expect(wildcardMatcher(`*${'a'.repeat(100_000)}b*`)(text)).toBe(false);
  });
});
