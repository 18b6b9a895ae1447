import { describe, expect, it } from 'vitest';
import { isDateFormat } from '../../src/manifest/workbook/date-styles.js';
import { type Cell, cell, number, partsOf, type SheetContent, workbook, zipOf } from '../support/workbook.js';
import { load } from './support.js';

const MANIFEST = 'version: 1\nkeywordFiles: [k.xlsx]\n';
const book = (content: Uint8Array, manifest = MANIFEST) => load({ 'ads/a.yaml': manifest, 'ads/k.xlsx': content });
const sheet = (...rows: (readonly Cell[])[]) => book(workbook(rows));
const sheets = (content: Readonly<Record<string, SheetContent>>, manifest?: string) =>
  book(zipOf(partsOf(content)), manifest);
const one = (...rows: (readonly Cell[])[]): SheetContent => ({ rows });
const cellsOf = (found: {
  readonly diagnostics: readonly { readonly code: string; readonly source?: { cell?: string } }[];
}) => found.diagnostics.map(({ code, source }) => `${source?.cell} ${code}`);

describe('a workbook', () => {
  it('gives keywords like a CSV file: texts, numbers, and the words of the console', async () => {
    const { found, resource } = await sheet(
      ['关键词ID', '关键词', '出价（元）', '匹配模式', '启用状态', '访问网址'],
      ['310547015103999901', '女鞋', number('0.8'), '精确', '启用', '[]'],
      [number('80001234'), '男鞋 & <靴>', '1.20', '智能短语匹配', '暂停', '--'],
      [],
      [
        cell('t="inlineStr"', '<is><r><t>777</t></r><r><t>8</t></r><rPh><t>x</t></rPh></is>'),
        '靴',
        number('1.1000000000000001'),
      ],
    );
    expect(found).toEqual([]);
    expect(resource('keyword/310547015103999901')).toMatchObject({
      desired: { price: '0.8', matchType: 'exact', status: 'enable', url: '' },
      expected: { word: '女鞋' },
    });
    expect(resource('keyword/80001234')).toMatchObject({
      desired: { price: '1.20', matchType: 'phrase_intelligence', status: 'pause' },
      expected: { word: '男鞋 & <靴>' },
    });
    expect(resource('keyword/7778').desired).toEqual({ price: '1.1' });
    expect(resource('keyword/80001234').origin.place(['price'])).toEqual({
      file: 'ads/k.xlsx',
      line: 3,
      column: 3,
      endLine: 3,
      endColumn: 4,
      cell: 'Sheet1!C3',
    });
  });

  it('keeps ids of more than 15 digits that are texts, and refuses those that are numbers, with the cell', async () => {
    const found = await sheet(
      ['id', 'price'],
      ['20240101123456789', '1'],
      [number('20240101123456700'), '1'],
      [number('999999999999999'), '1'],
      [number('1E+15'), '1'],
    );
    expect(cellsOf(found)).toEqual(['Sheet1!A3 workbook-cell']);
    expect(found.detail('workbook-cell')).toBe(
      'A3 holds a number of more than 15 digits (20240101123456700), whose last digits a spreadsheet rounds. Format the column as text and enter the value again. There are 2 like this in ads/k.xlsx; the first: Sheet1!A3, Sheet1!A5.',
    );
    expect([...found.graph.resources.keys()]).toEqual(['keyword/20240101123456789', 'keyword/999999999999999']);
  });

  it('takes the stored value of a formula, and says where there is none', async () => {
    const found = await sheet(
      ['id', 'price', 'word'],
      ['1', cell('', '<f>1+1</f><v>2</v>'), cell('t="str"', '<f>A1</f><v>鞋</v>')],
      ['2', cell('', '<f>1+1</f>'), cell('t="str"', '<f>""</f><v></v>')],
      ['3', cell('', '<f>1+1</f><v/>')],
    );
    expect(cellsOf(found)).toEqual(['Sheet1!B3 workbook-cell']);
    expect(found.detail('workbook-cell')).toContain('B3 holds a formula without a stored value');
    expect(found.detail('workbook-cell')).toContain(
      'There are 2 like this in ads/k.xlsx; the first: Sheet1!B3, Sheet1!B4.',
    );
    expect(found.resource('keyword/1')).toMatchObject({ desired: { price: '2' }, expected: { word: '鞋' } });
    expect(found.resource('keyword/2').expected).toBeUndefined();
  });

  it.each([
    ['a date', number('45292', 1), 'holds a date'],
    ['a date in a format of its own', number('45292', 3), 'holds a date'],
    ['an ISO date', cell('t="d"', '<v>2024-01-01</v>'), 'holds a date'],
    ['a truth value', cell('t="b"', '<v>1</v>'), 'holds the boolean TRUE'],
    ['an error', cell('t="e"', '<v>#N/A</v>'), 'holds the error #N/A'],
    ['an unknown text', cell('t="s"', '<v>999</v>'), 'names a text that the workbook does not have'],
    ['no number', cell('', '<v>abc</v>'), 'holds a number that cannot be read'],
  ])('refuses %s where a value is wanted, and nowhere else', async (_, value, detail) => {
    const found = await sheet(['id', 'word', 'note'], ['1', value, value], ['2', '鞋', value]);
    expect(found.errors).toEqual(['ads/k.xlsx:2:2 workbook-cell']);
    expect(found.detail('workbook-cell')).toContain(`B2 ${detail}`);
    expect(found.resource('keyword/2').expected).toEqual({ word: '鞋' });
  });

  it('refuses merged cells in a column that it takes, and in an id tells of no missing one besides', async () => {
    const rows = [['id', 'price', 'note'], ['1', '1', 'x'], ['2'], ['3', '3']];
    const found = await book(workbook(rows, ['B2:B3', 'C2:C3']));
    expect(cellsOf(found).filter((text) => text.includes('cell'))).toEqual(['Sheet1!B2 workbook-cell']);
    expect(found.detail('workbook-cell')).toContain('B2:B3 are one merged cell');
    const ids = await book(
      workbook(
        [
          ['id', 'price'],
          ['1', '1'],
          [undefined, '2'],
        ],
        ['A2:A3'],
      ),
    );
    expect(ids.errors).toContain('ads/k.xlsx:2:1 workbook-cell');
  });

  it('tells of no cell in a row that is left out, and drops no row for a cell that no one wants', async () => {
    const head = ['ID', '关键词', '关键词出价', '创意标题', '创建时间'];
    const date = number('45292', 1);
    const formula = cell('', '<f>A1</f>');
    const found = await sheet(
      head,
      ['1', '女鞋', '1', undefined, date],
      ['2', undefined, formula, '好鞋', date],
      [undefined, '男鞋', '1', undefined, date],
      ['4', date, '1', undefined, date],
      ['5', undefined, formula, undefined, date],
    );
    expect(cellsOf(found)).toEqual([
      'Sheet1!A1 csv-heading-ignored',
      'Sheet1!A3 rows-left-out',
      'Sheet1!A4 missing-key',
      'Sheet1!B5 workbook-cell',
      'Sheet1!A6 rows-left-out',
    ]);
  });

  it('names faults of values by their cells, those of one column together', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => [String(n + 1), n % 2 === 0 ? '¥1' : '1']);
    const found = await sheet(['id', 'price'], ...rows);
    expect(cellsOf(found)).toEqual(['Sheet1!B2 bad-price']);
    expect(found.detail('bad-price')).toContain(
      'There are 15 like this in ads/k.xlsx; the first: Sheet1!B2, Sheet1!B4, Sheet1!B6.',
    );
  });

  it('reads the sheet that is named, or the only one that holds anything', async () => {
    const content = { 说明: one(), 关键词: one(['id', 'price'], ['1', '2']), 空: one([]) };
    expect([...(await sheets(content)).graph.resources.keys()]).toEqual(['keyword/1']);
    const hidden = { a: one(['id'], ['1']), b: { ...one(['id'], ['2']), state: 'hidden' } as const };
    expect([...(await sheets(hidden)).graph.resources.keys()]).toEqual(['keyword/1']);
    const both = 'version: 1\nkeywordFiles:\n  - { path: k.xlsx, sheet: a }\n  - { path: k.xlsx, sheet: b }\n';
    expect([...(await sheets(hidden, both)).graph.resources.keys()]).toEqual(['keyword/1', 'keyword/2']);
  });

  it('asks which sheet is meant, names those there are, and points at the manifest', async () => {
    const two = { 甲: one(['id'], ['1']), 乙: one(['id'], ['2']) };
    const none = await sheets(two);
    expect(none.found).toEqual(['ads/a.yaml:2:16 workbook-sheet']);
    expect(none.detail('workbook-sheet')).toBe(
      'ads/k.xlsx: Say which sheet is meant: { path: …, sheet: … }. The sheets are "甲", "乙".',
    );
    const wrong = await sheets(two, 'version: 1\nkeywordFiles: [{path: k.xlsx, sheet: 丙}]\n');
    expect(wrong.found).toEqual(['ads/a.yaml:2:38 workbook-sheet']);
    expect(wrong.detail('workbook-sheet')).toContain('There is no sheet "丙". The sheets are "甲", "乙".');
    const csv = await load({
      'ads/a.yaml': 'version: 1\nkeywordFiles: [{path: k.csv, sheet: a}]\n',
      'ads/k.csv': 'id\n1\n',
    });
    expect(csv.found).toEqual(['ads/a.yaml:2:37 workbook-sheet']);
  });

  it('is missed where its sheet is empty', async () => {
    expect((await sheets({ a: one() })).errors).toEqual(['ads/k.xlsx:1:1 csv-heading-missing']);
    expect((await sheets({ a: one(['id']) })).found).toEqual(['ads/k.xlsx:1:1 empty-file']);
  });

  it('is left alone while a spreadsheet has it open', async () => {
    const { found } = await load({
      'ads/a.yaml': 'version: 1\nkeywordFiles: ["*.xlsx"]\n',
      'ads/k.xlsx': workbook([['id'], ['1']]),
      'ads/~$k.xlsx': 'somebody',
    });
    expect(found).toEqual([]);
  });

  it('may name its elements with a prefix and its parts from the root', async () => {
    const parts = partsOf({ a: one(['id', 'price'], ['1', number('2')]) });
    const prefixed = (xml: string) => xml.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=');
    for (const part of Object.keys(parts).filter((name) => name.startsWith('xl/') && !name.endsWith('.rels')))
      parts[part] = prefixed(parts[part] ?? '');
    parts['_rels/.rels'] = (parts['_rels/.rels'] ?? '').replace('Target="xl', 'Target="/xl');
    expect([...(await book(zipOf(parts))).graph.resources.keys()]).toEqual(['keyword/1']);
  });
});

