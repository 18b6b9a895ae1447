import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, type Running, rows, running } from './support/client.js';
import { image, PNG } from './support/images.js';

const url = 'https://www.example.com/';
const K100 = 102_400;
const M2 = 2_097_152;
const M20 = 20 * 1024 * 1024;

/** Pictures that differ from each other, made before the tests. */
let pictures: string[] = [];
let gamePictures: string[] = [];
let cover = '';

const subLinks = (count: number) => Array.from({ length: count }, (_, n) => ({ text: `链接${n}`, url }));
const longLinks = (count: number) => subLinks(count).map((item, n) => ({ ...item, dece: `说明${n}` }));
const showcases = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ title: `橱窗${n}`, description: '好', url, image: pictures[n] }));
const navigations = (count: number, links = 3) =>
  Array.from({ length: count }, (_, n) => ({
    title: `导航${n}`,
    links: Array.from({ length: links }, (__, m) => ({ text: `文字${n}-${m}`, url })),
  }));
const entries = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ title: `条目${n}`, text: '文', clicktitle: '点击查看', url }));
const tags = [
  { key: '类型', value: '角色扮演' },
  { key: '玩法', value: '即时' },
];
const games = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    title: `游戏${n}`,
    tags,
    dece: '说明',
    button: '开始游戏',
    image: gamePictures[n],
    url,
  }));
const video = (change: object = {}) => ({ url, cover_img: cover, video_url: 'https://v.example.com/1.mp4', ...change });

const videos = [
  { url: 'v/6s', seconds: 6 },
  { url: 'v/60s', seconds: 60 },
  { url: 'v/5s', seconds: 5.99 },
  { url: 'v/61s', seconds: 60.01 },
  { url: 'v/20M', bytes: M20 },
  { url: 'v/20M+1', bytes: M20 + 1 },
  { url: 'v/1.69', width: 169, height: 100 },
  { url: 'v/1.81', width: 181, height: 100 },
  { url: 'v/1.68', width: 168, height: 100 },
  { url: 'v/1.82', width: 182, height: 100 },
  { url: 'v/avi', format: 'AVI' },
];

