import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { workbook } from '../support/workbook.js';
import { load } from './support.js';

const manifest = (file: string) => `version: 1\nkeywordFiles: [${file}]\n`;
const file = (name: string, content: string | Uint8Array) =>
  load({ 'ads/a.yaml': manifest(name), [`ads/${name}`]: content });
const csv = (content: string | Uint8Array) => file('k.csv', content);

const BULK =
  '推广计划名称,推广计划状态,推广组名称,推广组出价,关键词,关键词匹配模式,关键词出价,关键词状态,关键词移动链接网址,创意标题,链接网址,ID';
const ROWS = [
  '计划一,启用,,,,,,,,,,1001',
  '计划一,,组一,0.50,,,,,,,,41',
  '计划一,,组一,,女鞋,智能短语,0.80,启用,https://m.example.com/a,,https://www.example.com/a,80000001',
  '计划一,,组一,,,,,,,好鞋{女鞋},https://www.example.com/b,90000001',
  '计划一,,组一,,男鞋,精确,--,暂停,,,,80000002',
  '计划一,,组一,,男鞋,,,,,好鞋,https://www.example.com/b,90000002',
];
const bulk = (...rows: string[]) => [BULK, ...rows].join('\r\n');

describe('the bulk file of the console', () => {
  it('gives its keywords, and counts what else is in it by what it is', async () => {
    const { diagnostics, resource, graph } = await csv(iconv.encode(bulk(...ROWS), 'gb18030'));
    expect(diagnostics.map(({ code, severity, detail }) => [code, severity, detail]).slice(1)).toEqual([
      ['csv-heading-ignored', 'warning', expect.stringContaining('"推广计划名称"')],
      ['rows-left-out', 'info', 'A campaign, not a keyword.'],
      ['rows-left-out', 'info', 'A group, not a keyword.'],
      ['rows-left-out', 'info', 'A creative, not a keyword. There are 2 like this in ads/k.csv; the first: 5:1, 7:1.'],
    ]);
    expect([...graph.resources.keys()]).toEqual(['keyword/80000001', 'keyword/80000002']);
    expect(resource('keyword/80000001')).toMatchObject({
      desired: {
        price: '0.80',
        matchType: 'phrase_intelligence',
        status: 'enable',
        url: 'https://www.example.com/a',
        mobileUrl: 'https://m.example.com/a',
      },
      expected: { word: '女鞋' },
    });
    expect(resource('keyword/80000002').desired).toEqual({ matchType: 'exact', status: 'pause' });
    expect(resource('keyword/80000002').origin.place(['status'])).toMatchObject({ line: 6 });
  });

  it('is counted the same page by page and as a workbook', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => [
      `计划一,,组一,,鞋${n},精确,1,启用,,,,${80_000_000 + n}`,
      `计划一,,组一,,,,,,,标题${n},https://www.example.com/${'x'.repeat(220)},${90_000_000 + n}`,
    ]).flat();
    const text = bulk(...many);
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_000_000);
    const paged = await csv(text);
    const book = await file(
      'k.xlsx',
      workbook([BULK, ...many].map((row) => row.split(',').map((one) => one || undefined))),
    );
    const small = await csv(iconv.encode(text, 'gb18030'));
    for (const [found, first] of [
      [paged, '3:1, 5:1, 7:1'],
      [book, 'Sheet1!A3, Sheet1!A5, Sheet1!A7'],
      [small, '3:1, 5:1, 7:1'],
    ] as const) {
      expect(found.errors).toEqual([]);
      expect(found.graph.resources.size).toBe(3000);
      expect(found.detail('rows-left-out')).toMatch(
        /^A creative, not a keyword\. There are 3000 like this in ads\/k\.(csv|xlsx); the first: /,
      );
      expect(found.detail('rows-left-out').endsWith(`the first: ${first}.`)).toBe(true);
    }
  });

  it('leaves out a row without a keyword with a warning where nothing says what it is', async () => {
    const { diagnostics, graph } = await csv('ID,关键词,关键词出价\n1,女鞋,1\n2,,\n');
    expect(diagnostics).toMatchObject([{ code: 'rows-left-out', severity: 'warning', source: { line: 3 } }]);
    expect([...graph.resources.keys()]).toEqual(['keyword/1']);
    // In a table of one's own the word is not managed there.
    expect([...(await csv('id,word,price\n1,,1\n2,鞋,1\n')).graph.resources.keys()]).toEqual([
      'keyword/1',
      'keyword/2',
    ]);
  });
});

describe('total rows', () => {
  it.each([
    ['关键词ID,关键词,出价\n1,女鞋,1\n合计,,2\n', 3],
    ['id,price\n总 计,2\n1,1\n', 2],
    ['id,price\n1,1\nTotal,2\n2,2\n', 3],
    ['推广计划,关键词ID,关键词,出价\n计划,1,女鞋,1\n合计：,2,,3\n', 3],
    ['word,id,price\n女鞋,1,1\ntotal,,1\n', 3],
    ['日期,关键词ID,关键词,出价\n总计 - 2,,,3\n', 2],
  ])('in %j are one error', async (text, line) => {
    const { errors } = await csv(text);
    expect(errors).toEqual([`ads/k.csv:${line}:1 table-total-row`]);
  });

  it('are not keywords because they only read like one', async () => {
    const { errors, graph } = await csv('word,id,price\ntotal,1,1\n合计,2,1\ntotals of shoes,3,1\n合计器,4,1\n');
    expect(errors).toEqual([]);
    expect(graph.resources.size).toBe(4);
  });
});

