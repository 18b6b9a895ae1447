import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../support/cpu-time.js';
import { digestOf, folderOf, group, load, loadFolder, loadText, PROJECT } from './support.js';

const words = (list: string) => group('negativeWords:', `  exact: ${list}`);
const exact = async (list: string) => {
  const { resource, errors } = await loadText(words(list));
  expect(errors).toEqual([]);
  const { negativeWords } = resource('group/g').desired;
  return (negativeWords as { exact: readonly string[] }).exact;
};

describe('words that look like booleans or nothing', () => {
  it('keeps them as text', async () => {
    expect(await exact('[no, on, NO, y, off, true, False, "null", "~", yes]')).toEqual([
      'no',
      'on',
      'NO',
      'y',
      'off',
      'true',
      'False',
      'null',
      '~',
      'yes',
    ]);
  });

  it('refuses an unquoted null or ~ at its place', async () => {
    const { errors, detail } = await loadText(words('[no, null, ~]'));
    expect(errors).toEqual(['ads/a.yaml:8:19 ambiguous-null', 'ads/a.yaml:8:25 ambiguous-null']);
    expect(detail('ambiguous-null')).toContain('The item has no value.');
  });

  it('keeps a name that looks like a boolean', async () => {
    const { graph } = await loadText('groups:\n  no: {campaignId: 1, name: off, price: 1}\n');
    expect(graph.resources.get('group/no')?.desired['name']).toBe('off');
  });
});

it('leading zeros, hex, octal, plus sign stay text', async () => {
  expect(await exact('[007, 0123, 0o14, 0x1F, +86]')).toEqual(['007', '0123', '0o14', '0x1F', '+86']);
  const { graph } = await loadText('groups:\n  007: {campaignId: 1, name: 0x1F, price: 1}\n');
  expect(graph.resources.get('group/007')?.desired['name']).toBe('0x1F');
});

describe('exponent-shaped text', () => {
  it('is text where text is wanted', async () => {
    expect(await exact('[1e5, 1E5, 61e9540, .5, 5., 1.10, .inf]')).toEqual([
      '1e5',
      '1E5',
      '61e9540',
      '.5',
      '5.',
      '1.10',
      '.inf',
    ]);
  });

  it.each(['.inf', '1e400', '.nan', '1e2'])('is no price: %s', async (price) => {
    const { errors } = await loadText(`keywords:\n  - id: 1\n    price: ${price}\n`);
    expect(errors).toEqual(['ads/a.yaml:4:12 bad-price']);
  });

  it.each([
    ['1,50', 'write 1.50'],
    ['1，5', 'write 1.5'],
    ['1,500', 'write 1000.50'],
    ['1,000.50', 'write 1000.50'],
  ])('a price with a comma is no price, and %s gets the right hint', async (price, hint) => {
    const { diagnostics } = await loadText(`keywords:\n  - id: 1\n    price: ${price}\n`);
    expect(diagnostics.map(({ detail }) => detail)).toEqual([expect.stringContaining(`; ${hint}.`)]);
  });
});

it('date-shaped text stays text', async () => {
  const { resource } = await loadText(
    'groups:\n  g:\n    campaignId: 1\n    name: 2024-01-01\n    price: 1\n    negativeWords: { exact: [2024-01-01 10:00:00] }\n',
  );
  expect(resource('group/g').desired).toMatchObject({
    name: '2024-01-01',
    negativeWords: { exact: ['2024-01-01 10:00:00'] },
  });
});

it('ids above 2^53 keep every digit and stay apart', async () => {
  const ids = ['9007199254740993', '9007199254740992', '"20240101123456789"'];
  const { graph, errors } = await loadText(`keywords:\n${ids.map((id) => `  - id: ${id}\n    price: 1\n`).join('')}`);
  expect(errors).toEqual([]);
  expect([...graph.resources.values()].map(({ id }) => id)).toEqual([
    '9007199254740993',
    '9007199254740992',
    '20240101123456789',
  ]);
});

