import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import type { LoadedManifests } from '../../src/manifest/graph/load-manifests.js';
import { allFaults, loadManifests } from '../../src/manifest/graph/load-manifests.js';
import { findLongList } from '../../src/manifest/long-lists/long-list.js';
import { readPagedFile } from '../../src/manifest/long-lists/paged-file.js';
import { PagedResources } from '../../src/manifest/long-lists/paged-resources.js';
import { loadProject } from '../../src/project/project.js';
import { mutated, type Random, seeded } from './plain-documents.js';
import { digestOf, folderOf, PROJECT, SECTIONS } from './support.js';

/** `ADWRIGHT_FUZZ=200000 npm run test:fuzz` for a run by hand. */
const COUNT = Math.ceil(Number(process.env['ADWRIGHT_FUZZ'] ?? 240) / 6);

/** Loads one manifest in one piece, or by pages of so many bytes: those read at once, or left to the test. */
type Loader = (page?: number, pages?: 'at once' | 'later' | 'later, with the digest') => Promise<LoadedManifests>;

async function loaderOf(text: string | Uint8Array): Promise<Loader> {
  const root = await folderOf({ 'adwright.yaml': PROJECT, 'ads/a.yaml': text });
  return loaderIn(root);
}

async function loaderIn(root: string): Promise<Loader> {
  const { project } = await loadProject(root);
  const account = project?.accounts.get('main');
  if (project === undefined || account === undefined) throw new Error('no project');
  return async (page, pages = 'at once') => {
    const loaded = await loadManifests({
      project,
      account,
      sections: SECTIONS,
      paging: page === undefined ? { from: Number.POSITIVE_INFINITY, page: 0 } : { from: 0, page },
      withDigest: pages === 'later, with the digest',
    });
    return pages === 'at once' ? { graph: loaded.graph, diagnostics: await allFaults(loaded) } : loaded;
  };
}

/** Everything that can be seen of what was loaded. */
async function told({ graph, diagnostics }: LoadedManifests) {
  const resources = [...graph.resources.values()].map(({ origin, ...resource }) => ({
    ...resource,
    place: origin.place(),
    excerpt: origin.excerpt?.(),
    fields: Object.keys(resource.desired).map((field) => origin.place([field])),
  }));
  return {
    diagnostics,
    resources,
    keys: [...graph.resources.keys()],
    found: resources.map(({ address }) => graph.resources.get(address)?.desired),
    size: graph.resources.size,
    moved: graph.moved,
    forgotten: graph.forgotten,
    digest: hasErrors(diagnostics) ? undefined : await digestOf(graph),
  };
}

const isPaged = ({ graph }: LoadedManifests) => graph.resources instanceof PagedResources;

const KEYWORDS = (count: number, first = 1) =>
  Array.from(
    { length: count },
    (_, n) => `  - id: ${first + n}\n    word: 女鞋 ${n}\n    price: 1.${n}\n    url: https://www.example.com/${n}\n`,
  ).join('');

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const ODD = [
  ...['"quoted"', "'it''s'", 'text # remark', '|\n      block\n      text', '>-\n      folded', '&a x', '*a', '[1, 2]'],
  ...['"over\n      lines"', '{ a: 1 }', '"\\u4e2d"', '"open', '', '~', '-1', 'a: b', 'tab\there', '!tag x', '“x”'],
];

/** A manifest with a list of keywords, mostly plain. */
function manifest(random: Random): string {
  const strange = pick(random, [0, 0, 0.01, 0.05]);
  const indent = pick(random, ['', '  ', '  ', '  ', '    ']);
  const value = (usual: string) => (random() < strange ? pick(random, ODD) : usual);
  const noise = () => (random() < 0.03 ? pick(random, ['\n', '# remark\n', `${indent}# remark\n`, '   \n']) : '');
  const items = Array.from({ length: 1 + Math.floor(random() * 30) }, (_, n) => {
    const fields = [`id: ${value(String(random() < 0.01 ? 5 : 1000 + n))}`];
    if (random() < 0.6) fields.push(`word: ${value(`女鞋 ${n}`)}`);
    if (random() < 0.8) fields.push(`price: ${value('1.20')}`);
    if (random() < 0.5) fields.push(`url: ${value('https://www.example.com/a?b={keyword}')}`);
    if (random() < strange) fields.push('odd: key');
    return fields.map((field, at) => `${indent}${at === 0 ? '- ' : '  '}${field}\n${noise()}`).join('');
  });
  const head = pick(random, ['', '# head\n', 'groups:\n  a:\n    campaignId: 1\n    name: 秋季\n    price: 1\n']);
  const tail = pick(random, [
    ...['', '', 'x-note: end\n', 'groups:\n  b:\n    campaignId: 1\n    name: 冬季\n    price: 2\n', 'keywords: []\n'],
    ...[
      'forgotten: [keyword/1001]\n',
      'forgotten:\n  - keyword/77\n',
      '---\nversion: 1\n',
      ' odd\n',
      'x: |\n  block\n',
    ],
  ]);
  return `version: 1\n${head}keywords:\n${noise()}${items.join('')}${tail}`;
}

