import { describe, expect, it } from 'vitest';
import { digestOf, group, load, loadText } from './support.js';

const sublinks = (groups: string) =>
  `  - {${groups}, creative: sublinks-mobile, content: [{text: a, url: https://a.cn/}, {text: b, url: https://a.cn/}]}\n`;
const groups = (...names: string[]) =>
  `groups:\n${names.map((name) => `  ${name}: {campaignId: 1, name: n, price: 1}\n`).join('')}`;

describe('two addresses of one real object', () => {
  it('finds one id under two names', async () => {
    const { errors, diagnostics } = await loadText(
      'groups:\n  a: {campaignId: 1, name: a, price: 1, id: 7}\n  b: {campaignId: 1, name: b, price: 1, id: 7}\n',
    );
    expect(errors).toEqual(['ads/a.yaml:4:3 same-object']);
    expect(diagnostics[0]?.detail).toContain('group/a and group/b');
    expect(diagnostics[0]?.related?.[0]).toMatchObject({ line: 3, column: 3 });
  });

  it('finds a name and an id of the same group', async () => {
    const { errors } = await loadText(
      `groups:\n  a: {campaignId: 1, name: a, price: 1, id: 7}\nrichCreatives:\n${sublinks('groups: [a], groupIds: [7, 8]')}`,
    );
    expect(errors).toEqual(['ads/a.yaml:5:30 same-object']);
  });

  it('lets the same id pass in two kinds', async () => {
    const { errors } = await loadText('keywords: [{id: 7}]\npictures: [{id: 7, tags: [a]}]\n');
    expect(errors).toEqual([]);
  });
});

describe('references', () => {
  it('offers the nearest name', async () => {
    const { errors, detail } = await load({
      'ads/a.yaml': `version: 1\n${groups('autumn-shoes')}`,
      'ads/b.yaml': `version: 1\nrichCreatives:\n${sublinks('groups: [autum-shoes]')}`,
    });
    expect(errors).toEqual(['ads/b.yaml:3:15 unknown-reference']);
    expect(detail('unknown-reference')).toContain('Did you mean "autumn-shoes"?');
  });

  it('does not call a group unknown that is declared with a fault', async () => {
    const { errors } = await loadText(
      `groups:\n  g: {campaignId: 1, name: n, price: -1}\nrichCreatives:\n${sublinks('groups: [g]')}`,
    );
    expect(errors).toEqual(['ads/a.yaml:3:38 bad-price']);
  });

  it.each([
    [
      'a bad status',
      `  - {groups: [autum], creative: sublinks-mobile, status: on, content: [{text: a, url: https://a.cn/}]}\n`,
    ],
    ['no content', '  - {groups: [autum], creative: sublinks-mobile}\n'],
    ['an unknown key', '  - {groups: [autum, autumn], creative: nothing, contents: []}\n'],
    ['a name in place of the list', '  - {groups: autum, creative: sublinks-mobile}\n'],
  ])('are looked up in an entry with %s', async (_what, entry) => {
    const { diagnostics, detail } = await loadText(`${groups('autumn')}richCreatives:\n${entry}`);
    const codes = diagnostics.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(1);
    expect(codes.filter((code) => code === 'unknown-reference')).toHaveLength(1);
    expect(detail('unknown-reference')).toBe('No manifest declares group "autum". Did you mean "autumn"?');
  });

  it.each([
    [
      'richCreatives',
      'richCreatives: [{groupIds: [7], creative: windows-mobile, content: [{image: a.png, txt: b}]}]',
      1,
    ],
    ['apps', 'apps: {shop: {title: t, type: Android, icon: a.png, copyright: [b.jpg, 7], colour: red}}', 3],
  ])('to images are looked up in a faulty entry of %s', async (_key, text, count) => {
    const { diagnostics } = await loadText(`${text}\n`);
    const codes = diagnostics.map(({ code }) => code);
    expect(codes.some((code) => code === 'unknown-key' || code === 'missing-key')).toBe(true);
    expect(codes.filter((code) => code === 'image-not-found')).toHaveLength(count);
  });

  it('to tables, and moves, are looked up in a faulty entry', async () => {
    const { errors, diagnostics } = await loadText(
      `${groups('autumn')}keywordFiles:\n  - {path: n/*.csv, encoding: latin1}\n  - {path: no/*.csv, tab: a}\nmoved:\n  - {from: group/a, to: group/autum, by: me}\n`,
    );
    expect(diagnostics.filter(({ code }) => code === 'pattern-without-files')).toHaveLength(2);
    expect(errors).toEqual([
      'ads/a.yaml:5:31 not-allowed',
      'ads/a.yaml:6:22 unknown-key',
      'ads/a.yaml:8:5 bad-move',
      'ads/a.yaml:8:38 unknown-key',
    ]);
  });

  it('names both places of a creative that a group has twice', async () => {
    const { errors, diagnostics } = await loadText(
      `${groups('g')}richCreatives:\n${sublinks('groups: [g]')}${sublinks('groups: [g]')}`,
    );
    expect(errors).toEqual(['ads/a.yaml:6:15 duplicate-address']);
    expect(diagnostics[0]?.address).toBe('rich-creative/g/sublinks-mobile');
    expect(diagnostics[0]?.related?.[0]).toMatchObject({ line: 5, column: 15 });
  });
});

