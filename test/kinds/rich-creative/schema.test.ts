import { describe, expect, it } from 'vitest';
import type { CreativeKey } from '../../../src/contract/index.js';
import { CREATIVE_KEYS } from '../../../src/contract/index.js';
import { richCreativeFields } from '../../../src/kinds/rich-creative/schema.js';
import { png } from '../../manifest/image-files.js';
import { load, loadText } from '../../manifest/support.js';

const many = (count: number, item: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, i) => item(i)).join(', ')}]`;
const links = (count: number) => many(count, (index) => `{text: t${index}, url: https://a.cn/}`);
const navigation = (least: number) => (index: number) => `{title: n${index}, links: ${links(least)}}`;
const showcase = (index: number) => `{title: s${index}, description: d, url: https://a.cn/, image: s${index}.png}`;
const bare = (index: number) => `{title: s${index}, url: https://a.cn/, image: s${index}.png}`;
const long = (index: number) => `{dece: d, text: t${index}, url: https://a.cn/}`;
const short = (index: number) => `{text: t${index}, url: https://a.cn/}`;
const entry = (index: number) => `{title: t${index}, text: x, clicktitle: 点击咨询, url: https://a.cn/}`;
const TAGS = '[{key: 类型, value: 角色扮演}, {key: 题材, value: 三国}]';
const game = (index: number, tags = TAGS) =>
  `{title: g${index}, tags: ${tags}, dece: d, button: 立即试玩, image: s${index}.png, url: https://a.cn/}`;

/** For each key: an item, and how many items a set may have. */
const SETS: readonly [CreativeKey, (index: number) => string, readonly number[]][] = [
  ['windows-computer', showcase, [4]],
  ['windows-mobile', bare, [3, 4, 5, 6, 7, 8]],
  ['guides-computer', navigation(3), [3]],
  ['guides-mobile', navigation(2), [2, 3, 4, 5, 6]],
  ['short_guides-computer', navigation(2), [2, 4]],
  ['links-computer', long, [2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['links-mobile', long, [3, 4, 5, 6, 7, 8, 9, 10]],
  ['lists-computer', entry, [4, 5, 6]],
  ['sublinks-computer', short, [4, 5, 6, 7, 8, 9, 10]],
  ['sublinks-mobile', short, [2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['yx_direct-computer', (index) => game(index), [1, 2, 3]],
];

/** Images of different widths, so that no two are the same. */
const IMAGES = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`ads/s${index}.png`, png(150 + index, 100)]),
);

function creative(key: string, content: string) {
  const text = `version: 1\nrichCreatives:\n  - groupIds: [7]\n    creative: ${key}\n    content: ${content}\n`;
  return load({ 'ads/a.yaml': text, ...IMAGES });
}

/** `npm run test:fuzz` tries every number, `npm test` those next to where it changes what is allowed. */
const FULL = process.env['ADWRIGHT_FUZZ'] !== undefined;

describe('how many items a set has', () => {
  it('is tested for every key but the video', () => {
    expect([...SETS.map(([key]) => key), 'video-computer'].sort()).toEqual([...CREATIVE_KEYS].sort());
  });

  it.each(SETS)('%s', async (key, item, counts) => {
    for (let count = 0; count <= 11; count++) {
      const isAllowed = counts.includes(count);
      const isEdge = [count - 1, count + 1].some((one) => counts.includes(one) !== isAllowed);
      if (!FULL && !isEdge) continue;
      const { errors } = await creative(key, many(count, item));
      if (isAllowed) expect([count, errors]).toEqual([count, []]);
      else
        expect([count, errors[0]]).toEqual([
          count,
          expect.stringMatching(/^ads\/a\.yaml:5:5 (too-few|too-many|rule-broken)$/),
        ]);
    }
  });
});

describe('navigations', () => {
  it.each([
    ['guides-computer', 3, 3, 10],
    ['guides-mobile', 2, 2, 10],
    ['short_guides-computer', 2, 2, 4],
  ])('%s have %d navigations of %d to %d links', async (key, size, least, most) => {
    const distinct = (count: number) => (index: number) =>
      `{title: n${index}, links: ${many(count, (link) => `{text: t${index}-${link}, url: https://a.cn/}`)}}`;
    expect((await creative(key, many(size, distinct(least)))).found).toEqual([]);
    expect((await creative(key, many(size, distinct(most)))).found).toEqual([]);
    expect((await creative(key, many(size, distinct(least - 1)))).errors).toHaveLength(size);
    expect((await creative(key, many(size, distinct(most + 1)))).errors).toHaveLength(size);
  });

  it('differ in their labels, and links in their texts', async () => {
    const same = '{title: n, links: [{text: a, url: https://a.cn/}, {text: a, url: https://a.cn/}]}';
    const { errors } = await creative('guides-mobile', `[${same}, ${same}]`);
    expect(errors.map((one) => one.split(' ')[1])).toEqual(['repeated', 'repeated', 'repeated']);
  });
});

describe('uniqueness', () => {
  it('of titles and of images by content', async () => {
    const text = `[${bare(0)}, {title: s0, url: https://a.cn/, image: s1.png}, {title: s2, url: https://a.cn/, image: copy.png}]`;
    const files = {
      'ads/a.yaml': `version: 1\nrichCreatives:\n  - groupIds: [7]\n    creative: windows-mobile\n    content: ${text}\n`,
    };
    const { errors, diagnostics } = await load({ ...files, ...IMAGES, 'ads/copy.png': png(150, 100) });
    expect(errors.map((one) => one.split(' ')[1])).toEqual(['repeated', 'repeated']);
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('titles'),
      expect.stringContaining('images'),
    ]);
  });

  it('of game names', async () => {
    const { errors } = await creative('yx_direct-computer', `[${game(0)}, ${game(1).replace('g1', 'g0')}]`);
    expect(errors.map((one) => one.split(' ')[1])).toEqual(['repeated']);
  });
});

it('list creatives describe all entries or none', async () => {
  const described = (index: number) => entry(index).replace('{', '{description: d, ');
  expect((await creative('lists-computer', many(4, described))).errors).toEqual([]);
  const { errors, detail } = await creative(
    'lists-computer',
    many(4, (index) => (index < 2 ? described(index) : entry(index))),
  );
  expect(errors.map((one) => one.split(' ')[1])).toEqual(['rule-broken']);
  expect(detail('rule-broken')).toContain('missing in entries 3, 4');
});

describe('games', () => {
  it.each([
    ['[{key: 类型, value: 三国}, {key: 玩法, value: 即时}]', 'not-allowed'],
    ['[{key: 风格, value: 三国}, {key: 玩法, value: 即时}]', 'not-allowed'],
    ['[{key: 玩法, value: 回合}, {key: 玩法, value: 即时}]', 'rule-broken'],
    ['[{key: 玩法, value: 回合}]', 'too-few'],
  ])('tags %s are refused', async (tags, code) => {
    expect((await creative('yx_direct-computer', `[${game(0, tags)}]`)).errors.map((one) => one.split(' ')[1])).toEqual(
      [code],
    );
  });

  it('have one of four buttons', async () => {
    const { errors } = await creative('yx_direct-computer', `[${game(0).replace('立即试玩', '试玩')}]`);
    expect(errors.map((one) => one.split(' ')[1])).toEqual(['not-allowed']);
  });
});

describe('the video', () => {
  const video = (url: string, rest = '') =>
    load({
      'ads/a.yaml': `version: 1\nrichCreatives:\n  - groupIds: [7]\n    creative: video-computer\n    content: {url: https://a.cn/, cover_img: c.png, video_url: ${url}${rest}}\n`,
      'ads/c.png': png(225, 126),
    });

  it('is one object, kept as a set of one item', async () => {
    const { found, resource } = await video('https://a.cn/v.mp4');
    expect(found).toEqual([]);
    expect(resource('rich-creative/id:7/video-computer').desired['content']).toMatchObject([
      { video_url: 'https://a.cn/v.mp4' },
    ]);
    expect((await creative('video-computer', '[]')).errors).toEqual(['ads/a.yaml:5:14 wrong-shape']);
  });

  it.each(['https://a.cn/v.MP4?t=1', 'https://a.cn/v/123', 'https://cdn.mov.example.com/v.mp4'])(
    'may be at %s',
    async (url) => {
      expect((await video(url)).errors).toEqual([]);
    },
  );

  it('is not another kind of film', async () => {
    expect((await video('https://a.cn/v.mov')).errors.map((one) => one.split(' ')[1])).toEqual(['rule-broken']);
    expect((await video('v.mp4')).errors.map((one) => one.split(' ')[1])).toEqual(['bad-url']);
  });
});

describe('groups of an entry', () => {
  it('give one resource each', async () => {
    const { graph } = await loadText(
      `groups:\n  a: {campaignId: 1, name: a, price: 1}\n  b: {campaignId: 1, name: b, price: 1}\nrichCreatives:\n  - {groups: [a, b], groupIds: [8], creative: sublinks-mobile, status: pause, content: ${many(2, short)}}\n`,
    );
    const creatives = [...graph.resources.values()].filter(({ kind }) => kind === 'rich-creative');
    expect(creatives.map(({ address, parents, parentId }) => [address, parents ?? parentId])).toEqual([
      ['rich-creative/a/sublinks-mobile', ['group/a']],
      ['rich-creative/b/sublinks-mobile', ['group/b']],
      ['rich-creative/id:8/sublinks-mobile', '8'],
    ]);
    for (const { desired } of creatives) expect(desired['status']).toBe('pause');
  });

  it('are at least one', async () => {
    const { errors } = await loadText(`richCreatives:\n  - {creative: sublinks-mobile, content: ${many(2, short)}}\n`);
    expect(errors).toEqual(['ads/a.yaml:3:5 missing-key']);
  });
});

it('the rules say that creatives are added once and never read', () => {
  expect(richCreativeFields).toMatchObject({
    content: { type: 'tree', change: 'create-only', readable: false },
    status: { change: 'create-only', readable: false },
  });
});
