import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../src/manifest/table/csv.js';
import { load } from './support.js';

const MANIFEST = 'version: 1\nkeywordFiles: [keywords/*.csv]\n';
const csv = (content: string | Uint8Array, manifest = MANIFEST) =>
  load({ 'ads/a.yaml': manifest, 'ads/keywords/k.csv': content });
/** 关键词ID,关键词,出价 / 1,女鞋,0.80 in GB18030. */
const GB18030 = Buffer.concat([
  Buffer.from('b9d8bcfcb4ca4944', 'hex'),
  Buffer.from(','),
  Buffer.from('b9d8bcfcb4ca', 'hex'),
  Buffer.from(','),
  Buffer.from('b3f6bcdb', 'hex'),
  Buffer.from('\r\n1,'),
  Buffer.from('c5aed0ac', 'hex'),
  Buffer.from(',0.80\r\n'),
]);

describe('keyword files', () => {
  it('give keywords like entries of a manifest', async () => {
    const { found, resource } = await csv('id,word,price,url,status\n1,女鞋,0.80,[],enable\n2,,1.20,,\n');
    expect(found).toEqual([]);
    expect(resource('keyword/1')).toMatchObject({
      id: '1',
      desired: { price: '0.80', url: '', status: 'enable' },
      expected: { word: '女鞋' },
    });
    expect(resource('keyword/2').desired).toEqual({ price: '1.20' });
    expect(resource('keyword/2').origin.place(['price'])).toMatchObject({
      file: 'ads/keywords/k.csv',
      line: 3,
      column: 4,
    });
  });

  it("read the console's headings with their units, its words, and -- as nothing", async () => {
    const { errors, resource } = await csv(
      [
        '关键词ID,关键词,出价（元）,匹配模式,启用状态,移动访问网址',
        '1,女鞋,0.80,精确,启用,--',
        '2,男鞋,--,智能短语匹配,暂停推广,https://m.example.com',
        '3,童鞋,1 ,广泛,有效,',
      ].join('\n'),
    );
    expect(errors).toEqual(['ads/keywords/k.csv:4:6 bad-price']);
    expect(resource('keyword/1').desired).toEqual({ price: '0.80', matchType: 'exact', status: 'enable' });
    expect(resource('keyword/2').desired).toEqual({
      matchType: 'phrase_intelligence',
      mobileUrl: 'https://m.example.com',
      status: 'pause',
    });
  });

  it('take read names with read values', async () => {
    const { errors, resource } = await csv('keywordId,price,optStatus\n1,0.80,paused\n2,0.80,enabled\n');
    expect(errors).toEqual([]);
    expect(resource('keyword/1').desired['status']).toBe('pause');
    expect(resource('keyword/2').desired['status']).toBe('enable');
  });

  it('take a mark, CRLF, tabs, quotes and line breaks', async () => {
    const { found, resource } = await csv('\uFEFFid\tword\turl\r\n1\t"女,""鞋"""\t"https://a.cn/?a=1"\r\n');
    expect(found).toEqual([]);
    expect(resource('keyword/1').expected).toEqual({ word: '女,"鞋"' });
  });

  it('take GB18030 and say so', async () => {
    const { found, resource, diagnostics } = await csv(GB18030);
    expect(found).toEqual(['ads/keywords/k.csv:1:1 encoding-taken']);
    expect(diagnostics[0]?.severity).toBe('info');
    expect(resource('keyword/1')).toMatchObject({ desired: { price: '0.80' }, expected: { word: '女鞋' } });
  });

  it('take a stated encoding without a note', async () => {
    const { found } = await csv(GB18030, 'version: 1\nkeywordFiles: [{path: keywords/k.csv, encoding: gb18030}]\n');
    expect(found).toEqual([]);
  });

  it('refuse a stated encoding that they do not have, and an unknown one', async () => {
    const stated = await csv(GB18030, 'version: 1\nkeywordFiles: [{path: keywords/k.csv, encoding: utf-8}]\n');
    expect(stated.errors).toEqual(['ads/keywords/k.csv:1:1 wrong-encoding']);
    const unknown = await csv(GB18030, 'version: 1\nkeywordFiles: [{path: keywords/k.csv, encoding: latin1}]\n');
    expect(unknown.errors).toEqual(['ads/a.yaml:2:49 not-allowed']);
  });

  it('report faults by row and column', async () => {
    const { errors } = await csv('id,price,matchType\n1,abc,exact\n02,1,exact\n3,1,Exact\n');
    expect(errors).toEqual([
      'ads/keywords/k.csv:2:3 bad-price',
      'ads/keywords/k.csv:3:1 bad-id',
      'ads/keywords/k.csv:4:5 not-allowed',
    ]);
  });

  it('name both places of a keyword that a manifest has too', async () => {
    const { errors } = await csv('id\n5\n', `${MANIFEST}keywords: [{id: 5}]\n`);
    expect(errors).toEqual(['ads/keywords/k.csv:2:1 duplicate-address']);
  });

  it('refuse scientific ids and strip guard marks', async () => {
    const spoilt = await csv('id,price\n2.0240101123456E+16,1\n');
    expect(spoilt.errors).toEqual(['ads/keywords/k.csv:2:1 bad-id']);
    expect(spoilt.detail('bad-id')).toContain('last digits are lost');
    const guarded = await csv('id,price\n="20240101123456789",1\n\'20240101123456788,1\n\t20240101123456787,1\n');
    expect(guarded.errors).toEqual([]);
    expect([...guarded.graph.resources.keys()]).toEqual([
      'keyword/20240101123456789',
      'keyword/20240101123456788',
      'keyword/20240101123456787',
    ]);
  });

  it('name columns that are ignored, misspelt, missing and doubled', async () => {
    expect((await csv('id,推广计划\n1,x\n')).found).toEqual(['ads/keywords/k.csv:1:1 csv-heading-ignored']);
    expect((await csv('id,pricee\n1,2\n')).errors).toEqual(['ads/keywords/k.csv:1:4 unknown-key']);
    expect((await csv('word,price\n女鞋,2\n')).errors).toEqual(['ads/keywords/k.csv:1:1 csv-heading-missing']);
    expect((await csv('id,price,出价\n1,2,3\n')).errors).toEqual(['ads/keywords/k.csv:1:10 csv-heading-repeated']);
  });

  it('point at a quote that is never closed and at a row with too many fields', async () => {
    expect((await csv('id,word\n1,"女鞋\n2,x\n')).errors).toEqual(['ads/keywords/k.csv:2:3 csv-syntax']);
    expect((await csv('id,price\n1,1,000\n')).errors).toEqual(['ads/keywords/k.csv:2:5 csv-syntax']);
  });

  it('are missed at the pattern, and an exact path is missed as an error', async () => {
    const none = await load({ 'ads/a.yaml': MANIFEST });
    expect(none.found).toEqual(['ads/a.yaml:2:16 pattern-without-files']);
    const exact = await load({ 'ads/a.yaml': 'version: 1\nkeywordFiles: [k.csv]\n' });
    expect(exact.errors).toEqual(['ads/a.yaml:2:16 source-unreadable']);
    const outside = await load({ 'ads/a.yaml': 'version: 1\nkeywordFiles: [../../k.csv]\n' });
    expect(outside.errors).toEqual(['ads/a.yaml:2:16 outside-project']);
  });

  it.each([
    ['/etc/passwd', '/etc/passwd'],
    ['/*.csv', '/*.csv'],
    ["'C:\\k.csv'", 'C:/k.csv'],
    ["'\\\\host\\k.csv'", '//host/k.csv'],
    ['{ path: /k.xlsx, sheet: A }', '/k.xlsx'],
  ])('are not looked for at an absolute path: %s', async (written, path) => {
    for (const key of ['keywordFiles', 'groupFiles']) {
      const { errors, detail } = await load({
        'ads/a.yaml': `version: 1\n${key}: [${written}]\n`,
        'ads/k.csv': 'id\n1\n',
      });
      expect(errors).toEqual([expect.stringMatching(/^ads\/a\.yaml:2:\d+ outside-project$/)]);
      expect(detail('outside-project')).toBe(
        `${path} is an absolute path; write it relative to the file that names it.`,
      );
    }
  });
});

it('reads CSV as RFC 4180 has it', () => {
  const { records, faults } = parseCsv('a,"b\nc",""\n\n,x\n', ',');
  expect(faults).toEqual([]);
  expect(records.map(({ fields }) => fields)).toEqual([
    ['a', 'b\nc', ''],
    ['', 'x'],
  ]);
  expect(parseCsv('a,"b"c,d', ',')).toMatchObject({
    faults: [{ offset: 4 }],
    records: [{ fields: ['a', 'b"c', 'd'] }],
  });
});