describe('a file that is another thing is one error that says what it is', () => {
  const HTML =
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>id</td></tr></table></body></html>';
  const UTF16 = Buffer.from('\uFEFFid\tprice\r\n1\t2\r\n', 'utf16le');
  it.each([
    ['k.csv', workbook([['id'], ['1']]), 'table-file-kind', 'a workbook or another zip archive'],
    ['k.tsv', workbook([['id'], ['1']]), 'table-file-kind', 'a workbook or another zip archive'],
    ['k.xls', workbook([['id'], ['1']]), 'table-file-kind', 'Name it .xlsx'],
    ['k.xls', HTML, 'table-file-kind', 'a web page with a table (HTML)'],
    ['k.csv', `\uFEFF\n  ${HTML}`, 'table-file-kind', 'a web page with a table (HTML)'],
    ['k.xlsx', `<!-- made by x -->\n<TABLE border="1"><tr>`, 'table-file-kind', 'a web page with a table (HTML)'],
    ['k.csv', Buffer.from(`\uFEFF${HTML}`, 'utf16le'), 'table-file-kind', 'a web page with a table (HTML)'],
    [
      'k.xls',
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'table-file-kind',
      'an XML spreadsheet',
    ],
    ['k.xls', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'table-file-kind', 'Excel 97–2003'],
    ['k.xlsx', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'table-file-kind', 'a workbook with a password'],
    ['k.xlsx', 'id,price\n1,2\n', 'table-file-kind', 'name it .csv or .tsv'],
    ['k.csv', UTF16, 'wrong-encoding', 'UTF-16 (little-endian, with a mark)'],
    ['k.tsv', UTF16.subarray(2), 'wrong-encoding', 'UTF-16 without a mark'],
    ['k.csv', 'sep=;\nid;price\n1;2\n', 'table-lines-above', '"sep=;" in the first line'],
    ['k.csv', '\uFEFF"sep=\t"\r\nid\tprice\r\n1\t2\r\n', 'table-lines-above', 'in the first line'],
    [
      'k.csv',
      '账户：鞋城\n日期,2026-01-01\n\n关键词ID,关键词,出价\n1,女鞋,1\n',
      'table-lines-above',
      'The headings are in line 4. Remove what is above them, which begins with "账户：鞋城".',
    ],
    ['k.tsv', '鞋城的关键词\nid\tprice\n1\t2\n', 'table-lines-above', 'The headings are in line 2.'],
    [
      'k.xlsx',
      workbook([['鞋城'], [], ['关键词ID', '出价'], ['1', '2']], ['A1:B1']),
      'table-lines-above',
      'The headings are in line 3.',
    ],
  ])('%s %#', async (name, content, code, detail) => {
    const { diagnostics } = await file(name, content);
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', source: { file: `ads/${name}`, line: 1 } });
    expect(diagnostics[0]?.detail).toContain(detail);
  });

  it('also where it is large', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => `${n + 1},鞋,1.20,https://www.example.com/`).join('\n');
    for (const above of ['sep=,\n', '鞋城\n\n']) {
      const { diagnostics } = await csv(`${above}id,word,price,url\n${rows}\n`);
      expect(diagnostics.map(({ code }) => code)).toEqual(['table-lines-above']);
    }
  });
});

describe('like faults of one column', () => {
  it('are one finding with their number and the first three places, those of others by themselves', async () => {
    const { errors, detail } = await csv('id,price,matchType\n1,abc,x\n2,abd,exact\n3,¥1,exact\n4,1,\n5,--,y\n6,-1,\n');
    expect(errors).toEqual(['ads/k.csv:2:3 bad-price', 'ads/k.csv:2:7 not-allowed']);
    expect(detail('bad-price')).toBe(
      '"abc" is not a price. There are 4 like this in ads/k.csv; the first: 2:3, 3:3, 4:3.',
    );
    expect(detail('not-allowed')).toContain('There are 2 like this in ads/k.csv; the first: 2:7, 6:6.');
  });

  it('are all counted, in a file of any size', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => `${n + 1},${n % 2 === 0 ? '￥1' : '1'}`).join('\n');
    const { errors, detail } = await csv(`id,price\n${rows}\n`);
    expect(errors).toEqual(['ads/k.csv:2:3 bad-price']);
    expect(detail('bad-price')).toContain('There are 2500 like this');
  });

  it('stay apart in a manifest', async () => {
    const { errors } = await load({
      'ads/a.yaml': 'version: 1\nkeywords:\n  - { id: 1, price: a }\n  - { id: 2, price: b }\n',
    });
    expect(errors).toHaveLength(2);
  });
});

describe('text tables', () => {
  it('take a .tsv with a mark, CRLF, commas in its headings, and quotes with line breaks and tabs', async () => {
    const { found, resource } = await file(
      'k.tsv',
      '\uFEFFid\t出价(元,含税)\tword\turl\r\n1\t1.20\t"女,""鞋"""\t"https://a.cn/?a=1"\r\n2\t1\t\t[]\r\n',
    );
    expect(found).toEqual([]);
    expect(resource('keyword/1')).toMatchObject({
      desired: { price: '1.20', url: 'https://a.cn/?a=1' },
      expected: { word: '女,"鞋"' },
    });
    expect(resource('keyword/2').desired).toEqual({ price: '1', url: '' });
    const broken = await file('k.tsv', 'id\tword\r\n1\t"a\tb\r\nc"\r\n2\tx\r\n');
    expect(broken.errors).toEqual(['ads/k.tsv:2:3 control-character']);
    expect(broken.graph.resources.has('keyword/2')).toBe(true);
  });
});