describe('rich creatives', () => {
  let sandbox: Running;
  let group = 0;

  beforeAll(async () => {
    const groups = Array.from({ length: 400 }, (_, n) => ({ groupId: String(1 + n) }));
    sandbox = await running({ fixture: { groups, videos } });
    pictures = await Promise.all(Array.from({ length: 9 }, (_, n) => PNG(30 + n, 20)));
    gamePictures = await Promise.all(Array.from({ length: 4 }, (_, n) => PNG(130 + n, 80)));
    cover = await PNG(225, 126);
  });
  afterAll(() => sandbox.close());

  /** Adds one set to a fresh group. */
  const add = async (key: string, set: unknown): Promise<Json> => {
    group += 1;
    const value = key === 'video-computer' ? [set] : [set];
    return (await sandbox.client.post('/ads/richcreative/add', { groupIdList: [group], [key]: value })).json;
  };
  const isTaken = (json: Json) => json['success']?.[0]?.['id'] !== ('0' as unknown);

  it.each<[string, (count: number) => unknown, readonly number[], readonly number[]]>([
    ['windows-computer', showcases, [4], [3, 5]],
    ['windows-mobile', showcases, [3, 8], [2, 9]],
    ['guides-computer', navigations, [3], [2, 4]],
    ['guides-mobile', navigations, [2, 6], [1, 7]],
    ['short_guides-computer', (count) => navigations(count, 2), [2, 4], [1, 3, 5]],
    ['links-computer', longLinks, [2, 10], [1, 11]],
    ['links-mobile', longLinks, [3, 10], [2, 11]],
    ['lists-computer', entries, [4, 6], [3, 7]],
    ['sublinks-computer', subLinks, [4, 10], [3, 11]],
    ['sublinks-mobile', subLinks, [2, 10], [1, 11]],
    ['yx_direct-computer', games, [1, 3], [0, 4]],
  ])('%s takes its counts and none beside them', async (key, items, allowed, others) => {
    for (const count of allowed) expect([count, await add(key, items(count))]).toMatchObject([count, { failures: [] }]);
    for (const count of others) {
      expect([count, await add(key, items(count))]).toMatchObject([
        count,
        { success: [{ id: '0' }], failures: [{ code: 940303, groupId: String(group) }] },
      ]);
    }
  });

  it.each<[string, (links: number) => unknown, readonly number[], readonly number[]]>([
    ['guides-computer', (links) => navigations(3, links), [3, 10], [2, 11]],
    ['guides-mobile', (links) => navigations(2, links), [2, 10], [1, 11]],
    ['short_guides-computer', (links) => navigations(2, links), [2, 4], [1, 5]],
  ])('%s takes its counts of links and none beside them', async (key, items, allowed, others) => {
    for (const count of allowed) expect(isTaken(await add(key, items(count)))).toBe(true);
    for (const count of others) expect(await add(key, items(count))).toMatchObject({ failures: [{ code: 940303 }] });
  });

  it.each<[string, () => readonly object[], readonly string[]]>([
    ['windows-computer', () => showcases(4), ['title', 'description', 'url', 'image']],
    ['windows-mobile', () => showcases(3), ['title', 'url', 'image']],
    ['guides-computer', () => navigations(3), ['title', 'links']],
    ['guides-mobile', () => navigations(2), ['title', 'links']],
    ['short_guides-computer', () => navigations(2), ['title', 'links']],
    ['links-computer', () => longLinks(2), ['dece', 'text', 'url']],
    ['links-mobile', () => longLinks(3), ['dece', 'text', 'url']],
    ['lists-computer', () => entries(4), ['title', 'text', 'clicktitle', 'url']],
    ['sublinks-computer', () => subLinks(4), ['text', 'url']],
    ['sublinks-mobile', () => subLinks(2), ['text', 'url']],
    ['yx_direct-computer', () => games(1), ['title', 'tags', 'dece', 'button', 'image', 'url']],
    ['video-computer', () => [video()], ['url', 'cover_img', 'video_url']],
  ])('%s requires each of its fields, and no others', async (key, make, required) => {
    const with0 = (change: object) => {
      const items = make().map((item, n) => (n === 0 ? { ...item, ...change } : item));
      return key === 'video-computer' ? items[0] : items;
    };
    expect(await add(key, with0({}))).toMatchObject({ failures: [] });
    for (const name of required) {
      expect([name, await add(key, with0({ [name]: undefined }))]).toMatchObject([name, { success: [{ id: '0' }] }]);
      expect([name, await add(key, with0({ [name]: '' }))]).toMatchObject([name, { success: [{ id: '0' }] }]);
    }
    expect(await add(key, with0({ strange: 'x' }))).toMatchObject({ failures: [{ code: 940004 }] });
  });

  it.each<[string, string, () => readonly object[]]>([
    ['titles', 'windows-computer', () => showcases(4).map((item) => ({ ...item, title: '同' }))],
    ['images', 'windows-computer', () => showcases(4).map((item) => ({ ...item, image: pictures[0] }))],
    ['titles', 'windows-mobile', () => showcases(3).map((item) => ({ ...item, title: '同' }))],
    ['images', 'windows-mobile', () => showcases(3).map((item) => ({ ...item, image: pictures[0] }))],
    ['labels', 'guides-computer', () => navigations(3).map((item) => ({ ...item, title: '同' }))],
    ['labels', 'guides-mobile', () => navigations(2).map((item) => ({ ...item, title: '同' }))],
    ['labels', 'short_guides-computer', () => navigations(2, 2).map((item) => ({ ...item, title: '同' }))],
    [
      'link texts',
      'guides-computer',
      () => navigations(3).map((item) => ({ ...item, links: navigations(1)[0]?.links })),
    ],
    ['link texts', 'guides-mobile', () => navigations(2).map((item) => ({ ...item, links: navigations(1)[0]?.links }))],
    [
      'link texts',
      'short_guides-computer',
      () => navigations(2).map((item) => ({ ...item, links: navigations(1)[0]?.links })),
    ],
    ['game names', 'yx_direct-computer', () => games(2).map((item) => ({ ...item, title: '同' }))],
    ['game images', 'yx_direct-computer', () => games(2).map((item) => ({ ...item, image: gamePictures[0] }))],
  ])('unique %s are asked for in %s', async (_, key, items) => {
    expect(await add(key, items())).toMatchObject({ success: [{ id: '0' }], failures: [{ code: 940304 }] });
  });

  it('list entries have a description all or none', async () => {
    const described = entries(4).map((item) => ({ ...item, description: '描述' }));
    expect(isTaken(await add('lists-computer', described))).toBe(true);
    const mixed = [...described.slice(0, 3), ...entries(4).slice(3)];
    expect(await add('lists-computer', mixed)).toMatchObject({ failures: [{ code: 940307 }] });
  });

  it.each(['点击查看', '点击报名', '点击购买', '点击进入', '点击预订', '点击注册', '点击咨询'])(
    'clicktitle may be %s',
    async (clicktitle) => {
      expect(
        isTaken(
          await add(
            'lists-computer',
            entries(4).map((item) => ({ ...item, clicktitle })),
          ),
        ),
      ).toBe(true);
    },
  );

  it.each(['点击查看', '点击注册', '开始游戏', '立即试玩'])('button may be %s', async (button) => {
    expect(isTaken(await add('yx_direct-computer', [{ ...games(1)[0], button }]))).toBe(true);
  });

  it('game tags: each value of each key', async () => {
    const allowed = {
      类型: ['角色扮演', '模拟经营', '休闲竞技', '战争策略', '儿童养成', '其他'],
      玩法: ['即时', '半回合', '回合', '其他'],
      题材: '体育 奇幻 军事 武侠 三国 西游 仙侠 星战 动漫 战斗 魔幻 科幻 其他'.split(' '),
    };
    for (const [key, values] of Object.entries(allowed)) {
      const other = key === '类型' ? { key: '玩法', value: '其他' } : { key: '类型', value: '其他' };
      for (const value of values) {
        const set = [{ ...games(1)[0], tags: [{ key, value }, other] }];
        expect([value, isTaken(await add('yx_direct-computer', set))]).toEqual([value, true]);
      }
    }
  });

  it('a description in mobile showcases may be left out, in PC ones not', async () => {
    const bare = (count: number) => showcases(count).map(({ description: _, ...item }) => item);
    expect(isTaken(await add('windows-mobile', bare(3)))).toBe(true);
    expect(isTaken(await add('windows-computer', bare(4)))).toBe(false);
  });

  it('is enabled unless the request says pause', async () => {
    const { client, control } = sandbox;
    const status = async (fields: object) => {
      group += 1;
      await client.post('/ads/richcreative/add', {
        groupIdList: [group],
        'sublinks-mobile': [subLinks(2)],
        ...fields,
      });
      return control.state().creatives.at(-1)?.status;
    };
    expect(await status({})).toBe('enable');
    expect(await status({ status: 'enable' })).toBe('enable');
    expect(await status({ status: 'pause' })).toBe('pause');
  });

  it.each<[string, string, object]>([
    ['clicktitle', 'lists-computer', { clicktitle: '点击下载' }],
    ['button', 'yx_direct-computer', { button: '点击报名' }],
    ['one tag', 'yx_direct-computer', { tags: tags.slice(0, 1) }],
    ['one key twice', 'yx_direct-computer', { tags: [tags[0], { key: '类型', value: '其他' }] }],
    ['an unknown key', 'yx_direct-computer', { tags: [tags[0], { key: '画风', value: '其他' }] }],
    ['a value of another key', 'yx_direct-computer', { tags: [tags[0], { key: '玩法', value: '武侠' }] }],
    ['a key that objects have anyway', 'yx_direct-computer', { tags: [tags[0], { key: 'constructor', value: 'x' }] }],
  ])('refuses other values: %s', async (_, key, change) => {
    const items = key === 'lists-computer' ? entries(4) : games(1);
    const json = await add(
      key,
      items.map((item) => ({ ...item, ...change })),
    );
    expect(json).toMatchObject({ success: [{ id: '0' }], failures: [{ code: 940007 }] });
  });

  it.each<[string, () => Promise<string>, boolean]>([
    ['121x75', () => PNG(121, 75), true],
    ['120x75', () => PNG(120, 75), false],
    ['121x74', () => PNG(121, 74), false],
    ['363x225', () => PNG(363, 225), true],
    ['364x225', () => PNG(364, 225), false],
    ['363x226', () => PNG(363, 226), false],
    ['102,400 bytes', () => PNG(200, 100, K100), true],
    ['102,401 bytes', () => PNG(200, 100, K100 + 1), false],
    ['a JPEG', () => image('jpeg', 200, 100), true],
    ['a GIF', () => image('gif', 200, 100), false],
    ['a WebP', () => image('webp', 200, 100), false],
    ['no image', async () => Buffer.from('no image at all').toString('base64'), false],
    ['base64 with a blank', async () => `${await PNG(200, 100)} `, false],
  ])('a game image: %s', async (_, make, taken) => {
    const json = await add('yx_direct-computer', [{ ...games(1)[0], image: await make() }]);
    expect(isTaken(json)).toBe(taken);
    if (!taken) expect(json).toMatchObject({ failures: [{ code: 940305 }] });
  });

  it.each<[string, () => Promise<string>, boolean]>([
    ['225x126', () => PNG(225, 126), true],
    ['ratio 1.69', () => PNG(169, 100), true],
    ['ratio 1.68', () => PNG(168, 100), false],
    ['just below 1.69', () => PNG(1689, 1000), false],
    ['ratio 1.81', () => PNG(181, 100), true],
    ['ratio 1.82', () => PNG(182, 100), false],
    ['just above 1.81', () => PNG(1811, 1000), false],
    ['2M', () => PNG(225, 126, M2), true],
    ['2M and a byte', () => PNG(225, 126, M2 + 1), false],
    ['a JPEG', () => image('jpeg', 225, 126), true],
    ['a GIF', () => image('gif', 225, 126), false],
  ])('a cover image: %s', async (_, make, taken) => {
    expect(isTaken(await add('video-computer', video({ cover_img: await make() })))).toBe(taken);
  });

  it.each<[string, boolean]>([
    ['v/6s', true],
    ['v/5s', false],
    ['v/60s', true],
    ['v/61s', false],
    ['v/20M', true],
    ['v/20M+1', false],
    ['v/1.69', true],
    ['v/1.68', false],
    ['v/1.81', true],
    ['v/1.82', false],
    ['v/avi', false],
    ['https://elsewhere.example.com/1.mp4', true],
  ])('a video: %s', async (video_url, taken) => {
    expect(isTaken(await add('video-computer', video({ video_url })))).toBe(taken);
  });

  it('a group has one creative of each type per device', async () => {
    const { client } = sandbox;
    const post = async (groupIdList: unknown[], fields: object) =>
      (await client.post('/ads/richcreative/add', { groupIdList, ...fields })).json;
    const both = { 'sublinks-mobile': [subLinks(2)], 'sublinks-computer': [subLinks(4)] };
    expect(rows((await post([399], both))['success']).map((one) => one['device'])).toEqual(['computer', 'mobile']);
    const again = await post([399, 400], { 'sublinks-mobile': [subLinks(2)] });
    expect(again).toMatchObject({
      success: [
        { id: '0', type: 'sublinks', groupId: '399', device: 'mobile' },
        { id: expect.stringMatching(/^[1-9]/), type: 'sublinks', groupId: '400', device: 'mobile' },
      ],
      failures: [{ code: 940302, type: 'sublinks', groupId: '399', device: 'mobile' }],
    });
    const twice = await post([398], { 'sublinks-mobile': [subLinks(2), subLinks(3)] });
    expect(rows(twice['success']).map((one) => String(one['id']) === '0')).toEqual([false, true]);
  });

  it('types with a `_` are named in full', async () => {
    expect((await add('short_guides-computer', navigations(2, 2)))['success']).toMatchObject([
      { type: 'short_guides', device: 'computer' },
    ]);
  });

  it.each<[string, object, number]>([
    ['no groups', { groupIdList: undefined, 'sublinks-mobile': [subLinks(2)] }, 940003],
    ['an empty list of groups', { groupIdList: [], 'sublinks-mobile': [subLinks(2)] }, 940003],
    ['no creative', {}, 940003],
    ['a key that does not exist', { 'lists-mobile': [entries(4)] }, 940004],
    ['an unknown status', { 'sublinks-mobile': [subLinks(2)], status: 'on' }, 940007],
    ['no JSON', { 'sublinks-mobile': '[[' }, 940005],
  ])('refuses a request with %s', async (_, fields, code) => {
    const sent = Object.fromEntries(
      Object.entries({ groupIdList: [1], ...fields }).filter(([, value]) => value !== undefined),
    );
    const { json } = await sandbox.client.post('/ads/richcreative/add', sent);
    expect(json).toEqual({ failures: [expect.objectContaining({ code })] });
  });

  it('fails groups that do not exist, and items in flat form', async () => {
    const { client } = sandbox;
    const missing = await client.post('/ads/richcreative/add', {
      groupIdList: [5555],
      'sublinks-mobile': [subLinks(2)],
    });
    expect(missing.json).toMatchObject({ success: [{ id: '0' }], failures: [{ code: 940301, groupId: '5555' }] });
    const flat = await client.post('/ads/richcreative/add', { groupIdList: [397], 'sublinks-mobile': subLinks(2) });
    expect(flat.json['failures']).toMatchObject([{ code: 940005 }, { code: 940005 }]);
  });

  it('pauses when the request says so, and the same image is one picture', async () => {
    const { client, control } = sandbox;
    const fields = { 'windows-mobile': [showcases(3)], status: 'pause' };
    const before = control.state().pictures.length;
    await client.post('/ads/richcreative/add', { groupIdList: [395, 396], ...fields });
    expect(control.state().creatives.slice(-2)).toMatchObject([{ status: 'pause' }, { status: 'pause' }]);
    expect(control.state().pictures.length).toBe(before);
    expect(control.state().pictures[0]?.groupIds).toEqual(expect.arrayContaining(['395', '396']));
  });
});
