import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { readListSlices } from '../../src/api/replies/list-slices.js';
import { recordsOf } from '../../src/api/replies/scalars.js';

const reply = (text: string, type = 'application/json') => ({
  status: 200,
  headers: { 'content-type': type },
  body: Buffer.from(text),
});

const keyword = (n: number, more: object = {}) => ({ id: String(80_000_000 + n), word: `女鞋 ${n}`, ...more });
const many = (more: (n: number) => object = () => ({})) => Array.from({ length: 4000 }, (_, n) => keyword(n, more(n)));

describe('a long reply in slices', () => {
  it('gives what the whole gives, failures included', () => {
    const document = { keywordList: many((n) => ({ tag: `[{"id":"${n}"},{"id":"x"}]` })), failures: [{ code: 5 }] };
    expect(readListSlices('keywordList', reply(JSON.stringify(document)))).toEqual(document);
  });

  it('is not misled by a text that looks like the border of two objects', () => {
    const document = { keywordList: many(() => ({ cause: '},{', word: 'a},{"id":"b' })), failures: [] };
    const read = readListSlices('keywordList', reply(JSON.stringify(document)));
    if (read !== undefined) expect(read).toEqual(document);
  });

  it('skips what is not an object, as for any list', () => {
    const document = { keywordList: [...many(), null, 'x', 7, ...many()] };
    const list = recordsOf(readListSlices('keywordList', reply(JSON.stringify(document)))?.['keywordList']);
    expect(list).toEqual([...many(), ...many()]);
  });

  it('keeps every digit of long numbers', () => {
    const text = JSON.stringify({ keywordList: many() }).replaceAll('"80000007"', '20240101123456789');
    const list = readListSlices('keywordList', reply(text))?.['keywordList'];
    expect(list).toContainEqual(expect.objectContaining({ id: new LosslessNumber('20240101123456789') }));
  });

  it.each([
    ['short', reply('{"keywordList":[]}')],
    ['broken off', reply(JSON.stringify({ keywordList: many() }).slice(0, -40))],
    ['of another form', reply(JSON.stringify({ failures: [], keywordList: many() }))],
    ['in another charset', reply(JSON.stringify({ keywordList: many() }), 'text/json; charset=gbk')],
    ['of another list', reply(JSON.stringify({ sublinkList: many() }))],
    ['with its list twice', reply(JSON.stringify({ keywordList: many() }).replace(/\}$/, ',"keywordList":[]}'))],
  ])('leaves a reply that is %s to the general reader', (_name, one) => {
    expect(readListSlices('keywordList', one)).toBeUndefined();
  });
});
