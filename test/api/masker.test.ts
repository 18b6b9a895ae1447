import { expect, test } from 'vitest';
import { createMasker } from '../../src/api/index.js';

const SECRET = 'a+b/c=d%é"!\\';

test.each([
  ['plain', SECRET],
  ['URL-encoded', encodeURIComponent(SECRET)],
  ['URL-encoded with lower-case hex', encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase())],
  ['form-encoded', new URLSearchParams({ k: SECRET }).toString().slice(2)],
  ['encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
  ['in JSON', JSON.stringify({ passwd: SECRET })],
  ['as base64', Buffer.from(SECRET).toString('base64')],
])('a secret is masked %s', (_, text) => {
  const masked = createMasker([SECRET]).mask(`before ${text} after`);
  expect(masked).toContain('***');
  expect(masked).not.toContain('a+b');
  expect(masked).not.toContain('a%2');
  expect(masked).toMatch(/^before .* after$/);
});

test('a secret that begins like another one is masked to its end', () => {
  const masker = createMasker(['secret', 'secret-and-more']);
  expect(masker.mask('secret-and-more, secret')).toBe('***, ***');
});

test('secrets that are learnt later count, short and absent ones do not', () => {
  const masker = createMasker([undefined, '', 'abc']);
  expect(masker.mask('abc token-1')).toBe('abc token-1');
  masker.add('token-1');
  expect(masker.mask('abc token-1')).toBe('abc ***');
});