describe('the same key twice', () => {
  it('names both places inside a file', async () => {
    const { errors, diagnostics } = await loadText('keywords:\n  - id: 1\nkeywords:\n  - id: 2\n');
    expect(errors).toEqual(['ads/a.yaml:4:1 duplicate-key']);
    expect(diagnostics[0]?.related?.[0]).toMatchObject({ file: 'ads/a.yaml', line: 2, column: 1 });
  });

  it('names both places of a group in two files and of a keyword in two files', async () => {
    const one = 'version: 1\ngroups:\n  g: {campaignId: 1, name: n, price: 1}\nkeywords:\n  - id: 5\n';
    const { errors, diagnostics } = await load({ 'ads/a.yaml': one, 'ads/b.yaml': one });
    expect(errors).toEqual(['ads/b.yaml:3:3 duplicate-address', 'ads/b.yaml:5:5 duplicate-address']);
    expect(diagnostics[0]?.detail).toContain('ads/a.yaml:3:3');
    expect(diagnostics[1]?.related?.[0]).toMatchObject({ file: 'ads/a.yaml', line: 5, column: 5 });
  });
});

it('every document of a file counts', async () => {
  const { graph, errors } = await load({
    'ads/a.yaml':
      'version: 1\ngroups:\n  a: {campaignId: 1, name: a, price: 1}\n---\ngroups:\n  b: {campaignId: 1, name: b, price: 1}\n---\n---\n',
  });
  expect(errors).toEqual([]);
  expect([...graph.resources.keys()]).toEqual(['group/a', 'group/b']);
});

describe('merge keys', () => {
  it('gives the defaults, and explicit keys win', async () => {
    const { resource, errors } = await loadText(
      'x-defaults: &d {matchType: exact, price: 1.2}\nkeywords:\n  - id: 1\n    <<: *d\n    price: 2\n  - <<: [*d, {status: pause, price: 9}]\n    id: 2\n',
    );
    expect(errors).toEqual([]);
    expect(resource('keyword/1').desired).toEqual({ price: '2', matchType: 'exact' });
    expect(resource('keyword/2').desired).toEqual({ price: '1.2', matchType: 'exact', status: 'pause' });
  });

  it('reports a fault in a merged value where it was written', async () => {
    const { errors } = await loadText('x-d: &d\n  price: abc\nkeywords:\n  - id: 1\n    <<: *d\n');
    expect(errors).toEqual(['ads/a.yaml:3:10 bad-price']);
  });

  it('refuses a merge into itself in one line', async () => {
    const { errors } = await loadText('x-a: &A { <<: *A }\n');
    expect(errors).toEqual(['ads/a.yaml:2:15 alias-loop']);
  });

  it('keeps a quoted << as an ordinary key', async () => {
    expect((await loadText('keywords:\n  - id: 1\n    "<<": x\n')).errors).toEqual(['ads/a.yaml:4:5 unknown-key']);
  });
});

it.each([
  ['[', ']', 106],
  ['{a: ', '}', 403],
  ['{? ', '}', 306],
  ['[a: ', ']', 203],
  ['[', '', 106],
])('100,000 nested %s%s are one fault, where they are too deep', async (open, close, column) => {
  const { found, detail } = await loadText(`x-a: ${open.repeat(100_000)}${close.repeat(100_000)}\n`);
  expect(found).toEqual([`ads/a.yaml:2:${column} yaml-syntax`]);
  expect(detail('yaml-syntax')).toBe(
    'Lists and maps are nested more than 100 levels deep; the document is not checked from here on.',
  );
});

