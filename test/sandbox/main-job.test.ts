import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, rows, running } from './support/client.js';
import { PNG } from './support/images.js';

const fixture = {
  campaigns: [{ campaignId: 1001, name: '女鞋' }],
  groups: [{ groupId: '556001', campaignId: '1001', name: '女鞋', price: '1.00' }],
  keywords: [{ id: '80001234', groupId: '556001', word: '女鞋', price: 1.5, optStatus: 'paused' }],
};

describe('the main job', () => {
  let sandbox: Running;
  beforeAll(async () => {
    sandbox = await running({ fixture });
  });
  afterAll(() => sandbox.close());

  it('logs in and reads the account, whose uid is the real one', async () => {
    const { json } = await sandbox.client.login();
    expect(json['accessToken']).toMatch(/^[0-9a-f]{48}$/);
    const account = await sandbox.client.get('/uc/account/getInfo');
    expect(account.json).toMatchObject({ uid: '20001', balance: 10000, budget: '500.00' });
    expect(json['uid']).not.toBe(account.json['uid']);
  });

  it('adds groups and creatives, and the pictures that these bring appear', async () => {
    const { client } = sandbox;
    const groups = await client.post('/ads/group/batchAdd', {
      groups: [
        { campaignId: 1001, name: '秋季', price: 1.2 },
        { campaignId: 9, name: '无', price: 1 },
      ],
    });
    expect(groups.json['groupIdList']).toEqual([910001, 0]);
    expect(groups.json['failures']).toHaveLength(1);
    const windows = await Promise.all(
      [1, 2, 3].map(async (n) => ({ title: `橱窗${n}`, url: 'https://a.example.com', image: await PNG(20 + n, 10) })),
    );
    const added = await client.post('/ads/richcreative/add', {
      groupIdList: [910001, '556001'],
      'windows-mobile': [windows],
      'sublinks-mobile': [
        [
          { text: '新品', url: 'https://m.example.com/new' },
          { text: '特价', url: 'https://m.example.com/sale' },
        ],
      ],
    });
    expect(added.json['failures']).toEqual([]);
    expect(rows(added.json['success']).map((one) => [one['groupId'], one['type']])).toEqual([
      ['910001', 'windows'],
      ['910001', 'sublinks'],
      ['556001', 'windows'],
      ['556001', 'sublinks'],
    ]);
    const pictures = await client.post('/ads/pichouse/getPictureList', { source: 'richcreative' });
    expect(pictures.json['count']).toBe(3);
    expect(pictures.json['pictureList']?.[0]).toMatchObject({ width: '21', height: '10', tags: [] });
  });

  it('reads and updates keywords under their two sets of names', async () => {
    const { client } = sandbox;
    const update = await client.post('/ads/keyword/update', {
      keywords: [{ id: 80001234, price: 2.5, url: 'https://a.example.com/{wordid}?a=1&b=%20', status: 'pause' }],
    });
    expect(update.json).toEqual({ errno: 10000, affectedRecords: 1, failKeywordIds: '' });
    const read = await client.post('/ads/keyword/getInfoByIdList', { idList: [80001234, 5] });
    expect(read.json['keywordList']).toHaveLength(1);
    expect(read.json['keywordList']?.[0]).toMatchObject({
      id: '80001234',
      price: '2.50',
      destinationUrl: 'https://a.example.com/{wordid}?a=1&b=%20',
      optStatus: 'paused',
      status: 'pending',
    });
  });

  it('takes an app task and lists its app', async () => {
    const { client } = sandbox;
    const task = await client.post('/ads/app/addTask', {
      apps: [{ title: '鞋城', type: 'ios', imageEncode: await PNG(8, 8), appUrl: 'https://dl.example.com/a' }],
    });
    expect(task.json['appTaskId']).toBeGreaterThan(0);
    const { json } = await client.get('/ads/app/getAppList');
    expect(json['appList']).toMatchObject([{ title: '鞋城', type: 'iOS', status: 'pending' }]);
    expect(json['appList']?.[0]).not.toHaveProperty('developer');
  });
});