describe('a long list read page by page', () => {
  it(`is what the whole file says, in ${COUNT} generated and mutated manifests`, {
    timeout: COUNT * 100 + 120_000,
  }, async () => {
    const random = seeded(Number(process.env['ADWRIGHT_SEED'] ?? 20_261_128));
    const root = await folderOf({ 'adwright.yaml': PROJECT, 'ads/a.yaml': '' });
    const load = await loaderIn(root);
    let paged = 0;
    for (let n = 0; n < COUNT; n++) {
      const made = manifest(random);
      const text = n % 3 === 0 ? mutated(made, random) : made;
      await writeFile(join(root, 'ads/a.yaml'), text);
      const whole = await told(await load());
      const pages = await load(pick(random, [1, 50, 200, 1000]));
      if (isPaged(pages)) paged++;
      const found = await told(pages);
      if (hasErrors(whole.diagnostics)) {
        // After a fault the one knows less than the other; both know the faults.
        expect(found.diagnostics, text).toEqual(expect.arrayContaining([...whole.diagnostics]));
      } else expect(found, text).toEqual(whole);
    }
    // Otherwise nothing would be compared with itself.
    expect(paged).toBeGreaterThan(COUNT / 2);
  });

  it('is walked through by each caller that wants the rows, once with all checks and then again', async () => {
    const load = await loaderOf(`version: 1\nkeywords:\n${KEYWORDS(100)}`);
    const { graph, diagnostics } = await load(300, 'later, with the digest');
    const { resources } = graph;
    expect(diagnostics).toEqual([]);
    expect(resources.size).toBe(0);
    const walk = async () => {
      const seen: string[] = [];
      for await (const page of resources.batches()) seen.push(...page.map(({ address }) => address));
      return seen;
    };
    const first = await walk();
    expect(first).toHaveLength(100);
    expect(resources.size).toBe(100);
    expect(resources.expected).toBe(100);
    expect(await walk()).toEqual(first);
    expect(await digestOf(graph)).toBe(await digestOf((await load()).graph));
    expect((await load(300, 'later')).graph.resources.size).toBe(0);
  });

  it('is read for the digest where no one has read it', async () => {
    const load = await loaderOf(`version: 1\nkeywords:\n${KEYWORDS(100)}`);
    const { graph } = await load(300, 'later');
    expect(graph.resources.size).toBe(0);
    expect(await digestOf(graph)).toBe(await digestOf((await load()).graph));
    expect(graph.resources.size).toBe(100);
  });

  it('is read at once where something is said of single rows', async () => {
    const load = await loaderOf(`version: 1\nkeywords:\n${KEYWORDS(50)}forgotten: [keyword/7]\n`);
    const { graph, diagnostics } = await load(300, 'later');
    expect(graph.resources.size).toBe(50);
    expect(diagnostics.map(({ code }) => code)).toEqual(['still-declared']);
  });

  it('finds one address on two pages, and on a page and in another list', async () => {
    const load = await loaderOf(`version: 1\nkeywords:\n${KEYWORDS(50)}${KEYWORDS(1, 7)}`);
    expect((await told(await load(200))).diagnostics).toEqual((await told(await load())).diagnostics);
    const { diagnostics } = await load(200);
    expect(diagnostics.map(({ code, source }) => [code, source?.line])).toEqual([['duplicate-address', 203]]);
  });

  it('continues with the whole file where something reaches over a cut', async () => {
    // The anchor stands on the first page, the alias on the last.
    const text = `version: 1\nkeywords:\n  - id: 1\n    url: &home https://www.example.com/\n${KEYWORDS(50, 10)}  - id: 99\n    url: *home\n`;
    const load = await loaderOf(text);
    const paged = await load(300);
    expect(isPaged(paged)).toBe(true);
    expect(paged.diagnostics).toEqual([]);
    expect(paged.graph.resources.get('keyword/99')?.desired).toEqual({ url: 'https://www.example.com/' });
    expect(await told(paged)).toEqual(await told(await load()));
  });

  it('tells places after the list, and with line ends of either sort', async () => {
    const text = `version: 1\nkeywords:\n${KEYWORDS(50)}groups:\n  a:\n    campaignId: 1\n    name: 秋季\n    price: dear\n`;
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      const load = await loaderOf(written);
      const { diagnostics } = await load(300);
      expect(diagnostics.map(({ code, source }) => [code, source?.line])).toEqual([['bad-price', 207]]);
      expect(await told(await load(300))).toEqual(await told(await load()));
    }
  });

  it('continues in its own place among several files, with one digest for every caller', async () => {
    const anchored = (first: number) =>
      `version: 1\npictures:\n  - id: ${first}\n    tags: [a]\nkeywords:\n  - id: ${first}\n    url: &home https://www.example.com/\n${KEYWORDS(20, first + 1)}  - id: ${first + 50}\n    url: *home\nkeywordFiles: [k${first}.csv]\n`;
    const root = await folderOf({
      'adwright.yaml': PROJECT,
      'ads/a.yaml': anchored(100),
      'ads/b.yaml': anchored(200),
      'ads/c.yaml': `version: 1\nkeywords:\n${KEYWORDS(20, 300)}`,
      'ads/k100.csv': 'id,price\n400,1.00\n401,2.00\n',
      'ads/k200.csv': 'id,price\n500,1.00\n501,2.00\n',
    });
    const load = await loaderIn(root);
    const whole = await told(await load());
    expect(whole.diagnostics).toEqual([]);
    expect(whole.size).toBe(2 + 22 * 2 + 20 + 4);
    for (const page of [1, 100, 300, 10_000]) {
      expect(await told(await load(page))).toEqual(whole);
      const { graph } = await load(page, 'later, with the digest');
      const { resources } = graph;
      const seen: string[] = [];
      for await (const rows of resources.batches()) seen.push(...rows.map(({ address }) => address));
      expect(await digestOf(graph)).toBe(whole.digest);
      expect([...graph.resources.keys()]).toEqual(whole.keys);
      // Each row once, held or on a page, and the same again.
      const held = () => [...resources.held()].map(({ address }) => address);
      expect([...held(), ...seen].sort()).toEqual([...whole.keys].sort());
      seen.length = 0;
      for await (const rows of resources.batches()) seen.push(...rows.map(({ address }) => address));
      expect([...held(), ...seen].sort()).toEqual([...whole.keys].sort());
    }
  });

  it('keeps the rows of a page with a warning of the reader, and tells it in its place', async () => {
    const text = `version: 1\nkeywords:\n${KEYWORDS(30)}  - id: 77\n    word: red\n      shoes\n    url: https://www.example.com/#a\n${KEYWORDS(30, 100)}  - id: 78\n    word: 鞋 #x\n`;
    const load = await loaderOf(text);
    const [whole, pages] = [await told(await load()), await told(await load(300))];
    expect(whole.diagnostics.map(({ code }) => code)).toEqual(['text-over-lines', 'text-cut-by-comment']);
    expect(pages).toEqual(whole);
    // The file is not read in one piece for it: where it is too large for that, nothing may be lost.
    const list = (await readPagedFile('a.yaml', Buffer.from(text), SECTIONS, 300))?.list;
    if (list === undefined) throw new Error('no pages');
    let items = 0;
    for (let page = 0; page < list.pageCount; page++) {
      const read = await list.read(page);
      items += 'items' in read ? read.items.length : 0;
    }
    expect(items).toBe(62);
  });

  it('hands out no more rows once it has met an error', async () => {
    const load = await loaderOf(`version: 1\nkeywords:\n${KEYWORDS(20)}${KEYWORDS(1, 7)}${KEYWORDS(50, 100)}`);
    const { resources } = (await load(300, 'later')).graph;
    const seen: string[] = [];
    for await (const page of resources.batches()) seen.push(...page.map(({ address }) => address));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).not.toContain('keyword/149');
    expect((await resources.finish()).diagnostics.map(({ code }) => code)).toEqual(['duplicate-address']);
  });

  it('cannot pass for whole where a walk was left', async () => {
    const load = await loaderOf(`version: 1\nkeywords:\n${KEYWORDS(50)}`);
    const { resources } = (await load(300, 'later')).graph;
    for await (const _page of resources.batches()) break;
    await expect(resources.finish()).rejects.toThrow('broken off');
    // Nor does it at the second time of asking.
    await expect(resources.finish()).rejects.toThrow('broken off');
  });

  it('counts like faults, however many, and names the first places', async () => {
    const items = Array.from({ length: 1500 }, (_, n) => `  - id: ${n + 1}\n    price: dear\n`).join('');
    const load = await loaderOf(`version: 1\nkeywords:\n${items}`);
    const { diagnostics } = await load(1000);
    expect(diagnostics).toMatchObject([
      {
        code: 'bad-price',
        source: { line: 4, column: 12 },
        related: [{ line: 6 }, { line: 8 }, { line: 10 }, { line: 12 }],
      },
    ]);
    expect(diagnostics[0]?.detail).toContain('There are 1500 like this');
    expect(diagnostics[0]?.detail).toMatch(/; the first: 4:12, 6:12, 8:12, 10:12, 12:12\.$/);
  });

  it('refuses bytes that are not UTF-8, with their place', async () => {
    const text = Buffer.concat([
      Buffer.from(`version: 1\nkeywords:\n${KEYWORDS(20)}  - id: 80\n    word: "`),
      Buffer.from([0xc5, 0xae]),
      Buffer.from('"\n'),
    ]);
    const load = await loaderOf(text);
    expect((await load(300)).diagnostics).toEqual((await load()).diagnostics);
  });
});

