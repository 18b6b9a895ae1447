import { describe, expect, it, test } from 'vitest';
import { keywordCautions } from '../../src/kinds/keyword/cautions.js';
import { hostCheck } from '../../src/kinds/live/account-hosts.js';
import type { AccountFacts } from '../../src/model/index.js';
import { cpuTime } from '../support/cpu-time.js';
import {
  app,
  applied,
  creative,
  group,
  inputs,
  keyword,
  type Live,
  observation,
  plan,
  resource,
  state,
} from './support.js';

async function warned(given: ReturnType<typeof inputs>, live: Live): Promise<readonly string[]> {
  const { plan: made } = await plan(given, live);
  return made.diagnostics
    .filter(({ code }) => !code.startsWith('outlier'))
    .map(({ code, detail }) => `${code}: ${detail}`);
}

const live = (id: string, facts: Readonly<Record<string, string>>, values = {}) =>
  observation(id, { price: '1.20', status: 'enable', ...values }, { facts });

const ACCOUNT: AccountFacts = { allowDomain: 'example.com, b.cn', allowMobileDomain: 'm.example.com' };

describe('hosts of the account', () => {
  const check = hostCheck(ACCOUNT, 'computer');
  it.each([
    'https://example.com/a',
    'http://www.Example.com:8080',
    'https://u@x.b.cn?a',
    'https://{host}/x',
    'app://x',
  ])('lets %s pass', (url) => expect(check(url)).toBeUndefined());
  it.each(['https://notexample.com/', 'https://example.com.evil.cn/', 'http://b.cn@evil.cn/'])('names %s', (url) =>
    expect(check(url)).toContain('is not among the hosts of the account (allowDomain: example.com, b.cn)'),
  );
  it('compares names in one form, and checks nothing where the account lists nothing', () => {
    expect(hostCheck({ allowDomain: '例子.中国' }, 'computer')('http://www.xn--fsqu00a.xn--fiqs8s/')).toBeUndefined();
    expect(hostCheck({ allowDomain: '' }, 'mobile')('https://anything.cn/')).toBeUndefined();
    expect(hostCheck({ allowDomain: 'b.cn' }, 'mobile')('https://x.cn/')).toContain('allowDomain');
  });
});

test('a keyword’s addresses are held against the list of their device', async () => {
  const wanted = { url: 'https://m.example.com/', mobileUrl: 'https://www.example.com/' };
  const found = await warned(inputs([keyword('5', wanted)], { accountFacts: ACCOUNT }), {
    keyword: { found: { 'keyword/5': live('5', {}, wanted) } },
  });
  expect(found).toEqual([
    'host-outside-account: www.example.com is not among the hosts of the account (allowMobileDomain: m.example.com): keyword/5.',
  ]);
});

test('a creative is looked at when it is to be made, and only then', async () => {
  const content = [{ text: 'a', url: 'https://other.cn/' }];
  const wanted = resource('rich-creative/a/sublinks-mobile', { content, status: 'enable' }, { parents: ['group/a'] });
  const given = { accountFacts: ACCOUNT };
  expect(await warned(inputs([group('a'), wanted], given), {})).toEqual([
    'host-outside-account: other.cn is not among the hosts of the account (allowMobileDomain: m.example.com): rich-creative/a/sublinks-mobile.',
  ]);
  const known = state([applied(group('a'), '1'), applied(wanted, '2', { parentId: '1' })]);
  expect(await warned(inputs([group('a'), wanted], { ...given, state: known }), {})).toEqual([]);
});

test('bids below the lowest; of a bid of 0 nothing is said before one was accepted', async () => {
  const found = await warned(
    inputs([
      keyword('1', { price: '0.80' }),
      keyword('2', { price: '1.20' }),
      keyword('3', { price: '0.00' }),
      keyword('4', { price: '0' }),
    ]),
    {
      keyword: {
        found: {
          'keyword/1': live('1', { pcLowestPrice: '1.20' }),
          'keyword/2': live('2', { pcLowestPrice: '1.2' }),
          'keyword/3': live('3', { pcLowestPrice: '1.20' }),
          'keyword/4': live('4', { pcLowestPrice: 'none' }, { price: '0.00' }),
        },
      },
    },
  );
  expect(found).toEqual(['bid-below-lowest: The bid is below pcLowestPrice: keyword/1 (0.80 < 1.20).']);
});

