import { expect, it } from 'vitest';
import { kinds } from '../../../src/kinds/registry.js';
import { markBits } from '../../../src/model/index.js';

/** Stored with every state: a bit here is never changed and never given to another field. */
it('each keyword field has its bit for good', () => {
  expect(markBits(kinds)).toEqual({
    keyword: { price: 0, matchType: 1, url: 2, mobileUrl: 3, deeplinkUrl: 4, status: 5 },
  });
});
