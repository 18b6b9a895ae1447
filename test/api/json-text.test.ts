import fc from 'fast-check';
import { LosslessNumber, parse, stringify } from 'lossless-json';
import { expect, test } from 'vitest';
import { jsonText } from '../../src/api/encode/json.js';

const number = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.option(fc.stringMatching(/^[0-9]{1,20}$/)))
  .map(([whole, decimals]) => new LosslessNumber(decimals === null ? `${whole}` : `${whole}.${decimals}`));
const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', '"\\\u2028', '__proto__', '女鞋', null),
  fc.boolean(),
  fc.integer(),
  number,
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 5 }),
  map: fc.dictionary(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'toJSON', '1', '')),
    fc.oneof(tie('value'), fc.constant(undefined)),
    { maxKeys: 5 },
  ),
}));

test('a request body is what the lossless writer makes of it, and reads as what was written', () => {
  fc.assert(
    fc.property(value, (one) => {
      const text = jsonText(one);
      expect(text).toBe(stringify(one));
      expect(stringify(parse(text))).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test.each([[undefined], [Symbol('x')], [() => 1], [[undefined]]])('what has no form in JSON is refused', (one) => {
  expect(() => jsonText(one)).toThrow(TypeError);
});
