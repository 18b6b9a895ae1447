import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Running, rows, running } from './support/client.js';

const keywords = Array.from({ length: 501 }, (_, index) => ({
  id: String(1000 + index),
  groupId: '7',
  word: `词${index}`,
}));
const fixture = {
  groups: [
    { groupId: '7', price: '3.30' },
    { groupId: '8', productGroup: true },
  ],
  keywords: [
    ...keywords,
    { id: '5', groupId: '7', price: '1.00', pcLowestPrice: '0.50', optStatus: 'paused', word: 'Shoes' },
    { id: '6', groupId: '8', price: '1.00' },
    { id: '8', groupId: '7', status: 'delete' },
    { id: '9007199254740993', groupId: '7' },
  ],
};

describe('update keywords', () => {
  let sandbox: Running;
  const update = async (list: unknown) => (await sandbox.client.post('/ads/keyword/update', { keywords: list })).json;
  const read = async (...ids: string[]) =>
    rows((await sandbox.client.post('/ads/keyword/getInfoByIdList', { idList: ids })).json['keywordList']);

  beforeAll(async () => {
    sandbox = await running({ fixture });
  });
  beforeEach(() => sandbox.control.setOptions({ matchTypeAllowList: false, deeplinkPermission: true }));
  afterAll(() => sandbox.close());

  it.each([1, 499, 500])('takes %i keywords', async (count) => {
    const json = await update(keywords.slice(0, count).map(({ id }) => ({ id: Number(id), price: 2 })));
    expect(json).toEqual({ errno: 10000, affectedRecords: count, failKeywordIds: '' });
  });

  it('refuses 501 keywords as a whole', async () => {
    const json = await update(keywords.map(({ id }) => ({ id: Number(id), price: 9 })));
    expect(json).toEqual({ failures: [expect.objectContaining({ code: 940006 })] });
    expect((await read('1000'))[0]?.['price']).not.toBe('9.00');
  });

  it.each<[string, object, object]>([
    ['the lowest price', { price: 0.5 }, { price: '0.50' }],
    ['price 0', { price: 0 }, { price: '0.00' }],
    [
      'an address',
      { url: 'https://a.example.com/?q={keyword}&x=%E9' },
      { destinationUrl: 'https://a.example.com/?q={keyword}&x=%E9' },
    ],
    ['an empty address', { mobileUrl: '' }, { mobileDestinationUrl: '' }],
    ['status alone', { status: 'pause' }, { optStatus: 'paused', status: expect.any(String) }],
    ['status enable', { status: 'enable' }, { optStatus: 'enabled' }],
    ['a deeplink beside a price', { deeplinkUrl: 'app://shoes', price: 1 }, { deeplinkUrl: 'app://shoes' }],
    ...['exact', 'phrase', 'broad', 'phrase_intelligence'].map((matchType): [string, object, object] => [
      `match type ${matchType}`,
      { matchType },
      { matchType },
    ]),
  ])('takes %s', async (_, change, expected) => {
    expect(await update([{ id: 5, ...change }])).toEqual({ errno: 10000, affectedRecords: 1, failKeywordIds: '' });
    expect((await read('5'))[0]).toMatchObject(expected);
  });

  it.each<[string, object, number]>([
    ['one fen below the lowest price', { price: 0.49 }, 940703],
    ['a negative price', { price: -0.01 }, 940504],
    ['three decimals', { price: 1.001 }, 940504],
    ['a price as text', { price: '1' }, 940504],
    ['nothing to change', {}, 940702],
    ['a deeplink alone', { deeplinkUrl: 'app://x' }, 940702],
    ['an unknown status', { status: 'paused' }, 940007],
    ['an address that is no text', { url: null }, 940007],
    ['an unknown match type', { matchType: 'fuzzy' }, 940704],
    ['phrase_accurate off the allow list', { matchType: 'phrase_accurate' }, 940704],
    ['phrase_synonym off the allow list', { matchType: 'phrase_synonym' }, 940704],
    ['a read name', { price: 1, destinationUrl: '' }, 940004],
  ])('refuses %s for that keyword alone', async (_, change, code) => {
    const [before] = await read('5');
    const json = await update([
      { id: 1000, price: 1 },
      { id: 5, ...change },
      { id: 1001, price: 1 },
    ]);
    expect(json).toMatchObject({ errno: 10000, affectedRecords: 2, failKeywordIds: '5', failures: [{ id: 5, code }] });
    expect((await read('5'))[0]).toEqual(before);
  });

  it('names unknown and deleted keywords, and by position what has no id', async () => {
    const json = await update([{ id: 4, price: 1 }, { id: 8, price: 1 }, { price: 1 }, { id: '05', price: 1 }, 'x']);
    expect(json).toMatchObject({ affectedRecords: 0, failKeywordIds: '4,8' });
    expect(rows(json['failures']).map((one) => one['id'] ?? `#${one['index']}`)).toEqual([4, 8, '#2', '#3', '#4']);
  });

  it('product groups accept exact and phrase_accurate only', async () => {
    for (const matchType of ['exact', 'phrase_accurate']) {
      expect(await update([{ id: 6, matchType }])).toMatchObject({ affectedRecords: 1 });
    }
    for (const matchType of ['phrase', 'broad', 'phrase_intelligence', 'phrase_synonym']) {
      expect(await update([{ id: 6, matchType }])).toMatchObject({ affectedRecords: 0 });
    }
  });

  it('accounts on the allow list may use two more; a deeplink needs the permission', async () => {
    sandbox.control.setOptions({ matchTypeAllowList: true, deeplinkPermission: false });
    for (const matchType of ['phrase_accurate', 'phrase_synonym']) {
      expect(await update([{ id: 5, matchType }])).toMatchObject({ affectedRecords: 1 });
    }
    expect(await update([{ id: 5, price: 1, deeplinkUrl: 'app://x' }])).toMatchObject({ failures: [{ code: 940705 }] });
  });

  it('keeps ids beyond 2^53 apart', async () => {
    const body = new URLSearchParams({
      keywords: '[{"id":9007199254740993,"price":4},{"id":9007199254740992,"price":5}]',
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { json } = await sandbox.client.send('POST', '/ads/keyword/update', body.toString(), form);
    expect(json).toMatchObject({ affectedRecords: 1, failKeywordIds: '9007199254740992' });
    expect((await read('9007199254740993'))[0]).toMatchObject({ id: '9007199254740993', price: '4.00' });
  });
});

describe('get keywords', () => {
  let sandbox: Running;
  beforeAll(async () => {
    sandbox = await running({ fixture });
  });
  afterAll(() => sandbox.close());

  it('answers all fields of section 2, by GET too', async () => {
    const { json } = await sandbox.client.get('/ads/keyword/getInfoByIdList', { idList: '["5"]' });
    expect(Object.keys(json['keywordList']?.[0] ?? {})).toEqual(
      ['id', 'groupId', 'word', 'price', 'matchType', 'destinationUrl', 'mobileDestinationUrl', 'deeplinkUrl'].concat(
        ['optStatus', 'status', 'mobileStatus', 'cause', 'pcLowestPrice', 'pcLeft3Price', 'pcLeftPrice', 'tag'],
        ['addTime', 'updateTime', 'wildcardTag', 'tagCause'],
      ),
    );
    expect(json['keywordList']?.[0]).toMatchObject({ optStatus: 'paused', status: 'pause', word: 'Shoes' });
  });

  it.each([
    ['no ids', {}],
    ['an empty list', { idList: '[]' }],
    ['something that is not an id', { idList: '["a"]' }],
    ['no JSON', { idList: '5,6' }],
  ])('refuses %s', async (_, fields) => {
    const { json } = await sandbox.client.post('/ads/keyword/getInfoByIdList', fields);
    expect(json).toEqual({ failures: [expect.anything()] });
  });
});

describe('reviews move with the clock', () => {
  it.each([
    ['passes', 'https://a.example.com', { status: 'enable', mobileStatus: 'pass', cause: '' }],
    ['rejects', 'https://bad.example.com', { status: 'reject', mobileStatus: 'reject', cause: '审核不通过: bad' }],
  ])('and one that %s ends after ten minutes', async (_, url, ending) => {
    const options = { review: { rejectWords: ['bad'] } };
    const { client, control, close } = await running({ fixture: { keywords: [{ id: '5' }], options } });
    const read = async () =>
      (await client.post('/ads/keyword/getInfoByIdList', { idList: [5] })).json['keywordList']?.[0];
    await client.post('/ads/keyword/update', { keywords: [{ id: 5, url }] });
    expect(await read()).toMatchObject({ destinationUrl: url, status: 'pending', mobileStatus: 'pending' });
    await control.advanceClock(599);
    expect(await read()).toMatchObject({ status: 'pending' });
    await control.advanceClock(1);
    expect(await read()).toMatchObject(ending);
    await client.post('/ads/keyword/update', { keywords: [{ id: 5, status: 'pause' }] });
    expect(await read()).toMatchObject({ ...ending, status: ending.status === 'enable' ? 'pause' : 'reject' });
    await close();
  });
});
