import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Text } from '../../src/model/text/utf8-text.js';

/** Long enough for the fast way. */
const long = (text: string) => text.repeat(Math.ceil(2000 / Math.max(1, text.length)));

describe('UTF-8 as text', () => {
  it.each([
    ['ASCII', long('price: 0.80\n')],
    ['Chinese', long('女鞋 0.80\n')],
    ['emoji and rare characters', long('😀𠀀é')],
    ['a mark at the start', `\ufeff${long('word: 女鞋\n')}`],
    ['little', '女'],
    ['nothing', ''],
  ])('reads %s', (_name, text) => {
    expect(utf8Text(Buffer.from(text))).toBe(text);
  });

  it('reads any bytes as Node does, whatever part of a larger buffer they are', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      fc.string({ unit: 'binary', maxLength: 1500 }).map((text) => new Uint8Array(Buffer.from(long(text)))),
    );
    fc.assert(
      fc.property(bytes, fc.nat(7), (all, from) => {
        const part = Buffer.from(all).subarray(from);
        expect(utf8Text(part)).toBe(part.toString('utf8'));
      }),
    );
  });
});