const CELLS = [
  '',
  '1.20',
  '0',
  'exact',
  '女鞋',
  '"quoted"',
  '"with, comma"',
  '"over\ntwo lines"',
  '"do""uble"',
  '="123"',
  "'7",
];
const ODD_CELLS = [
  'dear',
  'stray"quote',
  '"open',
  '"closed"behind',
  'x\u200b',
  'https://example.com/ a',
  '\t1.5',
  '"a\nb',
];

function table(random: Random): string {
  const strange = pick(random, [0, 0, 0.01, 0.04]);
  const cell = (usual: string) =>
    random() < strange ? pick(random, ODD_CELLS) : random() < 0.1 ? pick(random, CELLS) : usual;
  const rows = Array.from({ length: 1 + Math.floor(random() * 40) }, (_, n) => {
    if (random() < 0.03) return '';
    const cells = [
      random() < 0.01 ? '5' : String(1000 + n),
      cell(`女鞋 ${n}`),
      cell('1.20'),
      cell('https://example.com/'),
    ];
    return (random() < strange ? [...cells, 'more'] : cells).join(',');
  });
  const head = pick(random, [
    'id,word,price,url',
    'id,word,price,url',
    '关键词ID,关键词,出价,访问网址',
    'id,word,price,note',
  ]);
  return `${head}\n${rows.join('\n')}${pick(random, ['', '\n'])}`;
}

