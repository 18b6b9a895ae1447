import { describe, expect, it } from 'vitest';
import { group, load, loadText } from './support.js';

const words = (list: string) => group('negativeWords:', `  exact: ${list}`);
const keyword = (...lines: string[]) => `keywords:\n  - id: 1\n${lines.map((line) => `    ${line}\n`).join('')}`;

describe('duplicates that only differ in case or spacing', () => {
  it('warns with both lines and rewrites nothing', async () => {
    const { found, diagnostics, resource } = await loadText(
      group('negativeWords:', '  exact:', '    - Milk', '    - milk', '    - "milk "', '    - mi  lk', '    - mi lk'),
    );
    expect(found.filter((one) => one.endsWith('similar-texts'))).toEqual([
      'ads/a.yaml:10:11 similar-texts',
      'ads/a.yaml:11:11 similar-texts',
      'ads/a.yaml:13:11 similar-texts',
    ]);
    expect(diagnostics.find(({ code }) => code === 'similar-texts')?.related?.[0]?.line).toBe(9);
    expect(resource('group/g').desired['negativeWords']).toEqual({
      exact: ['Milk', 'milk', 'milk ', 'mi  lk', 'mi lk'],
    });
  });

  it('merges exact repeats with a note', async () => {
    const { found, resource } = await loadText(words('[a, b, a]'));
    expect(found).toEqual(['ads/a.yaml:8:21 repeated-text']);
    expect(resource('group/g').desired['negativeWords']).toEqual({ exact: ['a', 'b'] });
  });
});

describe('full-width and half-width', () => {
  it('reports pairs and sends what was typed', async () => {
    const { found, resource } = await loadText(words('[ＡＢＣ手机壳, ABC手机壳, ５００克, 500克, 発, 发]'));
    expect(found).toEqual(['ads/a.yaml:8:23 similar-texts', 'ads/a.yaml:8:37 similar-texts']);
    expect(resource('group/g').desired['negativeWords']).toEqual({
      exact: ['ＡＢＣ手机壳', 'ABC手机壳', '５００克', '500克', '発', '发'],
    });
  });

  it('leaves a URL alone', async () => {
    const { found, resource } = await loadText(keyword('url: https://a.cn/１'));
    expect(found).toEqual([]);
    expect(resource('keyword/1').desired['url']).toBe('https://a.cn/１');
  });
});

describe('invisible characters', () => {
  it.each([
    ['女\u200B鞋', 'invisible-character', 'U+200B at character 2'],
    ['女\uFEFF鞋', 'invisible-character', 'U+FEFF at character 2'],
    ['女鞋\u00A0', 'invisible-character', 'U+00A0 at character 3'],
    ['\u3000女鞋\u3000', 'invisible-character', 'U+3000 at character 1, U+3000 at character 4'],
    ['女\\x07鞋', 'control-character', 'U+0007 at character 2'],
    [' 女鞋', 'space-at-end', 'its start'],
  ])('%j is pointed at', async (text, code, detail) => {
    const loaded = await loadText(words(`["${text}"]`));
    expect(loaded.found).toEqual([`ads/a.yaml:8:15 ${code}`]);
    expect(loaded.detail(code)).toContain(detail);
    expect(loaded.detail(code)).not.toMatch(/[\u200B\uFEFF\u00A0\u3000]/);
  });

  it('lets an emoji of several parts pass', async () => {
    expect((await loadText(words('[👨‍👩‍👧特惠]'))).found).toEqual([]);
  });
});

it('one word may belong to several keywords', async () => {
  const { found, graph } = await loadText(
    'keywords:\n  - {id: 1, word: 叉车培训, matchType: exact}\n  - {id: 2, word: 叉车培训, matchType: phrase}\n  - {id: 3, word: 叉车培训, matchType: exact}\n',
  );
  expect(found).toEqual([]);
  expect(graph.resources.size).toBe(3);
});

describe('placeholders in URLs', () => {
  it('are kept byte for byte', async () => {
    const url = 'https://a.example.com/{keyword}?k={keyword}&c={creative}#top';
    const { found, resource } = await loadText(keyword(`url: ${url}`));
    expect(found).toEqual([]);
    expect(resource('keyword/1').desired['url']).toBe(url);
  });
});

