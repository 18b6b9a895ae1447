import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seenText } from '../../src/model/text/text-compare.js';

test.each([
  ['女鞋', '女鞋'],
  [' 女鞋', '女鞋'],
  ['女鞋 ', '女鞋'],
  ['a  b', 'a b'],
  ['a\tb', 'a b'],
  ['a\u3000b', 'a b'],
  ['a\u200bb', 'ab'],
  ['a \u200b b', 'a b'],
  ['\ufeffa', 'a'],
  ['a\u3164', 'a'],
  ['a\u1160b', 'ab'],
  ['a\uffa0b', 'ab'],
  ['', ''],
])('%j looks like %j', (text, seen) => {
  expect(seenText(text)).toBe(seen);
});

test('what was taken as it looks stays so', () => {
  const unit = fc.constantFrom('a', ' ', '\t', '\n', '\u3000', '\u200b', '\ufeff', '\u115f', '女');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
      const whole = text
        .replace(/[\p{Cf}\u115F\u1160\u3164\uFFA0]/gu, '')
        .replace(/\s+/gu, ' ')
        .trim();
      expect(seenText(text)).toBe(whole);
      expect(seenText(whole)).toBe(whole);
    }),
    { numRuns: 500 },
  );
});
