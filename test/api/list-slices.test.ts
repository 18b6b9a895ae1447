import { describe, expect, it } from 'vitest';
import { judge } from '../../src/api/judge/judge.js';
import { createMasker } from '../../src/api/login/masker.js';
import { readListSlices } from '../../src/api/replies/list-slices.js';
import { longListKey } from '../../src/api/replies/readers.js';
import { recordsOf } from '../../src/api/replies/scalars.js';
import { DEFAULT_SERVICE_SETTINGS, type EndpointName } from '../../src/contract/index.js';
import type { ReceivedReply } from '../../src/model/ports/transport.js';

const reply = (text: string, type = 'application/json') => ({
  status: 200,
  headers: { 'content-type': type },
  body: Buffer.from(text),
});

const keyword = (n: number, more: object = {}) => ({ id: String(80_000_000 + n), word: `女鞋 ${n}`, ...more });
const many = (more: (n: number) => object = () => ({})) => Array.from({ length: 4000 }, (_, n) => keyword(n, more(n)));

const settings = { ...DEFAULT_SERVICE_SETTINGS, richCreativeWord: 'rich' };

function judged<Name extends EndpointName>(name: Name, one: ReceivedReply): unknown {
  const verdict = judge(name, one, { masker: createMasker([]), settings, now: new Date(0) });
  return verdict.ok ? verdict.reply : verdict;
}

describe.each([
  ['getKeywords', 'keywordList'],
  ['componentReport', 'sublinkList'],
  ['creativeReport', 'richList'],
] as const)('a long reply of %s', (name, key) => {
  it.each([
    ['rows alone', {}],
    ['failures after its rows', { failures: [{ code: 70_109, message: 'm' }] }],
  ])('with %s says by slices what it says as a whole', (_, more) => {
    const document = { [key]: many((n) => ({ views: String(n), cause: '},{' })), ...more };
    const [usual, spaced] = [JSON.stringify(document), JSON.stringify(document).replace(':', ': ')];
    expect(longListKey(name, settings)).toBe(key);
    expect(readListSlices(key, reply(usual))?.[key]).toHaveLength(4000);
    expect(readListSlices(key, reply(spaced))).toBeUndefined();
    expect(judged(name, reply(usual))).toEqual(judged(name, reply(spaced)));
  });
});

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

  it('may hold numbers that a float holds', () => {
    const document = { keywordList: many((n) => ({ views: n, cost: n / 100 })) };
    expect(readListSlices('keywordList', reply(JSON.stringify(document)))).toEqual(document);
  });

  it('leaves one with a long number to the general reader, which keeps every digit of all of them', () => {
    const text = JSON.stringify({ keywordList: many() }).replaceAll('"80000007"', '20240101123456789');
    expect(readListSlices('keywordList', reply(text))).toBeUndefined();
    const read = judged('getKeywords', reply(text));
    expect(read).toMatchObject({
      keywordList: expect.arrayContaining([expect.objectContaining({ id: '20240101123456789' })]),
    });
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
