import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { type EditRequest, planEdits } from '../../src/manifest/write/edit-manifests.js';
import { editedBytes, fileText } from '../../src/manifest/write/edited-bytes.js';
import { unifiedDiff } from '../../src/manifest/write/unified-diff.js';
import { type Files, load, SECTIONS } from './support.js';

const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? Buffer.from(content) : content);

/** The files after the edits, and why what was not written was not. */
async function edited(files: Files, requests: readonly EditRequest[]) {
  const { graph, errors } = await load(files);
  expect(errors).toEqual([]);
  const { files: edits, notWritten } = planEdits(graph.resources, requests, SECTIONS);
  const after: Record<string, Buffer> = {};
  let diff = '';
  for (const [file, list] of edits) {
    const bytes = bytesOf(files[file] ?? '');
    const text = fileText(bytes, list);
    after[file] = await editedBytes(text, list);
    diff += [...unifiedDiff(file, text, list)].join('');
  }
  return { after, diff, reasons: notWritten.map(({ reason }) => reason) };
}

const set = (id: string, field: string, value: EditRequest['value']): EditRequest => ({
  address: field === 'tags' ? `picture/${id}` : `keyword/${id}`,
  path: [field],
  value,
});

describe('a value of YAML', () => {
  it.each<[string, string, EditRequest, string]>([
    ['plain', 'price: 0.80', set('1', 'price', '0.95'), 'price: 0.95'],
    ['with a comment after it', 'price: 0.80   # as agreed', set('1', 'price', '1'), 'price: 1   # as agreed'],
    ['in single quotes', "price: '0.80'", set('1', 'price', '0.95'), "price: '0.95'"],
    ['in double quotes', 'price: "0.80"', set('1', 'price', '0.95'), 'price: "0.95"'],
    [
      'a URL',
      'url: https://a.example/x',
      set('1', 'url', 'https://b.example/{k}?a=1&b=2'),
      'url: https://b.example/{k}?a=1&b=2',
    ],
    [
      'a URL that only quotes can hold',
      'url: https://a.example/x',
      set('1', 'url', 'https://a.example/x: y'),
      'url: "https://a.example/x: y"',
    ],
    ['an empty text', 'url: https://a.example/x', set('1', 'url', ''), 'url: ""'],
    ['a text that was empty', 'url: ""', set('1', 'url', 'https://a.example/'), 'url: "https://a.example/"'],
    [
      'folded',
      'url: >-\n      https://a.example/\n    price: 1',
      set('1', 'url', 'https://b.example/'),
      'url: https://b.example/\n    price: 1',
    ],
    [
      'over two lines',
      'url: "https://a.example/\\\n      x"\n    price: 1',
      set('1', 'url', 'https://b.example/'),
      'url: "https://b.example/"\n    price: 1',
    ],
    ['with a tag before it', 'price: !!str 0.80', set('1', 'price', '1'), 'price: !!str 1'],
    [
      'new, after the last field',
      'price: 0.80  # note\n    matchType: exact # why',
      set('1', 'status', 'pause'),
      'price: 0.80  # note\n    matchType: exact # why\n    status: pause',
    ],
  ])('%s', async (_name, before, request, expected) => {
    const file = (entry: string) =>
      `version: 1\n# first\nkeywords:\n  - id: "1"\n    ${entry}\n  - id: "2"\n    price: 0.80\n`;
    const { after } = await edited({ 'ads/a.yaml': file(before) }, [request]);
    expect(after['ads/a.yaml']?.toString()).toBe(file(expected));
  });

  it.each<[string, string, EditRequest, string]>([
    [
      'in brackets',
      '{ id: "1", price: 0.80, status: enable }',
      set('1', 'price', '0.9'),
      '{ id: "1", price: 0.9, status: enable }',
    ],
    [
      'a URL in brackets',
      '{ id: "1", url: a.example }',
      set('1', 'url', 'https://a.example/{k}'),
      '{ id: "1", url: "https://a.example/{k}" }',
    ],
    [
      'new in brackets',
      '{ id: "1", price: 0.80 }',
      set('1', 'status', 'pause'),
      '{ id: "1", price: 0.80, status: pause }',
    ],
    [
      'new in brackets over lines',
      '{ id: "1",\n      price: 0.80 # here\n    }',
      set('1', 'status', 'pause'),
      '{ id: "1",\n      price: 0.80, status: pause # here\n    }',
    ],
  ])('%s', async (_name, before, request, expected) => {
    const file = (entry: string) => `version: 1\nkeywords:\n  - ${entry}\n`;
    const { after } = await edited(
      { 'ads/a.yaml': file(before.replace('url: a.example', 'url: "https://a.example"')) },
      [request],
    );
    expect(after['ads/a.yaml']?.toString()).toBe(file(expected));
  });

  it.each<[string, string, string, readonly string[], string]>([
    ['in brackets', '[夏季, 主图]', '', ['秋季', '1'], '[秋季, "1"]'],
    [
      'an item a line',
      '\n      - 夏季\n      - 主图',
      '\n',
      ['秋季', '主图', '新品'],
      '\n      - 秋季\n      - 主图\n      - 新品',
    ],
    ['an item a line in the column of the key', '\n    - 夏季', '\n', ['秋季', '主图'], '\n    - 秋季\n    - 主图'],
  ])('a list %s', async (_name, before, _space, tags, expected) => {
    const file = (list: string) =>
      `version: 1\npictures:\n  - id: "1"\n    tags:${list.startsWith('\n') ? '' : ' '}${list}\n  - { id: "2", tags: [x] } # two\n`;
    const { after } = await edited({ 'ads/a.yaml': file(before) }, [set('1', 'tags', tags)]);
    expect(after['ads/a.yaml']?.toString()).toBe(file(expected));
  });

  it.each<[string, string, string]>([
    ['in a directive document', '%YAML 1.2\n---\n', '# last'],
    ['after tabs', '%YAML 1.2\n---\n', '\t# 女鞋'],
    ['in the plain form', '', '# last'],
  ])('a comment after the last item of a list stays: %s', async (_name, head, comment) => {
    const file = (list: string) =>
      `${head}version: 1\npictures:\n  - id: "1"\n    tags:\n${list} ${comment}\n    # below\n  - { id: "2", tags: [x] }\n`;
    const { after } = await edited({ 'ads/a.yaml': file('      - a\n      - b') }, [set('1', 'tags', ['c'])]);
    expect(after['ads/a.yaml']?.toString()).toBe(file('      - c'));
  });

  it.each<[string, string, string]>([
    ['after a key with ?', '  - ? id\n    : "1"\n', '  - ? id\n    : "1"\n    price: 1\n'],
    [
      'after a key with ? in a line of its own',
      '  -\n    ? id\n    : "1"\n    status: pause\n',
      '  -\n    ? id\n    : "1"\n    status: pause\n    price: 1\n',
    ],
  ])('a new field is in the column of the others: %s', async (_name, before, expected) => {
    const { after } = await edited({ 'ads/a.yaml': `version: 1\nkeywords:\n${before}` }, [set('1', 'price', '1')]);
    expect(after['ads/a.yaml']?.toString()).toBe(`version: 1\nkeywords:\n${expected}`);
  });

  it('is named and not written where the first key has a tag before it', async () => {
    const { after, reasons } = await edited({ 'ads/a.yaml': 'version: 1\nkeywords:\n  - !!str id: "1"\n' }, [
      set('1', 'price', '1'),
    ]);
    expect(reasons).toEqual(['ads/a.yaml:3: price cannot be added: the entry begins with an unusual key.']);
    expect(after).toEqual({});
  });

  it('keeps line ends of Windows and the mark at the start', async () => {
    const file = (price: string) => `\uFEFFversion: 1\r\nkeywords:\r\n  - id: "1" # 女鞋\r\n    price: ${price}\r\n`;
    const { after } = await edited({ 'ads/a.yaml': file('0.80') }, [
      set('1', 'price', '0.9'),
      set('1', 'status', 'pause'),
    ]);
    expect(after['ads/a.yaml']?.toString()).toBe(file('0.9\r\n    status: pause'));
  });

  it.each<[string, string, EditRequest, string]>([
    [
      'an alias',
      'x-bid: &bid 0.80\nkeywords:\n  - id: "1"\n    price: *bid\n',
      set('1', 'price', '1'),
      'ads/a.yaml:5: price is the alias *bid.',
    ],
    [
      'a value with an anchor that is used',
      'keywords:\n  - id: "1"\n    price: &bid 0.80\n  - id: "2"\n    price: *bid\n',
      set('1', 'price', '1'),
      'ads/a.yaml:4: price is shared with other entries by the anchor &bid.',
    ],
    [
      'a merge key',
      'x-base: &base { price: 0.80 }\nkeywords:\n  - <<: *base\n    id: "1"\n',
      set('1', 'price', '1'),
      'ads/a.yaml:2: price comes from a merge key (<<).',
    ],
    [
      'a list with remarks inside',
      'pictures:\n  - id: "1"\n    tags:\n      - a\n      # why\n      - b\n',
      set('1', 'tags', ['c']),
      'ads/a.yaml:5: tags has comments, or items of several lines, inside its list.',
    ],
    ['what no manifest has', 'keywords:\n  - id: "1"\n    price: 1\n', set('9', 'price', '1'), 'No manifest has it.'],
  ])('is named and not written: %s', async (_name, text, request, reason) => {
    const { after, reasons } = await edited({ 'ads/a.yaml': `version: 1\n${text}` }, [request]);
    expect(reasons).toEqual([reason]);
    expect(after).toEqual({});
  });

  it('an entry that takes part in a merge may still change what is its own', async () => {
    const file = (price: string) =>
      `version: 1\nx-base: &base { status: pause }\nkeywords:\n  - <<: *base\n    id: "1"\n    price: ${price}\n`;
    const { after } = await edited({ 'ads/a.yaml': file('0.80') }, [set('1', 'price', '1')]);
    expect(after['ads/a.yaml']?.toString()).toBe(file('1'));
  });
});