describe('hosts and odd URLs', () => {
  it.each(['http://例子.中国/路径?词=值', 'http://a_b.example.com/', 'HTTPS://A.example.com', 'https://a.cn:8080/x'])(
    '%s passes unchanged',
    async (url) => {
      const { found, resource } = await loadText(keyword(`url: ${url}`));
      expect(found).toEqual([]);
      expect(resource('keyword/1').desired['url']).toBe(url);
    },
  );

  it.each([
    ['https://a.com/a b', 'bad-url'],
    ['javascript:alert(1)', 'bad-url'],
    ['a.com/x', 'bad-url'],
    ['a.com:8080/x', 'bad-url'],
    ['//a.com/x', 'bad-url'],
    ['ftp://a.com/x', 'bad-url'],
    ['https://', 'bad-url'],
    ['https：//a.com', 'bad-url'],
    [`https://a.com/${'x'.repeat(4000)}`, 'suspicious-url'],
  ])('%s is pointed at', async (url, code) => {
    expect((await loadText(keyword(`url: ${url}`))).found).toEqual([`ads/a.yaml:4:10 ${code}`]);
  });

  it('takes any scheme for a launch URL but a script', async () => {
    expect((await loadText(keyword('deeplinkUrl: app://shoes'))).found).toEqual([]);
    expect((await loadText(keyword('deeplinkUrl: javascript:x'))).errors).toEqual(['ads/a.yaml:4:18 bad-url']);
  });
});

it.each([
  ['https://t.example.com/go.php&u={final_url}', 'before any "?"'],
  ['https://a.cn/?a=1?b=2', 'two "?"'],
  ['https://a.cn/{keyword', 'not closed'],
  ['https://a.cn/keyword}', 'no "{" before it'],
  ['https://{host}.a.cn/', 'inside the host'],
])('%s is a warning', async (url, doubt) => {
  const loaded = await loadText(keyword(`url: "${url}"`));
  expect(loaded.found).toEqual(['ads/a.yaml:4:10 suspicious-url']);
  expect(loaded.detail('suspicious-url')).toContain(doubt);
});

describe('how many negative words', () => {
  const list = (most: number) => `[${Array.from({ length: most }, (_, index) => `w${index}`).join(', ')}]`;
  it('takes 200 phrase and 400 exact, counted after merging repeats', async () => {
    const repeated = list(400).replace(']', ', w0, w1]');
    const { errors } = await loadText(group('negativeWords:', `  phrase: ${list(200)}`, `  exact: ${repeated}`));
    expect(errors).toEqual([]);
  });

  it('refuses 201 and 401', async () => {
    const { errors } = await loadText(group('negativeWords:', `  phrase: ${list(201)}`, `  exact: ${list(401)}`));
    expect(errors).toEqual(['ads/a.yaml:8:7 too-many', 'ads/a.yaml:9:7 too-many']);
  });
});

describe('match types', () => {
  it.each(['exact', 'phrase', 'broad', 'phrase_intelligence', 'phrase_accurate', 'phrase_synonym'])(
    'takes %s',
    async (type) => {
      expect((await loadText(keyword(`matchType: ${type}`))).found).toEqual([]);
    },
  );

  it.each(['Exact', 'phrase-intelligence'])('refuses %s with the list', async (type) => {
    const { errors, detail } = await loadText(keyword(`matchType: ${type}`));
    expect(errors).toEqual(['ads/a.yaml:4:16 not-allowed']);
    expect(detail('not-allowed')).toContain(
      'exact, phrase, broad, phrase_intelligence, phrase_accurate, phrase_synonym',
    );
  });
});

describe('prices', () => {
  it.each(['0.1', '4.35', '33.30', '1.005', '"1.10"', '0', '0.00', '123456'])(
    '%s is kept as written',
    async (price) => {
      const { found, resource } = await loadText(keyword(`price: ${price}`));
      expect(found).toEqual(price === '1.005' ? ['ads/a.yaml:4:12 price-decimals'] : []);
      expect(resource('keyword/1').desired['price']).toBe(price.replaceAll('"', ''));
    },
  );

  it.each(['-1', '+1', '"1,000"', '¥5', '５', 'NaN', '1e2', '.5', '5.', '007', '1.2.3', '""', '1234567890.1234567'])(
    '%s is refused at its line',
    async (price) => {
      const { errors } = await loadText(keyword(`price: ${price}`));
      expect(errors).toEqual(['ads/a.yaml:4:12 bad-price']);
    },
  );
});

describe('zero, empty, null, absent', () => {
  it('tells them apart', async () => {
    const { resource } = await load({
      'ads/a.yaml': 'version: 1\nkeywords:\n  - {id: 1, price: 0}\n  - {id: 2, url: ""}\n  - {id: 3}\n',
    });
    expect(resource('keyword/1').desired).toEqual({ price: '0' });
    expect(resource('keyword/2').desired).toEqual({ url: '' });
    expect(resource('keyword/3').desired).toEqual({});
  });

  it('refuses null', async () => {
    expect((await loadText(keyword('url:'))).errors).toEqual(['ads/a.yaml:4:5 ambiguous-null']);
  });
});
