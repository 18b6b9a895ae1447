import { describe, expect, it } from 'vitest';
import { number, workbook } from '../support/workbook.js';
import { load } from './support.js';

const MANIFEST = 'version: 1\ngroupFiles: [g.csv]\n';
const csv = (text: string, manifest = MANIFEST) => load({ 'ads/a.yaml': manifest, 'ads/g.csv': text });

describe('group files', () => {
  it('give groups by their keys, lists in a cell and the fields of maps', async () => {
    const { found, resource, graph } = await csv(
      [
        'key,campaignId,name,price,status,negativeWords.phrase,negativeWords.exact,industryTags.path,industryTags.literal,id',
        'autumn,1001,秋季女鞋,1.20,pause,免费|二手 女鞋,[],10|1001,其他-鞋,556677',
        '7,1001,冬季,2,,,,,,',
        'winter,1001,冬靴,2,--,,,,,',
      ].join('\n'),
    );
    expect(found).toEqual([]);
    expect(resource('group/autumn')).toMatchObject({
      id: '556677',
      desired: {
        campaignId: '1001',
        name: '秋季女鞋',
        price: '1.20',
        status: 'pause',
        negativeWords: { phrase: ['免费', '二手 女鞋'], exact: [] },
        industryTags: { path: ['10', '1001'], literal: '其他-鞋' },
      },
    });
    expect(resource('group/7').desired).toEqual({ campaignId: '1001', name: '冬季', price: '2', status: 'enable' });
    // In the order of the rows, whatever a key looks like.
    expect([...graph.resources.keys()]).toEqual(['group/autumn', 'group/7', 'group/winter']);
    expect(resource('group/winter').origin.place(['price'])).toMatchObject({ line: 4, column: 16 });
  });

  it("take the console's headings and words, in CSV, TSV and workbooks alike", async () => {
    const rows = [
      ['key', '推广计划ID', '推广组名称', '推广组出价（元）', '推广组状态', '组否定关键词', '组精确否定关键词'],
      ['g1', '1001', '女鞋', '1.5', '暂停推广', '免费|便宜', '二手'],
      ['g2', '1001', '男鞋', '2', '启用', '', '--'],
    ];
    const expected = {
      'group/g1': {
        campaignId: '1001',
        name: '女鞋',
        price: '1.5',
        status: 'pause',
        negativeWords: { phrase: ['免费', '便宜'], exact: ['二手'] },
      },
      'group/g2': { campaignId: '1001', name: '男鞋', price: '2', status: 'enable' },
    };
    const text = (separator: string) => rows.map((row) => row.join(separator)).join('\r\n');
    const numbers = rows.map((row, n) => row.map((one, c) => (n > 0 && (c === 1 || c === 3) ? number(one) : one)));
    for (const [file, content] of Object.entries({
      'g.csv': text(','),
      'g.tsv': text('\t'),
      'g.xlsx': workbook(numbers),
    })) {
      const { found, graph } = await load({
        'ads/a.yaml': `version: 1\ngroupFiles: [${file}]\n`,
        [`ads/${file}`]: content,
      });
      expect(found).toEqual([]);
      expect(Object.fromEntries([...graph.resources.values()].map((one) => [one.address, one.desired]))).toEqual(
        expected,
      );
    }
  });

  it('have the faults of a manifest, at the cells', async () => {
    const { errors, detail } = await csv(
      [
        'key,campaignId,name,price,negativeWords.phrase,industryTags.literal',
        'a b,1001,n,1,,',
        'g1,01,n,1,,',
        'g2,1001,n,-1,x||y,',
        ',1001,n,1,,',
        'g3,1001,,1,,鞋',
        'g4,1001,m,1,,鞋',
        'g2,1001,n,1,,',
      ].join('\n'),
    );
    expect(errors).toEqual([
      'ads/g.csv:2:1 bad-name',
      'ads/g.csv:3:4 bad-id',
      'ads/g.csv:4:11 bad-price',
      'ads/g.csv:4:14 too-short',
      'ads/g.csv:5:1 missing-key',
      'ads/g.csv:6:1 missing-key',
      'ads/g.csv:7:14 missing-key',
      'ads/g.csv:7:14 rule-broken',
      'ads/g.csv:8:1 duplicate-address',
    ]);
    expect(detail('duplicate-address')).toContain('group/g2 is declared twice. The other place is ads/g.csv:4:1.');
  });

  it('want a key and what a group cannot be without', async () => {
    const { errors, detail } = await csv('name,price\nn,1\n');
    expect(errors).toEqual(['ads/g.csv:1:1 csv-heading-missing', 'ads/g.csv:1:1 csv-heading-missing']);
    expect(detail('csv-heading-missing')).toContain('No column for key (key).');
  });

  it('are known to what names their groups, and named twice with a manifest', async () => {
    const manifest = `${MANIFEST}groups: { g1: { campaignId: 1, name: o, price: 1 } }
richCreatives:
  - groups: [g2]
    creative: sublinks-mobile
    content: [{ text: a, url: https://a.cn/ }, { text: b, url: https://a.cn/b }]
`;
    const { errors } = await csv('key,campaignId,name,price\ng1,1001,n,1\ng2,1001,m,1\n', manifest);
    expect(errors).toEqual(['ads/g.csv:2:1 duplicate-address']);
  });

  it('are read next to keyword files', async () => {
    const { found, graph } = await csv(
      'key,campaignId,name,price,推广计划\ng1,1001,n,1,x\n',
      'version: 1\ngroupFiles: [g.csv]\nkeywordFiles: [k.csv]\n',
    );
    expect(found).toEqual(['ads/a.yaml:3:16 source-unreadable', 'ads/g.csv:1:1 csv-heading-ignored']);
    expect(graph.resources.size).toBe(1);
  });

  it('are a place that groups may come from', async () => {
    const empty = await csv('key,campaignId,name,price\n');
    expect(empty.found).toEqual(['ads/g.csv:1:1 empty-file']);
    expect(empty.graph.emptySources).toMatchObject([{ kind: 'group' }]);
  });
});
