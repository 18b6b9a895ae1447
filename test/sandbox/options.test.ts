import { describe, expect, it } from 'vitest';
import { FixtureFailure, type SandboxFixture, startSandbox } from '../../src/sandbox/index.js';
import { type Json, type Reply, rows, running } from './support/client.js';
import { PNG } from './support/images.js';

type Options = Record<string, unknown>;
type Step = readonly [path: string, fields: Record<string, unknown>];

const base = {
  groups: [{ groupId: '7', campaignId: '1', name: '女鞋', price: '3.30' }],
  keywords: [
    { id: '5', groupId: '7', word: 'Red Shoes', price: '4.10' },
    { id: '6', groupId: '7', price: '30' },
  ],
  pictures: [
    { picId: '1', tags: [], groupIds: ['7'] },
    { picId: '2', tags: ['a'], groupIds: [] },
  ],
};

/** What the last of some calls is answered with some switches. */
async function answer(options: Options, ...steps: readonly Step[]): Promise<Reply> {
  const { client, close } = await running({ fixture: { ...base, options } as SandboxFixture });
  let reply: Reply | undefined;
  for (const [path, fields] of steps) reply = await client.post(path, fields);
  await close();
  if (reply === undefined) throw new Error('no step');
  return reply;
}

const read = (...idList: number[]): Step => ['/ads/keyword/getInfoByIdList', { idList }];
const update = (...keywords: object[]): Step => ['/ads/keyword/update', { keywords }];
const addGroups = (...groups: object[]): Step => ['/ads/group/batchAdd', { groups }];
const group = { campaignId: 1, name: '组', price: 1 };
const links = [
  { text: 'a', url: 'u' },
  { text: 'b', url: 'u' },
];
const creative = (groupIdList: number[], set: unknown = [links]): Step => [
  '/ads/richcreative/add',
  { groupIdList, 'sublinks-mobile': set },
];
const pictures = (fields: Record<string, unknown> = {}): Step => ['/ads/pichouse/getPictureList', fields];
const unbind = (groupId: number, ...picIdList: string[]): Step => [
  '/ads/group/unbindPictures',
  { picList: [{ groupId, picIdList }] },
];
const bad = { campaignId: 1, name: '', price: 1 };
const failure = expect.objectContaining({ code: expect.any(Number), message: expect.any(String) });

