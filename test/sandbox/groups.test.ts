import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Json, type Running, rows, running } from './support/client.js';

const fixture = { campaigns: [{ campaignId: '1001', name: '女鞋' }] };
const group = { campaignId: 1001, name: '秋季女鞋', price: 1.2 };
const words = (count: number) => Array.from({ length: count }, (_, index) => `词${index}`);
const leaf = { path: ['10', '1001', '100101', '10010101'] };

describe('batch add groups', () => {
  let sandbox: Running;
  beforeAll(async () => {
    sandbox = await running({ fixture });
  });
  beforeEach(() => sandbox.control.setOptions({ customIndustryCodes: [], industryTagsRequired: false }));
  afterAll(() => sandbox.close());

  const add = async (groups: unknown) => (await sandbox.client.post('/ads/group/batchAdd', { groups })).json;

  it.each([1, 99, 100])('takes %i groups and answers as many ids', async (count) => {
    const json = await add(Array.from({ length: count }, (_, index) => ({ ...group, name: `组${index}` })));
    expect(new Set(rows(json['groupIdList'])).size).toBe(count);
    expect(json['failures']).toEqual([]);
  });

  it('refuses 101 groups as a whole', async () => {
    const before = sandbox.control.state().groups.length;
    const json = await add(Array.from({ length: 101 }, () => group));
    expect(json).not.toHaveProperty('groupIdList');
    expect(json['failures']).toMatchObject([{ code: 940006 }]);
    expect(sandbox.control.state().groups).toHaveLength(before);
  });

  it.each<[string, object]>([
    ['all that is required', {}],
    ['status pause', { status: 'pause' }],
    ['no negative words', { negativeWords: {} }],
    ['200 phrases', { negativeWords: { phrase: words(200) } }],
    ['400 exact words', { negativeWords: { exact: words(400) } }],
    ['both at once', { negativeWords: { phrase: words(200), exact: words(400) } }],
    ['one level of tags', { industryTags: { path: ['10'] } }],
    ['four levels of tags', { industryTags: leaf }],
    ['a literal with the prefix', { industryTags: { ...leaf, literal: '其他-鞋' } }],
    ['the smallest price', { price: 0.01 }],
    ['two decimals', { price: 19.99 }],
  ])('takes %s', async (_, change) => {
    const json = await add([{ ...group, ...change }]);
    expect(json['failures']).toEqual([]);
    const stored = sandbox.control.state().groups.find(({ id }) => id === String(json['groupIdList']?.[0]));
    expect(stored).toMatchObject({
      name: '秋季女鞋',
      status: 'enable',
      ...change,
      campaignId: '1001',
      price: expect.any(String),
    });
  });

  it.each<[string, object, number]>([
    ['201 phrases', { negativeWords: { phrase: words(201) } }, 940505],
    ['401 exact words', { negativeWords: { exact: words(401) } }, 940505],
    ['negative words that are a list', { negativeWords: ['a'] }, 940505],
    ['a negative word that is no text', { negativeWords: { phrase: [1] } }, 940505],
    ['an unknown kind of negative words', { negativeWords: { broad: ['a'] } }, 940505],
    ['no level of tags', { industryTags: { path: [] } }, 940506],
    ['five levels of tags', { industryTags: { path: ['1', '2', '3', '4', '5'] } }, 940506],
    ['tags without a path', { industryTags: { literal: '其他-鞋' } }, 940506],
    ['an empty literal', { industryTags: { ...leaf, literal: '' } }, 940506],
    ['a literal without the prefix', { industryTags: { ...leaf, literal: '鞋' } }, 940506],
    ['a literal with a full-width hyphen', { industryTags: { ...leaf, literal: '其他－鞋' } }, 940506],
    ['an unknown campaign', { campaignId: 1002 }, 940501],
    ['no campaign', { campaignId: undefined }, 940007],
    ['a campaign that is not an id', { campaignId: '1001x' }, 940007],
    ['a campaign with leading zeros', { campaignId: '01001' }, 940007],
    ['no name', { name: undefined }, 940003],
    ['an empty name', { name: '' }, 940502],
    ['price 0', { price: 0 }, 940504],
    ['no price', { price: undefined }, 940504],
    ['a negative price', { price: -1 }, 940504],
    ['a price as text', { price: '1.20' }, 940504],
    ['three decimals', { price: 1.205 }, 940504],
    ['an unknown status', { status: 'enabled' }, 940007],
    ['an unknown field', { bid: 1 }, 940004],
  ])('refuses %s for that group alone', async (_, change, code) => {
    const json = await add([group, { ...group, ...change }, { ...group, name: '冬季' }]);
    const [first, second, third] = rows(json['groupIdList']);
    expect([first, third]).not.toContain(0);
    expect(second).toBe(0);
    expect(json['failures']).toMatchObject([{ index: 1, code, message: expect.any(String) }]);
  });

  it('wants a literal for a custom leaf, and tags in some industries', async () => {
    sandbox.control.setOptions({ customIndustryCodes: ['10010101'] });
    expect((await add([{ ...group, industryTags: leaf }]))['failures']).toMatchObject([{ code: 940506 }]);
    expect((await add([{ ...group, industryTags: { ...leaf, literal: '其他-x' } }]))['failures']).toEqual([]);
    sandbox.control.setOptions({ industryTagsRequired: true });
    expect((await add([group]))['failures']).toMatchObject([{ code: 940506 }]);
  });

  it.each([
    ['no field', {}],
    ['no JSON', { groups: '[{' }],
    ['an object', { groups: { campaignId: 1 } }],
    ['an empty list', { groups: [] }],
    ['an unknown field', { groups: [group], group: '1' }],
  ])('refuses a request with %s', async (_, fields) => {
    const { json, status } = await sandbox.client.post('/ads/group/batchAdd', fields);
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('groupIdList');
    expect(rows(json['failures'])).toHaveLength(1);
  });

  it('takes ids beyond 2^53 digit for digit', async () => {
    const large = await running({
      fixture: { campaigns: [{ campaignId: '9007199254740993' }], options: { firstId: '20240101123456789' } },
    });
    const body = new URLSearchParams({ groups: '[{"campaignId":9007199254740993,"name":"a","price":1.10}]' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await large.client.send('POST', '/ads/group/batchAdd', body.toString(), form);
    expect(reply.text).toContain('"groupIdList":[20240101123456789]');
    expect(large.control.state().groups).toMatchObject([{ campaignId: '9007199254740993', price: '1.10' }]);
    await large.close();
  });
});

describe('without campaigns in the fixture', () => {
  it('any campaign is taken', async () => {
    const sandbox = await running();
    const { json } = await sandbox.client.post('/ads/group/batchAdd', { groups: [{ ...group, campaignId: 77 }] });
    expect(rows(json['groupIdList'] as Json)).toEqual([910001]);
    await sandbox.close();
  });
});