test('rejected keywords and apps, with the reason, those of one reason together', async () => {
  const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
  const facts = { status: 'enable', mobileStatus: 'reject', cause: '落地页无法打开' };
  const shop = app('shop', {}, { id: '70' });
  const found = await warned(inputs([...ids.map((id) => keyword(id, {})), keyword('9', {}), shop]), {
    keyword: {
      found: {
        ...Object.fromEntries(ids.map((id) => [`keyword/${id}`, live(id, facts)])),
        'keyword/9': live('9', { status: 'reject' }),
      },
    },
    app: { found: { 'app/shop': observation('70', shop.desired, { facts: { status: 'reject', cause: '资质' } }) } },
  });
  expect(found).toEqual([
    'rejected: The reason given is “落地页无法打开”: keyword/1, keyword/2, keyword/3, keyword/4, keyword/5, and 3 more.',
    'rejected: No reason is given: keyword/9.',
    'rejected: The reason given is “资质”: app/shop.',
  ]);
});

test('what is outside the targets is not spoken of', async () => {
  const given = inputs([keyword('1', {}), keyword('2', {})], { targets: ['keyword/2'] });
  const facts = { status: 'reject' };
  const found = { 'keyword/1': live('1', facts), 'keyword/2': live('2', facts) };
  expect(await warned(given, { keyword: { found } })).toEqual(['rejected: No reason is given: keyword/2.']);
});

describe('negative words against the group’s own keywords', () => {
  const negativeWords = { exact: ['二手车', 'ABC'], phrase: ['二手', 'used car'] };
  const shoes = group('cars', { negativeWords }, { id: '55' });
  const blocked = (groupId: string, word: string) =>
    warned(inputs([shoes, keyword('1', {})]), {
      keyword: { found: { 'keyword/1': live('1', { groupId, word }) } },
    });

  it('names both, and both kinds of negative', async () => {
    expect(await blocked('55', '二手车')).toEqual([
      'own-word-blocked: The negative “二手车” of group/cars is the text of: keyword/1 (“二手车”).',
      'own-word-blocked: The negative “二手” of group/cars is contained in the text of: keyword/1 (“二手车”).',
    ]);
  });

  it('compares as a service that folds would', async () => {
    expect(await blocked('55', 'ａｂｃ')).toHaveLength(1);
    expect(await blocked('55', 'a Used  Car b')).toHaveLength(1);
  });

  it.each([
    ['55', '二车手'],
    ['55', 'ABCD'],
    ['56', '二手车'],
  ])('says nothing of group %s, word %s', async (groupId, word) => expect(await blocked(groupId, word)).toEqual([]));

  it('knows the group by the state as well', async () => {
    const made = group('cars', { negativeWords });
    const given = inputs([made, keyword('1', {})], { state: state([applied(made, '55')]) });
    const found = { 'keyword/1': live('1', { groupId: '55', word: '二手车' }) };
    expect(await warned(given, { keyword: { found } })).toHaveLength(2);
  });
});

test('reasons without end are counted together', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => String(index + 1));
  const found = await warned(inputs(ids.map((id) => keyword(id, {}))), {
    keyword: {
      found: Object.fromEntries(ids.map((id) => [`keyword/${id}`, live(id, { status: 'reject', cause: id })])),
    },
  });
  expect(found).toHaveLength(51);
  expect(found.at(-1)).toMatch(/^rejected: Further reasons: keyword\/51, .*, and 65 more\.$/);
});

test('a sound keyword costs next to nothing', () => {
  const check = keywordCautions(ACCOUNT);
  const wanted = keyword('1', { price: '1.50', url: 'https://www.example.com/{keyword}', mobileUrl: '' });
  const seen = live('1', { pcLowestPrice: '0.30', status: 'enable', groupId: '5', word: '女鞋' });
  const before = cpuTime();
  for (let times = 0; times < 100_000; times++) check(wanted, seen);
  expect(cpuTime() - before).toBeLessThan(2000);
});

test('a creative without addresses causes no caution', async () => {
  expect(await warned(inputs([group('a'), creative('a')], { accountFacts: ACCOUNT }), {})).toEqual([]);
});
