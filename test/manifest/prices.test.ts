import { describe, expect, it } from 'vitest';
import { load } from './support.js';

const project = (prices: string) =>
  `version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n${prices === '' ? '' : `    service: { prices: { ${prices} } }\n`}`;

const keyword = (price: string, prices = '') =>
  load({
    'adwright.yaml': project(prices),
    'ads/a.yaml': `version: 1\nkeywords:\n  - id: 1\n    price: ${price}\n`,
  });
const group = (price: string, prices = '') =>
  load({
    'adwright.yaml': project(prices),
    'ads/a.yaml': `version: 1\ngroups:\n  g:\n    campaignId: 1\n    name: n\n    price: ${price}\n`,
  });
const KEYWORD = 'ads/a.yaml:4:12';
const GROUP = 'ads/a.yaml:6:12';

describe('decimals of a price', () => {
  // What is counted is what is sent: zeros at the end are not.
  it.each(['1', '1.2', '1.20', '1.200', '0.0', '12.340000'])('%s has at most two', async (price) => {
    expect((await keyword(price)).found).toEqual([]);
  });

  it.each([
    ['1.005', 3],
    ['0.1234', 4],
    ['0.001', 3],
    ['2.3450', 3],
  ])('%s has %d: a warning, for a keyword and for a group', async (price, decimals) => {
    const one = await keyword(price);
    expect([one.found, one.errors]).toEqual([[`${KEYWORD} price-decimals`], []]);
    expect(one.detail('price-decimals')).toBe(`${price} has ${decimals} decimals; the service takes at most 2.`);
    expect(one.resource('keyword/1').desired['price']).toBe(price);
    expect((await group(price)).found).toEqual([`${GROUP} price-decimals`]);
  });

  it('a service that takes more, or fewer, is a setting', async () => {
    expect((await keyword('1.005', 'decimals: 3')).found).toEqual([]);
    expect((await group('1.005', 'decimals: 3')).found).toEqual([]);
    expect((await keyword('1.0051', 'decimals: 3')).found).toEqual([`${KEYWORD} price-decimals`]);
    expect((await keyword('1.50', 'decimals: 1')).found).toEqual([]);
    expect((await keyword('1.55', 'decimals: 1')).detail('price-decimals')).toBe(
      '1.55 has 2 decimals; the service takes at most 1.',
    );
    expect((await keyword('1.5', 'decimals: 0')).detail('price-decimals')).toBe(
      '1.5 has 1 decimal; the service takes none.',
    );
  });

  it('rows of a CSV file are looked at as well', async () => {
    const { found } = await load({
      'adwright.yaml': project(''),
      'ads/a.yaml': 'version: 1\nkeywordFiles: [k.csv]\n',
      'ads/k.csv': 'id,price\n1,0.80\n2,0.805\n',
    });
    expect(found).toEqual(['ads/k.csv:3:3 price-decimals']);
  });
});

describe('0 as a bid', () => {
  it.each(['0', '0.00', '0.000'])('%s as a group’s is a warning', async (price) => {
    const one = await group(price);
    expect([one.found, one.errors]).toEqual([[`${GROUP} group-bid-zero`], []]);
  });

  it('says nothing of a service that takes it, of the smallest bid, and of a keyword', async () => {
    expect((await group('0', 'groupZero: accepted')).found).toEqual([]);
    expect((await group('0.01')).found).toEqual([]);
    expect((await keyword('0')).found).toEqual([]);
  });
});