describe('a large CSV file read page by page', () => {
  it(`is what the whole file says, in ${COUNT} generated and mutated tables`, {
    timeout: COUNT * 100 + 120_000,
  }, async () => {
    const random = seeded(Number(process.env['ADWRIGHT_SEED'] ?? 20_261_128));
    const manifest = 'version: 1\nkeywordFiles:\n  - k.csv\n';
    const root = await folderOf({ 'adwright.yaml': PROJECT, 'ads/a.yaml': manifest, 'ads/k.csv': '' });
    const load = await loaderIn(root);
    let paged = 0;
    for (let n = 0; n < COUNT; n++) {
      const made = table(random);
      const text = n % 3 === 0 ? mutated(made, random) : made;
      await writeFile(join(root, 'ads/k.csv'), n % 5 === 0 ? text.replaceAll('\n', '\r\n') : text);
      const whole = await told(await load());
      const pages = await load(pick(random, [1, 30, 100, 400]));
      if (isPaged(pages)) paged++;
      const found = await told(pages);
      if (hasErrors(whole.diagnostics)) {
        expect(hasErrors(found.diagnostics), text).toBe(true);
        expect(found.diagnostics, text).toEqual(expect.arrayContaining([...whole.diagnostics]));
      } else expect(found, text).toEqual(whole);
    }
    expect(paged).toBeGreaterThan(COUNT / 2);
  });
});

describe('a file is read as a whole', () => {
  const pagedOf = (text: string) => readPagedFile('a.yaml', Buffer.from(text), SECTIONS, 100);
  it.each([
    ['where it has no such list', 'version: 1\ngroups:\n  a: {}\n'],
    ['where the list is in one line', 'version: 1\nkeywords: [{ id: 1 }]\n'],
    ['where the list is a map', 'version: 1\nkeywords:\n  a: 1\n'],
    ['where the key stands inside a text', `version: 1\nx: "\nkeywords:\n  - id: 1\n"\n`],
    ['where the key stands twice', `version: 1\nkeywords:\n  - id: 1\nkeywords:\n  - id: 2\n`],
    ['where it has several documents', `version: 1\nkeywords:\n  - id: 1\n---\nversion: 1\n`],
    ['where what follows stands between the columns', `version: 1\nkeywords:\n   - id: 1\n x: 1\n`],
    ['with line ends of old', 'version: 1\nkeywords:\n  - id: 1\r    price: 1\n'],
  ])('%s', async (_why, text) => {
    const paged = await pagedOf(text);
    // Between the columns the page itself is at fault; then the whole is read from there on.
    if (paged !== undefined) expect('items' in (await paged.list.read(paged.list.pageCount - 1))).toBe(false);
  });

  it('knows the list in the first column', () => {
    const bytes = Buffer.from('version: 1\nkeywords:\n- id: 1\n- id: 2\nx: 1\n');
    expect(findLongList(bytes, ['keywords'], 1)).toEqual({
      key: 'keywords',
      from: 21,
      to: 37,
      indent: 0,
      pages: [21, 29],
    });
  });
});
