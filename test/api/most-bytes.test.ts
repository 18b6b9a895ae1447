import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { formLength } from '../../src/api/encode/form.js';
import { mostBytes } from '../../src/api/encode/most-bytes.js';
import { requestFields } from '../../src/api/encode/request.js';
import type { ServiceSettings } from '../../src/contract/index.js';
import { DEFAULT_SERVICE_SETTINGS } from '../../src/contract/index.js';
import { testClient } from './support/service.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  // The longest forms: escapes of JSON, signs that are percent-encoded, three bytes a character, halves of a pair.
  fc.string({ unit: fc.constantFrom('\u0000', '\u001f', '"', '\\', '\ud800', '鞋', '𠜎', '&', ' ') }),
);
const number = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((one) => new LosslessNumber(`${one}.00`));
const values = fc.dictionary(
  text,
  fc.oneof(text, number, fc.boolean(), fc.double(), fc.array(text), fc.constant(null)),
);
const settings: fc.Arbitrary<ServiceSettings> = fc.record({
  creativeSets: fc.constantFrom('nested', 'flat'),
  format: fc.constantFrom('json', 'none'),
}) as never;

test('no body takes more bytes than are counted, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(values), settings, (entries, given) => {
      const all = { ...DEFAULT_SERVICE_SETTINGS, ...given };
      const requests = [
        ['updateKeywords', { keywords: entries }],
        ['addGroups', { groups: entries }],
        ['updatePictureTags', { data: entries }],
        ['getKeywords', { idList: ['1', '80001234'] }],
        ['addRichCreatives', { status: 'pause', groupIds: ['1'], 'sublinks-mobile': [entries] }],
        ['listPictures', { source: '', page: '2' }],
      ] as const;
      for (const [name, request] of requests) {
        expect(mostBytes(request)).toBeGreaterThanOrEqual(formLength(requestFields(name, request as never, all)));
      }
    }),
  );
});

test('a body is measured exactly unless it surely fits', () => {
  const { bodyBytes } = testClient('https://ads.example.com');
  const request = { keywords: [{ id: new LosslessNumber('123'), price: new LosslessNumber('1.20') }] } as never;
  // keywords=[{"id":123,"price":1.20}]: 22 plain characters and 11 signs of three bytes each.
  const exact = 'keywords='.length + 'id123price1.20'.length + 3 * '[{"":,"":}]'.length;
  expect(bodyBytes('updateKeywords', request)).toBe(exact);
  expect(bodyBytes('updateKeywords', request, exact - 1)).toBe(exact);
  expect(bodyBytes('updateKeywords', request, exact)).toBe(exact);
  const counted = bodyBytes('updateKeywords', request, 10_000);
  expect(counted).toBeGreaterThan(exact);
  expect(counted).toBeLessThan(10_000);
});