describe('a cell of a table', () => {
  const manifest = 'version: 1\nkeywordFiles: [k.csv]\n';

  it.each<[string, string, EditRequest, string]>([
    [
      'plain',
      'id,price,status\n1,0.80,enable\n2,0.80,enable\n',
      set('1', 'price', '1'),
      'id,price,status\n1,1,enable\n2,0.80,enable\n',
    ],
    ['quoted', 'id;price;status\n1;"0.80";enable\n', set('1', 'price', '1'), 'id;price;status\n1;"1";enable\n'],
    ['empty', 'id\tprice\tstatus\r\n1\t\tenable\r\n', set('1', 'price', '1'), 'id\tprice\tstatus\r\n1\t1\tenable\r\n'],
    ['the last of a file without a line end', 'id,price\n1,0.80', set('1', 'price', '1'), 'id,price\n1,1'],
    [
      'left out by a short row',
      'id,price,status,url\n1,0.80\n2,1,enable,[]\n',
      set('1', 'url', 'https://a.example'),
      'id,price,status,url\n1,0.80,,https://a.example\n2,1,enable,[]\n',
    ],
    ['that becomes an empty text', 'id,url\n1,https://a.example\n', set('1', 'url', ''), 'id,url\n1,[]\n'],
    [
      'that needs quotes',
      'id,url\n1,[]\n',
      set('1', 'url', 'https://a.example/?a=1,2'),
      'id,url\n1,"https://a.example/?a=1,2"\n',
    ],
    [
      'after a quoted cell of two lines',
      'id,备注,price\n1,"a\n""b""",0.80\n',
      set('1', 'price', '1'),
      'id,备注,price\n1,"a\n""b""",1\n',
    ],
  ])('%s', async (_name, before, request, expected) => {
    const { after } = await edited({ 'ads/a.yaml': manifest, 'ads/k.csv': before }, [request]);
    expect(after['ads/k.csv']?.toString()).toBe(expected);
  });

  const [PRICE, STATUS, URL] = [
    set('1', 'price', '1'),
    set('1', 'status', 'pause'),
    set('1', 'url', 'https://a.example'),
  ];

  it.each([
    ['in the order of the columns', 'id,price,status,url\n1\n', [PRICE, STATUS, URL], '1,1,pause,https://a.example'],
    ['in another order', 'id,price,status,url\n1\n', [URL, PRICE, STATUS], '1,1,pause,https://a.example'],
    ['with one between them that stays out', 'id,price,status,url\n1\n', [URL, PRICE], '1,1,,https://a.example'],
    ['after one that is left out', 'id;price;status;url\n1\n', [URL, STATUS], '1;;pause;https://a.example'],
    ['next to the last cell, which is empty', 'id,price,status,url\n1,\n', [STATUS, PRICE], '1,1,pause'],
    [
      'next to the last cell, which has a value',
      'id,price,status,url\n1,0.80\n',
      [URL, PRICE, STATUS],
      '1,1,pause,https://a.example',
    ],
    [
      'next to a quoted cell',
      'id\tprice\tstatus\turl\n1\t"0.80"\n',
      [URL, STATUS],
      '1\t"0.80"\tpause\thttps://a.example',
    ],
  ])('several cells of a short row go into their own columns, %s', async (_name, before, requests, row) => {
    const { after } = await edited({ 'ads/a.yaml': manifest, 'ads/k.csv': `${before}2\n` }, requests);
    expect(after['ads/k.csv']?.toString()).toBe(`${before.split('\n')[0]}\n${row}\n2\n`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@鞋', "'@鞋"],
    ['--', "'--"],
    ['[]', "'[]"],
    ["'007", "''007"],
    ['-新款,女鞋', `"'-新款,女鞋"`],
    ['12345678901234567', "'12345678901234567"],
    ['女鞋', '女鞋'],
  ])('gets a guard mark where it needs one: %s', async (name, cell) => {
    const groups = { 'ads/a.yaml': 'version: 1\ngroupFiles: [g.csv]\n' };
    const text = (written: string) => `key,campaignId,name,price\na,1001,${written},0.50\n`;
    const request = { address: 'group/a', path: ['name'], value: name };
    const { after } = await edited({ ...groups, 'ads/g.csv': text('old') }, [request]);
    expect(after['ads/g.csv']?.toString()).toBe(text(cell));
    const { graph, errors } = await load({ ...groups, 'ads/g.csv': text(cell) });
    expect([errors, graph.resources.get('group/a')?.desired['name']]).toEqual([[], name]);
  });

  it('of a file in GB18030 is written in it, and every other byte stays', async () => {
    const text = (url: string) => `关键词ID,备注,访问URL\r\n1,𠀀㐀女鞋,${url}\r\n`;
    const before = iconv.encode(text('https://a.example/鞋'), 'gb18030');
    const { after } = await edited({ 'ads/a.yaml': manifest, 'ads/k.csv': before }, [
      set('1', 'url', 'https://a.example/秋季'),
    ]);
    expect(new TextDecoder('gb18030').decode(after['ads/k.csv'])).toBe(text('https://a.example/秋季'));
    expect(after['ads/k.csv']).toEqual(iconv.encode(text('https://a.example/秋季'), 'gb18030'));
  });

  it.each<[string, string, string, string]>([
    ['启用', 'status', 'pause', '暂停'],
    ['有效', 'status', 'pause', '暂停推广'],
    ['"=""启用"""', 'status', 'pause', '"暂停"'],
    ['enabled', 'status', 'pause', 'paused'],
    ['enable', 'status', 'pause', 'pause'],
    ['精确', 'matchType', 'phrase', '短语'],
    ['广泛匹配', 'matchType', 'phrase_intelligence', '智能短语匹配'],
    ['精确', 'matchType', 'phrase_accurate', 'phrase_accurate'],
  ])('is written in the words of its column: %s', async (old, field, value, word) => {
    const text = (cell: string) => `id,${field}\n1,${cell}\n`;
    const { after } = await edited({ 'ads/a.yaml': manifest, 'ads/k.csv': text(old) }, [set('1', field, value)]);
    expect(after['ads/k.csv']?.toString()).toBe(text(word));
  });

  it.each<[string, string, string, string, string]>([
    ['an empty one', 'status', '启用', '', '暂停'],
    ['a dash', 'status', '有效', '--', '暂停推广'],
    ['one after others without words', 'status', '--,启用', '', '暂停'],
    ['a quoted one', 'status', '有效', '""', '"暂停推广"'],
    ['of read names', 'status', 'enabled', '', 'paused'],
    ['of the interface', 'status', 'enable', '', 'pause'],
    ['of a column that says nothing', 'status', '', '', 'pause'],
    ['of the type of match', 'matchType', '精确匹配', '', '短语匹配'],
  ])(
    'in a cell that says nothing is written in the words of the others: %s',
    async (_name, field, others, old, word) => {
      const rows = others.split(',').map((cell, index) => `${index + 2},${cell}\n`);
      const text = (cell: string) => `id,${field}\n1,${cell}\n${rows.join('')}`;
      const value = field === 'status' ? 'pause' : 'phrase';
      const { after } = await edited({ 'ads/a.yaml': manifest, 'ads/k.csv': text(old) }, [set('1', field, value)]);
      expect(after['ads/k.csv']?.toString()).toBe(text(word));
    },
  );

  it('in a cell that its row leaves out is written in the words of the others', async () => {
    const text = (cell: string) => `id,price,status\n1,0.80${cell}\n2,1,启用\n`;
    const { after } = await edited({ 'ads/a.yaml': manifest, 'ads/k.csv': text('') }, [set('1', 'status', 'pause')]);
    expect(after['ads/k.csv']?.toString()).toBe(text(',暂停'));
  });

  it('takes the words of its column from any part of a long table', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `${index + 2},https://a.example/${'x'.repeat(400)},`);
    const text = (cell: string, other: string) => `id,url,status\n1,[],${cell}\n${rows.join('\n')}${other}\n`;
    const files = { 'ads/a.yaml': manifest, 'ads/k.csv': text('', '启用') };
    const { after } = await edited(files, [set('1', 'status', 'pause')]);
    expect(after['ads/k.csv']?.toString()).toBe(text('暂停', '启用'));
  });

  it('is named where the file has no column for it', async () => {
    const { reasons } = await edited({ 'ads/a.yaml': manifest, 'ads/k.csv': 'id,price\n1,1\n' }, [
      set('1', 'status', 'pause'),
    ]);
    expect(reasons).toEqual(['ads/k.csv:2: status has no column in this table.']);
  });
});