describe('resources', () => {
  it('are in the order of writing, also where names are numbers', async () => {
    const { graph } = await loadText(groups('b', '"10"', '"9"', 'a'));
    expect([...graph.resources.keys()]).toEqual(['group/b', 'group/10', 'group/9', 'group/a']);
  });

  it('survive names that JavaScript knows', async () => {
    const { graph, errors } = await loadText(groups('__proto__', 'constructor', 'toString'));
    expect(errors).toEqual([]);
    expect([...graph.resources.keys()]).toEqual(['group/__proto__', 'group/constructor', 'group/toString']);
    expect(graph.resources.get('group/__proto__')?.desired['name']).toBe('n');
  });

  it('know the place of a field', async () => {
    const { resource } = await loadText(`${groups('g')}richCreatives:\n${sublinks('groups: [g]')}`);
    const { origin } = resource('rich-creative/g/sublinks-mobile');
    expect(origin.place()).toMatchObject({ file: 'ads/a.yaml', line: 5, column: 15 });
    expect(origin.place(['content', 1, 'text'])).toMatchObject({ line: 5, column: 94 });
    expect(origin.excerpt?.(['content'])).toContain('sublinks-mobile');
    expect(resource('group/g').origin.place(['price'])).toMatchObject({ line: 3, column: 38 });
  });
});

describe('moved and forgotten', () => {
  const moves = (text: string) => loadText(`${groups('new')}${text}`);

  it('are read', async () => {
    const { graph, errors } = await moves('moved: [{from: group/old, to: group/new}]\nforgotten: [group/gone]\n');
    expect(errors).toEqual([]);
    expect(graph.moved).toMatchObject([{ from: 'group/old', to: 'group/new', source: { line: 4, column: 9 } }]);
    expect(graph.forgotten).toMatchObject([{ address: 'group/gone', source: { line: 5, column: 13 } }]);
  });

  it.each([
    ['moved: [{from: group/old, to: group/nwe}]', 'bad-move', 'Did you mean "group/new"?'],
    ['moved: [{from: group/new, to: group/new}]', 'bad-move', 'are the same'],
    ['moved: [{from: app/old, to: group/new}]', 'bad-move', 'cannot become'],
    ['moved: [{from: gruop/old, to: group/new}]', 'bad-address', 'Did you mean "group"?'],
    [
      'moved: [{from: group/a, to: group/b}, {from: group/b, to: group/c}, {from: group/c, to: group/a}]',
      'bad-move',
      'form a cycle',
    ],
    [
      'moved: [{from: group/a, to: group/b}, {from: group/b, to: group/new}]\nforgotten: [group/b]',
      'bad-move',
      'group/b is both forgotten and moved',
    ],
    ['moved: [{from: group/a, to: group/b}, {from: group/b, to: group/c}]', 'bad-move', 'group/c is not declared'],
    ['forgotten: [group/new]', 'still-declared', 'is declared'],
    ['forgotten: [shoes]', 'bad-address', 'Kinds: group, keyword'],
  ])('%s is refused', async (text, code, detail) => {
    const loaded = await moves(`${text}\n`);
    expect(loaded.errors.map((one) => one.split(' ')[1])).toEqual([code]);
    expect(loaded.detail(code)).toContain(detail);
  });

  it.each([
    ['moved: [{from: group/a, to: group/b}, {from: group/b, to: group/new}]'],
    ['moved: [{from: group/b, to: group/new}, {from: group/a, to: group/b}]'],
    ['moved: [{from: group/a, to: group/b}]\nforgotten: [group/b]'],
    ['moved: [{from: group/a, to: group/b}, {from: group/b, to: group/c}]\nforgotten: [group/c]'],
  ])('compose: %s', async (text) => {
    expect((await moves(`${text}\n`)).errors).toEqual([]);
  });

  it.each([
    [
      'moved:\n  - {from: group/x, to: group/new}\n  - {from: group/y, to: group/new}\n',
      6,
      'group/x and group/y both move to group/new',
    ],
    [
      'moved:\n  - {from: group/x, to: group/y}\n  - {from: group/z, to: group/new}\n  - {from: group/y, to: group/new}\n',
      7,
      'group/z and group/y both move to group/new',
    ],
    [
      'moved:\n  - {from: app/x, to: app/y}\n  - {from: app/z, to: app/y}\nforgotten: [app/y]\n',
      6,
      'app/x and app/z both',
    ],
  ])('two into one name, both places named: %j', async (text, line, words) => {
    const { errors, detail, diagnostics } = await moves(text);
    expect(errors).toEqual([`ads/a.yaml:${line}:5 bad-move`]);
    expect(detail('bad-move')).toContain(words);
    expect(diagnostics.find(({ code }) => code === 'bad-move')?.related).toMatchObject([{ file: 'ads/a.yaml' }]);
  });

  it('says where an address is moved twice', async () => {
    const { errors } = await moves('moved:\n  - {from: group/x, to: group/new}\n  - {from: group/x, to: group/new}\n');
    expect(errors).toEqual(['ads/a.yaml:6:5 bad-move']);
  });
});