it('what is nested too deeply hides no fault before it, nor one of another document', async () => {
  const block = Array.from({ length: 150 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
  for (const deep of [`x-a: ${'['.repeat(150)}${']'.repeat(150)}`, `x-a:\n${block.replace(/^/gm, ' ')} 1`]) {
    const { found } = await loadText(
      `keywords: [{ id: x }]\nx-b: "a\\qb"\n\n${deep}\nx-c: 1\n---\nkeywords: [{ id: 1, price: abc }]\n`,
    );
    expect(found).toEqual([
      'ads/a.yaml:2:18 bad-id',
      'ads/a.yaml:3:8 bad-escape',
      expect.stringMatching(/^ads\/a\.yaml:(5:106|105:101) yaml-syntax$/),
      expect.stringMatching(/^ads\/a\.yaml:(8|158):28 bad-price$/),
    ]);
  }
});

describe('aliases', () => {
  it.each([
    ['[', ']', 109],
    ['{a: ', '}', 406],
    ['[a: ', ']', 206],
  ])('mean what they mean where %s%s are nested too deeply', async (open, close, column) => {
    const deep = `x-deep: ${open.repeat(150)}${close.repeat(150)}`;
    const text = `x-p: &p abc\nx-m: &m { matchType: odd }\nkeywords: [{ id: 80001, price: *p, <<: *m }]\n${deep}\n`;
    const { found } = await loadText(text);
    expect(found).toEqual([
      'ads/a.yaml:3:22 not-allowed',
      'ads/a.yaml:4:32 bad-price',
      `ads/a.yaml:5:${column} yaml-syntax`,
    ]);
  });

  it('refuses a bomb quickly', async () => {
    const levels = ['x-0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
    for (let level = 1; level < 9; level++) {
      levels.push(`x-${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);
    }
    const before = cpuTime();
    const { errors } = await loadText(`${levels.join('\n')}\n${words('*a8')}`);
    expect(cpuTime() - before).toBeLessThan(2000);
    // Not of what the aliases after it would hold.
    expect(errors).toEqual([expect.stringMatching(/too-many-aliases$/)]);
  });

  it('takes many honest ones', async () => {
    const list = Array.from({ length: 300 }, (_, index) => `词${index}`).join(', ');
    const groups = Array.from(
      { length: 500 },
      (_, index) => `  g${index}: {campaignId: 1, name: n${index}, price: 1, negativeWords: {exact: *w}}`,
    );
    const { errors, graph } = await loadText(`x-w: &w [${list}]\ngroups:\n${groups.join('\n')}\n`);
    expect(errors).toEqual([]);
    expect(graph.resources.size).toBe(500);
  });
});

describe('byte order mark and line ends', () => {
  const text = `version: 1\n${group('negativeWords: { exact: [a, b] }')}`;
  it.each([
    ['a mark', `\uFEFF${text}`],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['a mark, --- and CRLF', `\uFEFF---\r\n${text.replaceAll('\n', '\r\n')}`],
  ])('%s changes nothing', async (_, variant) => {
    const plain = await load({ 'ads/a.yaml': text });
    const other = await load({ 'ads/a.yaml': variant });
    expect(other.found).toEqual([]);
    expect(await digestOf(other.graph)).toBe(await digestOf(plain.graph));
  });
});

describe('not UTF-8', () => {
  it('refuses UTF-16', async () => {
    const { errors, detail } = await load({ 'ads/a.yaml': Buffer.from('\uFEFFversion: 1\n', 'utf16le') });
    expect(errors).toEqual(['ads/a.yaml:1:1 wrong-encoding']);
    expect(detail('wrong-encoding')).toContain('UTF-16');
  });

  it('refuses GBK with the offset and a guess', async () => {
    const head = Buffer.from('version: 1\ngroups:\n  g: {campaignId: 1, price: 1, name: ');
    const { errors, detail } = await load({
      'ads/a.yaml': Buffer.concat([head, Buffer.from([0xb2, 0xe2, 0xca, 0xd4]), Buffer.from('}\n')]),
    });
    expect(errors).toEqual(['ads/a.yaml:3:38 wrong-encoding']);
    expect(detail('wrong-encoding')).toMatch(/Byte 0xB2 at offset 56 .*GBK/);
  });

  it('refuses one stray byte', async () => {
    const head = Buffer.from('version: 1\n# 女鞋\n# abc');
    const { errors, detail } = await load({
      'ads/a.yaml': Buffer.concat([head, Buffer.from([0xb2]), Buffer.from('def 秋季\n')]),
    });
    expect(errors).toEqual(['ads/a.yaml:3:6 wrong-encoding']);
    expect(detail('wrong-encoding')).toContain(`offset ${head.length}`);
  });

  it('refuses a character that was lost earlier', async () => {
    expect((await loadText(words('[a\uFFFDb]'))).errors).toEqual(['ads/a.yaml:8:15 replacement-character']);
  });
});

describe('Chinese punctuation typed as syntax', () => {
  it('names a full-width colon at its line', async () => {
    const { errors } = await loadText('groups:\n  g:\n    campaignId: 1\n    price：1.5\n    name: n\n');
    expect(errors).toEqual(['ads/a.yaml:5:10 full-width-colon']);
  });

  it('names it where it is the only line of a map', async () => {
    const { errors } = await loadText('groups:\n  g:\n    price：1.5\n');
    expect(errors).toEqual(['ads/a.yaml:4:5 full-width-colon']);
  });

  it('names it as the last line of a group', async () => {
    const { errors } = await loadText('groups:\n  g:\n    campaignId: 1\n    name: n\n    price：1.5\n');
    expect(errors).toEqual(['ads/a.yaml:6:10 full-width-colon']);
  });

  it('keeps curly quotes as text, with a warning', async () => {
    const { found, resource } = await loadText('groups:\n  g: {campaignId: 1, price: 1, name: “测试”}\n');
    expect(found).toEqual(['ads/a.yaml:3:38 full-width-punctuation']);
    expect(resource('group/g').desired['name']).toBe('“测试”');
  });

  it('refuses a prefix with another dash', async () => {
    const { errors, detail } = await loadText(group('industryTags: { path: ["10"], literal: 其他－宠物 }'));
    expect(errors).toEqual(['ads/a.yaml:7:44 rule-broken']);
    expect(detail('rule-broken')).toContain('another character');
  });

  it('does not mistake a colon in a text or in a comment', async () => {
    const { found } = await loadText(group('# 价格：一', 'negativeWords: { exact: [价格：一] }'));
    expect(found).toEqual([]);
  });
});

describe('misspelt or mis-indented keys', () => {
  it('lists all of them with the nearest key', async () => {
    const { errors, detail } = await loadText(
      `keywords:\n  - id: 1\n    matchtype: exact\n    mobileURL: https://a.cn/\n${group('negativewords: {}')}`,
    );
    expect(errors).toEqual(['ads/a.yaml:4:5 unknown-key', 'ads/a.yaml:5:5 unknown-key', 'ads/a.yaml:11:5 unknown-key']);
    expect(detail('unknown-key')).toContain('Did you mean "matchType"?');
    expect(detail('unknown-key')).toContain('Did you mean "mobileUrl"?');
    expect(detail('unknown-key')).toContain('Did you mean "negativeWords"?');
  });

  it('points at an out-dented list item and continues with what comes before', async () => {
    const { errors } = await loadText('keywords:\n  - id: 1\n    pricce: 1\n- id: 2\n  price: 1\n');
    expect(errors).toEqual(['ads/a.yaml:4:5 unknown-key', 'ads/a.yaml:5:1 bad-indentation']);
  });

  it('says where an out-dented key belongs', async () => {
    const { errors, detail } = await loadText('keywords:\n  - id: 1\nmatchType: exact\n');
    expect(errors).toEqual(['ads/a.yaml:4:1 unknown-key']);
    expect(detail('unknown-key')).toContain('key of an entry of keywords');
  });
});

describe('YAML syntax characters at the start of a keyword', () => {
  it.each([
    ['[best coach]', 'quote-value'],
    ['{keyword}', 'quote-value'],
    ['*促销', 'unknown-anchor'],
    ['@优惠', 'quote-value'],
    ['%off', 'quote-value'],
    ['`x`', 'quote-value'],
    ['!热卖', 'quote-value'],
    ['!hot x', 'unsupported-tag'],
  ])('asks to quote %s', async (value, code) => {
    const { errors, diagnostics } = await loadText(group('negativeWords:', '  exact:', `    - ${value}`));
    expect(errors).toEqual([`ads/a.yaml:9:11 ${code}`]);
    expect(`${diagnostics[0]?.summary} ${diagnostics[0]?.detail}`).toMatch(/quote|write/i);
  });
});

describe('Windows line ends inside text', () => {
  it('makes no difference, mixed ends included', async () => {
    const text = `version: 1\n${group('negativeWords:', '  exact:', '    - 甲  ', '', '    - "乙"')}`;
    const mixed = text.split('\n').join('\r\n').replace('\r\n', '\n').replace('甲  \r\n', '甲  \n');
    const one = await load({ 'ads/a.yaml': text });
    for (const variant of [text.replaceAll('\n', '\r\n'), mixed]) {
      const other = await load({ 'ads/a.yaml': variant });
      expect(await digestOf(other.graph)).toBe(await digestOf(one.graph));
      expect(other.resource('group/g').desired).toEqual(one.resource('group/g').desired);
      expect(other.found).toEqual(one.found);
    }
  });

  it('asks for a list where there is a block of lines', async () => {
    const { errors } = await loadText(group('negativeWords:', '  exact: |', '    甲', '    乙'));
    expect(errors).toEqual(['ads/a.yaml:8:14 wrong-shape']);
  });
});

describe('one unreadable file', () => {
  it('names every bad file and does not continue with the rest in silence', async () => {
    const root = await folderOf({
      'adwright.yaml': PROJECT,
      'ads/broken.yaml': 'version: 1\nkeywords: [\n',
      'ads/fine.yaml': `version: 1\n${group()}`,
    });
    await symlink('nowhere', join(root, 'ads/dangling.yaml'));
    const { errors } = await loadFolder(root);
    expect(errors).toEqual(['ads/broken.yaml:3:1 yaml-syntax', 'ads/dangling.yaml:1:1 source-unreadable']);
  });

  it('refuses a folder named like a manifest and a link out of the project', async () => {
    const outside = await folderOf({ 'secret.yaml': 'version: 1\nkeywords: []\n' });
    const root = await folderOf({ 'adwright.yaml': PROJECT, 'ads/fine.yaml': `version: 1\n${group()}` });
    await mkdir(join(root, 'ads/folder.yaml'));
    await writeFile(join(root, 'ads/folder.yaml/in.yaml'), 'version: 1\nkeywords: [{id: 3}]\n');
    await symlink(join(outside, 'secret.yaml'), join(root, 'ads/link.yaml'));
    const { errors, graph } = await loadFolder(root);
    expect(errors).toEqual(['ads/link.yaml:1:1 outside-project']);
    expect(graph.resources.has('keyword/3')).toBe(true);
  });
});

describe('empty list versus missing key', () => {
  it('(a) refuses a folder without manifests, and manifests without content', async () => {
    const root = await folderOf({ 'adwright.yaml': PROJECT });
    await mkdir(join(root, 'ads'));
    expect((await loadFolder(root)).errors).toEqual(['no-manifests']);
    await rm(join(root, 'ads'), { recursive: true });
    expect((await loadFolder(root)).errors).toEqual(['no-manifests']);
    expect((await load({ 'ads/a.yaml': '# nothing\n' })).errors).toEqual(['no-manifests']);
  });

  it('(b) and (c) takes an empty section and an absent one', async () => {
    for (const text of ['groups: {}\nkeywords: []\n', 'x-nothing: 1\n']) {
      const { errors, graph } = await loadText(text);
      expect(errors).toEqual([]);
      expect(graph.resources.size).toBe(0);
    }
  });

  it('says that groups are a map', async () => {
    const { errors, detail } = await loadText('groups: []\n');
    expect(errors).toEqual(['ads/a.yaml:2:9 wrong-shape']);
    expect(detail('wrong-shape')).toContain('must be a map, not a list');
  });

  it('(d) refuses null as ambiguous', async () => {
    expect((await loadText('groups:\n')).errors).toEqual(['ads/a.yaml:2:1 ambiguous-null']);
  });
});

describe('quotes and comments that swallow text', () => {
  it('points at the quote that was left open', async () => {
    const { errors } = await loadText('groups:\n  g:\n    campaignId: 1\n    name: "秋季\n    price: 1\n');
    expect(errors).toEqual(['ads/a.yaml:5:11 unclosed-quote']);
  });

  it('points at the first quote when a later one closes it', async () => {
    const { found } = await loadText(
      'groups:\n  g:\n    campaignId: 1\n    name: "秋季\n    price: 1\n    status: "enable"\n',
    );
    expect(found).toContain('ads/a.yaml:5:11 unclosed-quote');
  });

  it('warns of a comment that cuts a text', async () => {
    const { found, resource } = await loadText(words('\n        - 优惠 #1'));
    expect(found).toEqual(['ads/a.yaml:9:11 text-cut-by-comment']);
    expect(resource('group/g').desired['negativeWords']).toEqual({ exact: ['优惠'] });
  });

  it.each([
    ['\n        - &a 手机', 'ads/a.yaml:9:11'],
    [' [&手机 优惠]', 'ads/a.yaml:8:16'],
    ['\n        - &a "手机"', 'ads/a.yaml:9:11'],
  ])('warns of an anchor that nothing refers to: %j', async (list, place) => {
    const { found, detail } = await loadText(words(list));
    expect(found).toEqual([`${place} unused-anchor`]);
    expect(detail('unused-anchor')).toMatch(/^"&(?:a|手机)" is not part of the text/);
  });

  it.each(['x-words: [&a 手机]\n', 'x-words: {a: {b: &a 手机}}\n'])(
    'lets anchors rest in a home of theirs: %j',
    async (home) => {
      expect((await loadText(`${home}${words(' [优惠]')}`)).found).toEqual([]);
    },
  );

  it('warns of an anchor in front of a key', async () => {
    const { found } = await loadText(
      'groups:\n  &r g: {campaignId: 1, name: n, price: &p 1}\n  h: {campaignId: 1, name: m, price: *p}\n',
    );
    expect(found).toEqual(['ads/a.yaml:3:3 unused-anchor']);
  });
});