describe('the diff', () => {
  it('shows three lines around what changes, and joins what is near', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `  - { id: "${index + 1}", price: 1 }`);
    const text = `version: 1\nkeywords:\n${rows.join('\n')}\n`;
    const { diff } = await edited({ 'ads/a.yaml': text }, [
      set('1', 'price', '2'),
      set('5', 'price', '3'),
      set('20', 'price', '4'),
    ]);
    expect(diff).toBe(`--- a/ads/a.yaml
+++ b/ads/a.yaml
@@ -1,10 +1,10 @@
 version: 1
 keywords:
-  - { id: "1", price: 1 }
+  - { id: "1", price: 2 }
   - { id: "2", price: 1 }
   - { id: "3", price: 1 }
   - { id: "4", price: 1 }
-  - { id: "5", price: 1 }
+  - { id: "5", price: 3 }
   - { id: "6", price: 1 }
   - { id: "7", price: 1 }
   - { id: "8", price: 1 }
@@ -19,4 +19,4 @@
   - { id: "17", price: 1 }
   - { id: "18", price: 1 }
   - { id: "19", price: 1 }
-  - { id: "20", price: 1 }
+  - { id: "20", price: 4 }
`);
  });

  it('counts lines that are new', async () => {
    const { diff } = await edited({ 'ads/a.yaml': 'version: 1\nkeywords:\n  - id: "1"\n    price: 1' }, [
      set('1', 'status', 'pause'),
    ]);
    expect(diff).toBe(`--- a/ads/a.yaml
+++ b/ads/a.yaml
@@ -1,4 +1,5 @@
 version: 1
 keywords:
   - id: "1"
-    price: 1
\\ No newline at end of file
+    price: 1
+    status: pause
\\ No newline at end of file
`);
  });
});