describe('two names for what is likely one thing', () => {
  const two = (first: string, second: string) =>
    loadText(
      `groups:\n  a: {campaignId: 1, name: "${first}", price: 1}\n  b: {campaignId: 1, name: "${second}", price: 1}\n`,
    );

  it.each([
    ['秋季', '秋季'],
    ['秋季', ' 秋季'],
    ['秋季\u3000', '秋季'],
    ['秋季', '\u00a0秋季\u00a0'],
    ['秋季 鞋', '秋季\u3000鞋'],
  ])('of groups: %j and %j, with both places', async (first, second) => {
    const { found, diagnostics, errors } = await two(first, second);
    expect(errors).toEqual([]);
    expect(found).toContain('ads/a.yaml:4:3 likely-one');
    const one = diagnostics.find(({ code }) => code === 'likely-one');
    expect(one?.detail).toContain('The other place is ads/a.yaml:3:3');
    expect(one?.related).toMatchObject([{ line: 3 }]);
  });

  it('is not said of other names, other campaigns, and of two that are there', async () => {
    expect((await two('秋季', '秋季2')).found).toEqual([]);
    const line = (name: string, fields: string) => `  ${name}: {campaignId: 1, name: n, price: 1, ${fields}}\n`;
    expect((await loadText(`groups:\n${line('a', 'id: 5')}${line('b', 'id: 6')}`)).found).toEqual([]);
    expect((await loadText(`groups:\n${line('a', 'id: 5')}${line('b', 'status: pause')}`)).found).toHaveLength(1);
  });

  it('of apps is an error, also where only white space differs', async () => {
    const line = (name: string, title: string, type: string) =>
      `  ${name}: {title: ${title}, type: ${type}, appUrl: "https://e.com/x", icon: i.png}\n`;
    const { errors } = await loadText(`apps:\n${line('a', '鞋城', 'iOS')}${line('b', '鞋店', 'ios')}`);
    expect(errors).toContain('ads/a.yaml:4:3 not-told-apart');
  });
});

describe('the digest', () => {
  const base = group('negativeWords: { exact: [a, b] }');
  const digest = async (text: string) => digestOf((await loadText(text)).graph);

  it('is the same whatever the comments, the spacing, the quotes and the order of keys', async () => {
    const other =
      'groups:   # mine\n\n  "g":\n    price: "1"\n    name: n\n    negativeWords:\n      exact:\n        - a\n        - b\n    campaignId: 1\n';
    expect(await digest(other)).toBe(await digest(base));
  });

  it('differs with a value, a spelling of a price, an order of words, a move', async () => {
    const variants = [
      base.replace('price: 1', 'price: 1.0'),
      base.replace('[a, b]', '[b, a]'),
      base.replace('name: n', 'name: m'),
      `${base}forgotten: [group/x]\n`,
    ];
    const all = await Promise.all([base, ...variants].map(digest));
    expect(new Set(all).size).toBe(all.length);
  });
});