describe('a workbook that cannot be read is one error', () => {
  const whole = workbook([
    ['id', 'price'],
    ['1', '2'],
  ]);
  const parts = () => partsOf({ a: one(['id'], ['1']) });
  const SHEET = 'xl/worksheets/sheet1.xml';
  const altered = (change: (xml: string) => string) => {
    const all = parts();
    return zipOf({ ...all, [SHEET]: change(all[SHEET] ?? '') });
  };
  const flipped = () => {
    const bytes = Buffer.from(zipOf(parts()));
    // The checksum in the list and in front of the part no longer fits.
    const at = bytes.lastIndexOf(SHEET) - 30;
    bytes.writeUInt32LE(1, at);
    return bytes;
  };
  const bomb = `<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(400_000)}</sheetData></worksheet>`;

  it.each([
    ['cut off', whole.subarray(0, whole.length - 40), 'its end is missing'],
    ['cut off at its start', whole.subarray(200), 'is not a workbook'],
    ['empty', Buffer.alloc(0), 'The file is empty'],
    ['another archive', zipOf({ 'a.txt': 'x' }), 'not an Excel workbook'],
    ['a bomb', zipOf({ ...parts(), [SHEET]: bomb }), 'unpacks to too much'],
    ['a part of an untrue size', zipOf(parts(), { [SHEET]: 10 }), 'cannot be unpacked'],
    ['many parts', zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`p${n}`, '']))), '10001 parts'],
    ['a wrong checksum', flipped(), 'checksum'],
    ['broken XML', altered((xml) => xml.replace('</row>', '</rod>')), 'is not XML'],
    ['XML that ends early', altered((xml) => xml.replace('</worksheet>', '')), 'ends too early'],
    ['rows out of order', altered((xml) => xml.replace('r="2"', 'r="1"')), 'rows are not in order'],
    ['a cell out of place', altered((xml) => xml.replace('"A2"', '"A3"')), 'A3 is out of place'],
    ['a cell beyond the last column', altered((xml) => xml.replace('"A2"', '"XFE2"')), 'XFE2 is out of place'],
    ['a row beyond the last', altered((xml) => xml.replaceAll('2"', '1048577"')), 'row 1048577'],
    [
      'cells far apart',
      altered((xml) =>
        xml.replace(
          '</sheetData>',
          Array.from({ length: 700 }, (_, n) => `<row r="${n + 3}"><c r="XFD${n + 3}"><v>1</v></c></row>`).join('') +
            '</sheetData>',
        ),
      ),
      'more than 10 million cells',
    ],
    [
      'a missing sheet',
      zipOf(Object.fromEntries(Object.entries(parts()).filter(([name]) => name !== SHEET))),
      'sheet1.xml is missing',
    ],
    [
      'entities',
      altered((xml) => xml.replace('<worksheet', '<!DOCTYPE a [<!ENTITY b "1">]><worksheet').replace('<v>0', '<v>&b;')),
      'is not XML',
    ],
  ])('%s', async (_, content, detail) => {
    const { errors, diagnostics } = await book(content);
    expect(errors).toHaveLength(1);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.detail).toContain(detail);
    expect(['workbook-unreadable', 'table-file-kind']).toContain(diagnostics[0]?.code);
  });
});

it.each([
  ['yyyy"年"m"月"d"日"', true],
  ['[h]:mm', true],
  ['m/d/yy', true],
  ['General', false],
  ['G/通用格式', false],
  ['0.00_);[Red](0.00)', false],
  ['"day "0', false],
  ['[$-804]¥#,##0.00', false],
  ['@', false],
])('the format %s shows a date: %s', (code, expected) => {
  expect(isDateFormat(code)).toBe(expected);
});