describe('each switch changes what it says', () => {
  it.each<[string, Options, Step[], (json: Json, reply: Reply) => void]>([
    [
      'ids as numbers',
      { idsAs: 'number' },
      [read(5)],
      (json) => expect(json).toMatchObject({ keywordList: [{ id: 5, groupId: 7 }] }),
    ],
    ['ids as text', { idsAs: 'text' }, [addGroups(group)], (json) => expect(json['groupIdList']).toEqual(['910001'])],
    [
      'large ids as numbers',
      { firstId: '9007199254740993' },
      [addGroups(group)],
      (_, { text }) => expect(text).toContain('[9007199254740993]'),
    ],
    ['empty lists null', { emptyLists: 'null' }, [read(99)], (json) => expect(json).toEqual({ keywordList: null })],
    ['empty lists absent', { emptyLists: 'absent' }, [read(99)], (json) => expect(json).toEqual({})],
    [
      'no failures absent',
      { noFailures: 'absent' },
      [addGroups(group)],
      (json) => expect(json).not.toHaveProperty('failures'),
    ],
    ['no failures null', { noFailures: 'null' }, [addGroups(group)], (json) => expect(json['failures']).toBeNull()],
    [
      'a failure as an object',
      { failuresForm: 'object' },
      [addGroups(bad)],
      (json) => expect(json['failures']).toEqual(failure),
    ],
    [
      'a failure under item',
      { failuresForm: 'item' },
      [addGroups(bad)],
      (json) => expect(json['failures']).toEqual({ item: failure }),
    ],
    [
      'too many as 413',
      { tooManyItems: 'http-413', maxKeywordIds: 1 },
      [read(5, 6)],
      (_, { status }) => expect(status).toBe(413),
    ],
    [
      'unknown fields ignored',
      { unknownFields: 'ignored' },
      [addGroups({ ...group, bid: 1 })],
      (json) => expect(json['failures']).toEqual([]),
    ],
    [
      'past the last page absent',
      { pastLastPage: 'absent' },
      [pictures({ page: 2 })],
      (json) => expect(json).toEqual({ count: 2 }),
    ],
    [
      'past the last page again',
      { pastLastPage: 'last-page' },
      [pictures({ page: 9 })],
      (json) => expect(rows(json['pictureList'])).toHaveLength(2),
    ],
    [
      'money trimmed',
      { moneyText: 'trimmed' },
      [read(5, 6)],
      (json) => expect(json['keywordList']).toMatchObject([{ price: '4.1' }, { price: '30' }]),
    ],
    [
      'decimals rounded',
      { priceDecimals: 'rounded' },
      [update({ id: 5, price: 1.005 }), read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ price: '1.01' }]),
    ],
    ['errno 0', { errno: 0 }, [update({ id: 5, price: 1 })], (json) => expect(json['errno']).toBe(0)],
    [
      'affectedRecords text',
      { affectedRecords: 'text' },
      [update({ id: 5, price: 1 })],
      (json) => expect(json['affectedRecords']).toBe('1'),
    ],
    [
      'affectedRecords list',
      { affectedRecords: 'list' },
      [update({ id: 5, price: 1 })],
      (json) => expect(json['affectedRecords']).toEqual([5]),
    ],
    [
      'failKeywordIds by spaces',
      { failKeywordIds: 'space' },
      [update({ id: 8 }, { id: 9 })],
      (json) => expect(json['failKeywordIds']).toBe('8 9'),
    ],
    [
      'failKeywordIds JSON',
      { failKeywordIds: 'json-text' },
      [update({ id: 8 }, { id: 9 })],
      (json) => expect(json['failKeywordIds']).toBe('[8,9]'),
    ],
    [
      'failKeywordIds list',
      { failKeywordIds: 'list' },
      [update({ id: 8 }, { id: 9 })],
      (json) => expect(json['failKeywordIds']).toEqual([8, 9]),
    ],
    [
      'failKeywordIds null',
      { noFailKeywordIds: 'null' },
      [update({ id: 5, price: 1 })],
      (json) => expect(json['failKeywordIds']).toBeNull(),
    ],
    [
      'failKeywordIds absent',
      { noFailKeywordIds: 'absent' },
      [update({ id: 5, price: 1 })],
      (json) => expect(json).not.toHaveProperty('failKeywordIds'),
    ],
    [
      'failed keywords by ids',
      { keywordFailures: 'ids' },
      [update({ id: 8 })],
      (json) => expect(json).toEqual({ errno: 10000, affectedRecords: 0, failKeywordIds: '8' }),
    ],
    [
      'failed keywords by failures',
      { keywordFailures: 'failures' },
      [update({ id: 8 })],
      (json) => expect(json).toMatchObject({ failKeywordIds: '', failures: [{ id: 8 }] }),
    ],
    [
      'a missing status switches on',
      {},
      [update({ id: 5, status: 'pause' }), update({ id: 5, price: 1 }), read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ optStatus: 'enabled' }]),
    ],
    [
      'a missing status changes nothing',
      { missingStatus: 'unchanged' },
      [update({ id: 5, status: 'pause' }), update({ id: 5, price: 1 }), read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ optStatus: 'paused', price: '1.00' }]),
    ],
    [
      'low prices accepted',
      { lowPrice: 'accepted' },
      [update({ id: 5, price: 0.01 })],
      (json) => expect(json['affectedRecords']).toBe(1),
    ],
    [
      'price 0 as 0',
      { priceZero: 'zero' },
      [update({ id: 5, price: 0 }), read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ price: '0' }]),
    ],
    [
      'price 0 as the group bid',
      { priceZero: 'group-bid' },
      [update({ id: 5, price: 0 }), read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ price: '3.30' }]),
    ],
    [
      'no cause as null',
      { emptyCause: 'null' },
      [read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ cause: null }]),
    ],
    [
      'words lower-cased',
      { wordsOnRead: 'lower-case' },
      [read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ word: 'red shoes' }]),
    ],
    [
      'URLs rewritten',
      { urlsOnRead: 'rewritten' },
      [update({ id: 5, url: 'HTTPS://WWW.Example.com:443?a=B', mobileUrl: 'http://M.cn:8080/X' }), read(5)],
      (json) =>
        expect(json['keywordList']).toMatchObject([
          { destinationUrl: 'https://www.example.com/?a=B', mobileDestinationUrl: 'http://m.cn:8080/X' },
        ]),
    ],
    [
      'keywords reversed',
      { keywordOrder: 'reversed' },
      [read(5, 6)],
      (json) => expect(json['keywordList']).toMatchObject([{ id: '6' }, { id: '5' }]),
    ],
    [
      'a limit of ids',
      { maxKeywordIds: 1 },
      [read(5, 6)],
      (json) => expect(json['failures']).toMatchObject([{ code: 940006 }]),
    ],
    ['a dead id leaves out itself', {}, [read(5, 99)], (json) => expect(rows(json['keywordList'])).toHaveLength(1)],
    [
      'a dead id empties the lookup',
      { deadKeywordId: 'empties-lookup' },
      [read(5, 99)],
      (json) => expect(json['keywordList']).toEqual([]),
    ],
    [
      'names of at most 2 characters',
      { groupNames: { max: 2 } },
      [addGroups({ ...group, name: '女鞋' }, { ...group, name: '女鞋a' })],
      (json) => expect(json['groupIdList']?.[1]).toBe(0),
    ],
    [
      'names of at most 5 GBK bytes',
      { groupNames: { max: 5, count: 'gbk-bytes' } },
      [addGroups({ ...group, name: '女鞋a' }, { ...group, name: '女鞋aa' })],
      (json) => expect(json['groupIdList']).toEqual([910001, 0]),
    ],
    [
      'names of at most 6 UTF-8 bytes',
      { groupNames: { max: 6, count: 'utf8-bytes' } },
      [addGroups({ ...group, name: '女鞋' }, { ...group, name: '女鞋a' })],
      (json) => expect(json['groupIdList']).toEqual([910001, 0]),
    ],
    [
      'duplicate names refused',
      { duplicateGroupNames: 'refused' },
      [addGroups(group, group, { ...group, campaignId: 2 }, { ...group, name: '女鞋' })],
      (json) => expect(json['groupIdList']).toEqual([910001, 0, 910002, 0]),
    ],
    [
      'two groups a campaign',
      { maxGroupsPerCampaign: 2 },
      [addGroups(group, group)],
      (json) => expect(json['groupIdList']).toEqual([910001, 0]),
    ],
    [
      'group failures bare',
      { groupFailures: 'bare' },
      [addGroups(bad)],
      (json) => expect(Object.keys(json['failures']?.[0] ?? {})).toEqual(['code', 'message', 'description']),
    ],
    [
      'group failures named',
      { groupFailures: 'named' },
      [addGroups({ ...group, price: 0 })],
      (json) => expect(json['failures']).toMatchObject([{ name: '组' }]),
    ],
    [
      'group failures none',
      { groupFailures: 'none' },
      [addGroups(bad)],
      (json) => expect(json).toEqual({ groupIdList: [0], failures: [] }),
    ],
    [
      'creative failures as zeros',
      { creativeFailures: 'zero-ids' },
      [creative([99])],
      (json) => expect(json).toMatchObject({ success: [{ id: '0' }], failures: [] }),
    ],
    [
      'creative failures as failures',
      { creativeFailures: 'failures' },
      [creative([99])],
      (json) => expect(json).toMatchObject({ success: [], failures: [{ groupId: '99' }] }),
    ],
    [
      'flat sets',
      { service: { creativeSets: 'flat' } },
      [creative([7], links)],
      (json) => expect(json['failures']).toEqual([]),
    ],
    [
      'flat sets refuse nested ones',
      { service: { creativeSets: 'flat' } },
      [creative([7])],
      (json) => expect(json).toMatchObject({ success: [{ id: '0' }] }),
    ],
    [
      'one group per creative add',
      { maxGroupsPerCreativeAdd: 1 },
      [creative([7, 7])],
      (json) => expect(json).toEqual({ failures: [failure] }),
    ],
    [
      'link texts unique per navigation',
      { linkTexts: 'navigation' },
      [
        [
          '/ads/richcreative/add',
          {
            groupIdList: [7],
            'guides-mobile': [
              [
                { title: 'a', links },
                { title: 'b', links },
              ],
            ],
          },
        ],
      ],
      (json) => expect(json['failures']).toEqual([]),
    ],
    [
      'tags as JSON text',
      { pictureTags: 'json-text' },
      [pictures()],
      (json) => expect(json['pictureList']).toMatchObject([{ tags: '[]' }, { tags: '["a"]' }]),
    ],
    [
      'one tag per picture',
      { maxTagsPerPicture: 1 },
      [['/ads/pichouse/updateTags', { data: [{ picId: '1', tags: ['a', 'b'] }] }]],
      (json) => expect(json['failures']).toMatchObject([{ code: 940006 }]),
    ],
    [
      'one picture per tag update',
      { maxPicturesPerTagUpdate: 1 },
      [['/ads/pichouse/updateTags', { data: [{}, {}] }]],
      (json) => expect(json).toEqual({ failures: [failure] }),
    ],
    [
      'untagged pictures unbound',
      { unbindUntagged: 'accepted' },
      [unbind(7, '1')],
      (json) => expect(json).toEqual({ successGroupIdList: [7], failures: [] }),
    ],
    [
      'unbound pictures refused',
      { unbindUnbound: 'refused' },
      [unbind(7, '2')],
      (json) => expect(json['failures']).toMatchObject([{ code: 941202 }]),
    ],
    [
      'unknown packages refused',
      { unknownPackage: 'refused' },
      [['/ads/tool/keywordPackage', { package_type: 'x' }]],
      (json) => expect(json).toEqual({ failures: [failure] }),
    ],
    [
      'sensitive words',
      { sensitiveWords: ['鞋'] },
      [addGroups({ ...group, name: '女鞋' })],
      (json) => expect(json['failures']).toMatchObject([{ code: 90202 }]),
    ],
    [
      'values after the review',
      { review: { valuesAfterReview: true } },
      [update({ id: 5, url: 'https://n', price: 2 }), read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ destinationUrl: '', price: '2.00', status: 'pending' }]),
    ],
    [
      'no review',
      { review: { keywordSeconds: 0 } },
      [update({ id: 5, url: 'https://n' }), read(5)],
      (json) => expect(json['keywordList']).toMatchObject([{ destinationUrl: 'https://n', status: 'enable' }]),
    ],
    [
      'a quota',
      { quota: { perDay: 2 } },
      [addGroups(group, group), addGroups(group)],
      (json, { headers }) => {
        expect(json).toEqual({ failures: [expect.objectContaining({ code: 90401 })] });
        expect(headers.get('quotaremain')).toBe('0');
      },
    ],
    [
      'what is left of a quota, under another header',
      { quota: { perDay: 9, header: 'X-Left' } },
      [addGroups(group, group)],
      (_, { headers }) => expect(headers.get('x-left')).toBe('7'),
    ],
    [
      'throttling',
      { requestsPerSecond: 2 },
      [pictures(), pictures(), pictures()],
      (_, { status, headers }) => expect([status, headers.get('retry-after')]).toEqual([429, '1']),
    ],
    [
      'throttling as a failure',
      { requestsPerSecond: 2, throttling: 200 },
      [pictures(), pictures(), pictures()],
      (json, { status }) => {
        expect(status).toBe(200);
        expect(json['failures']).toMatchObject([{ code: 940008 }]);
      },
    ],
    [
      'reports ready at another time',
      { reports: { readyAt: '11:00' } },
      [['/ads/report/richcreative', { startDate: '2024-05-09', endDate: '2024-05-09' }]],
      (json) => expect(json['failures']).toMatchObject([{ code: 70109 }]),
    ],
    [
      'another time zone',
      { timeZone: 'America/New_York' },
      [['/ads/report/sublink', { level: 'account', startDate: '2024-05-09', endDate: '2024-05-09' }]],
      (json) => expect(json['failures']).toMatchObject([{ code: 941001 }]),
    ],
    [
      'one component a group',
      { reports: { componentsPerGroup: 1 } },
      [['/ads/report/sublink', { level: 'account', startDate: '2024-05-09', endDate: '2024-05-09' }]],
      (json) => expect(rows(json['sublinkList'])).toHaveLength(2),
    ],
    [
      'unknown videos refused',
      { unknownVideos: 'refused' },
      [
        [
          '/ads/richcreative/add',
          { groupIdList: [7], 'video-computer': [{ url: 'u', video_url: 'v', cover_img: 'AAAA' }] },
        ],
      ],
      (json) => expect(json['failures']).toMatchObject([{ code: 940306 }]),
    ],
  ])('%s', async (_, options, steps, check) => {
    const reply = await answer(options, ...steps);
    check(reply.json, reply);
  });

  it('apps: partial tasks, appId, duplicates, iOS fields, type', async () => {
    const app = { title: '鞋城', type: 'ios', imageEncode: await PNG(4, 4), appUrl: 'https://dl/a' };
    const add = (...apps: object[]): Step => ['/ads/app/addTask', { apps }];
    const list: Step = ['/ads/app/getAppList', {}];
    const partial = await answer({ appTask: 'valid-apps' }, add(app, { ...app, title: 'x' }));
    expect(partial.json).toMatchObject({ appTaskId: expect.any(Number), failures: [{ code: 50403 }] });
    expect(partial.json['appTaskId']).toBeGreaterThan(0);
    const twice = await answer({ duplicateApps: 'refused' }, add(app), add({ ...app, type: 'IOS' }));
    expect(twice.json).toMatchObject({ appTaskId: 0, failures: [{ code: 940601 }] });
    const once = await answer({ duplicateApps: 'refused' }, add(app, app));
    expect(once.json).toMatchObject({ appTaskId: 0 });
    const ios = await answer({ androidFieldsOnIos: 'refused' }, add({ ...app, developer: 'x' }));
    expect(ios.json).toMatchObject({ appTaskId: 0 });
    const asSent = await answer({ appTypeOnRead: 'as-sent' }, add(app), list);
    expect(asSent.json['appList']).toMatchObject([{ type: 'ios' }]);
    const updates = { appIdInTask: 'updates', firstId: '100' };
    const updated = await answer(updates, add(app), add({ ...app, appId: '101', title: '新城' }), list);
    expect(rows(updated.json['appList']).map((one) => [one['appId'], one['title']])).toEqual([['101', '新城']]);
  });

  it('pictures of creatives come under another source', async () => {
    const image = await Promise.all([1, 2, 3].map((n) => PNG(9 + n, 9)));
    const set = image.map((one, n) => ({ title: `t${n}`, url: 'u', image: one }));
    const fields = { groupIdList: [7], 'windows-mobile': [set] };
    const added: Step = ['/ads/richcreative/add', fields];
    const openapi = await answer({ creativePictureSource: 'openapi' }, added, pictures({ source: 'openapi' }));
    expect(openapi.json['count']).toBe(3);
  });

  it('names of the deployment', async () => {
    const service = { platformSegment: 'dianjing', richCreativeWord: 'sem', loginPath: '/uc/account/clientLogin' };
    const sandbox = await startSandbox({ fixture: { options: { service } } });
    const paths = ['/dianjing/sem/add', '/dianjing/report/sem', '/uc/account/clientLogin', '/dianjing/tag/getlist'];
    const status = async (path: string) => (await fetch(sandbox.url + path, { method: 'POST' })).status;
    for (const path of paths) expect([path, await status(path)]).not.toEqual([path, 404]);
    expect(await status('/ads/richcreative/add')).toBe(404);
    await sandbox.close();
    const tagged = await startSandbox({ fixture: { options: { service: { tagListPath: '/tag/getlist' } } } });
    expect((await fetch(`${tagged.url}/ads/tag/getlist`)).status).toBe(404);
    expect((await fetch(`${tagged.url}/tag/getlist`)).status).toBe(401);
    await tagged.close();
  });

  it('may be turned while it runs, and refuse what they do not know', async () => {
    const { client, control, close } = await running({ fixture: base });
    const body = JSON.stringify({ wordsOnRead: 'lower-case' });
    await client.send('POST', '/_sandbox/options', body, { 'content-type': 'application/json' });
    const read5 = await client.post(...read(5));
    expect(read5.json['keywordList']).toMatchObject([{ word: 'red shoes' }]);
    expect(() => control.setOptions({ wordsOnRead: 'upper' })).toThrow(FixtureFailure);
    expect(() => control.setOptions({ nonsense: 1 })).toThrow(FixtureFailure);
    await close();
  });
});
