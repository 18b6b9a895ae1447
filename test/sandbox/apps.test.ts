import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, rows, running } from './support/client.js';
import { image, PNG } from './support/images.js';

const M2 = 2 * 1024 * 1024;

describe('application task', () => {
  let sandbox: Running;
  let ios: Record<string, unknown>;
  let android: Record<string, unknown>;
  const add = async (...apps: unknown[]) => (await sandbox.client.post('/ads/app/addTask', { apps })).json;

  beforeAll(async () => {
    sandbox = await running();
    const imageEncode = await PNG(8, 8);
    ios = { title: '鞋城', type: 'iOS', imageEncode, appUrl: 'https://dl.example.com/a' };
    const urls = { privacyUrl: 'https://a.example.com/p', authUrl: 'https://a.example.com/q' };
    android = { ...ios, type: 'Android', developer: '示例', ...urls, copyrightEncode: imageEncode };
  });
  afterAll(() => sandbox.close());

  it.each([99, 100])('takes %i apps', async (count) => {
    expect((await add(...Array.from({ length: count }, () => ios)))['appTaskId']).toBeGreaterThan(0);
  });

  it('refuses 101 apps, with a task id of 0', async () => {
    expect(await add(...Array.from({ length: 101 }, () => ios))).toMatchObject({
      appTaskId: 0,
      failures: [{ code: 940006 }],
    });
  });

  it.each<[string, () => object]>([
    ['a title of 2 characters', () => ({ ...ios, title: '鞋子' })],
    ['a title of 50 characters', () => ({ ...ios, title: '鞋'.repeat(50) })],
    ['a title of 50 characters beyond the basic plane', () => ({ ...ios, title: '👟'.repeat(50) })],
    ['type ANDROID', () => ({ ...android, type: 'ANDROID' })],
    ['type ios', () => ({ ...ios, type: 'ios' })],
    ['appAutoCheck OFF', () => ({ ...android, appAutoCheck: 'OFF' })],
    ['a remark that is empty', () => ({ ...ios, remark: '' })],
    ['appAutoCheck ON', () => ({ ...android, appAutoCheck: 'ON' })],
    ['a remark of 100 characters', () => ({ ...ios, remark: '注'.repeat(100) })],
    ['20 copyright images', () => ({ ...android, copyrightEncode: Array(20).fill(android['imageEncode']).join(',') })],
    ['an appId', () => ({ ...ios, appId: '5' })],
    ['Android fields for iOS', () => ({ ...ios, developer: 'x' })],
  ])('takes %s', async (_, app) => {
    const json = await add(app());
    expect(json['failures']).toEqual([]);
    expect(json['appTaskId']).toBeGreaterThan(0);
  });

  it.each<[string, () => object, number]>([
    ['a title of 1 character', () => ({ ...ios, title: '鞋' }), 50403],
    ['a title of 51 characters', () => ({ ...ios, title: '鞋'.repeat(51) }), 50403],
    ['a title of blanks', () => ({ ...ios, title: '   ' }), 50403],
    ['no title', () => ({ ...ios, title: undefined }), 50403],
    ['an unknown type', () => ({ ...ios, type: 'Windows' }), 940007],
    ['no type', () => ({ ...ios, type: undefined }), 940007],
    ['no icon', () => ({ ...ios, imageEncode: undefined }), 940003],
    ['an icon that is not an image', () => ({ ...ios, imageEncode: Buffer.from('hello!').toString('base64') }), 940305],
    ['an icon that is not base64', () => ({ ...ios, imageEncode: 'data:image/png;base64,AAAA' }), 940305],
    ['no link', () => ({ ...ios, appUrl: '' }), 940003],
    ['no developer', () => ({ ...android, developer: undefined }), 940003],
    ['no privacyUrl', () => ({ ...android, privacyUrl: undefined }), 940003],
    ['no authUrl', () => ({ ...android, authUrl: undefined }), 940003],
    ['no copyrightEncode', () => ({ ...android, copyrightEncode: undefined }), 940003],
    ['appAutoCheck on', () => ({ ...android, appAutoCheck: 'on' }), 940007],
    ['a remark of 101 characters', () => ({ ...ios, remark: '注'.repeat(101) }), 940007],
    [
      '21 copyright images',
      () => ({ ...android, copyrightEncode: Array(21).fill(android['imageEncode']).join(',') }),
      940006,
    ],
    ['an unknown field', () => ({ ...ios, icon: 'x' }), 940004],
  ])('refuses %s, with code, description and message', async (_, app, code) => {
    const json = await add(ios, app());
    expect(json['appTaskId']).toBe(0);
    expect(json['failures']).toEqual([{ code, description: expect.any(String), message: expect.any(String) }]);
  });

  it('takes copyright images of 2M in JPG and PNG, and not one byte more, nor a GIF', async () => {
    const of = async (format: 'png' | 'jpeg' | 'gif', bytes?: number) =>
      (await add({ ...android, copyrightEncode: await image(format, 30, 30, bytes) }))['appTaskId'];
    expect(await of('png', M2)).toBeGreaterThan(0);
    expect(await of('jpeg', M2)).toBeGreaterThan(0);
    expect(await of('png', M2 + 1)).toBe(0);
    expect(await of('gif')).toBe(0);
  });

  it('refuses a request without apps', async () => {
    expect((await sandbox.client.post('/ads/app/addTask')).json).toMatchObject({
      appTaskId: 0,
      failures: [{ code: 940003 }],
    });
  });
});

describe('tasks end later, and apps are reviewed', () => {
  it('lists an app when its task has ended, then reviews it', async () => {
    const options = { appTaskSeconds: 60, appTaskFails: ['坏'], review: { appSeconds: 300, rejectWords: ['赌'] } };
    const { client, control, close } = await running({ fixture: { options } });
    const imageEncode = await PNG(8, 8);
    const app = (title: string) => ({ title, type: 'iOS', imageEncode, appUrl: `https://dl.example.com/${title}` });
    await client.post('/ads/app/addTask', { apps: [app('鞋城'), app('坏的'), app('赌场')] });
    const listed = async () =>
      rows((await client.post('/ads/app/getAppList')).json['appList']).map((one) => [
        one['title'],
        one['status'],
        one['cause'],
      ]);
    await control.advanceClock(59);
    expect(await listed()).toEqual([]);
    await control.advanceClock(1);
    expect(await listed()).toEqual([
      ['鞋城', 'pending', ''],
      ['赌场', 'pending', ''],
    ]);
    await control.advanceClock(300);
    expect(await listed()).toEqual([
      ['鞋城', 'enable', ''],
      ['赌场', 'reject', '审核不通过: 赌'],
    ]);
    await close();
  });
});

describe('get applications', () => {
  it('takes up to 100 ids; none means all', async () => {
    const apps = Array.from({ length: 120 }, (_, index) => ({
      appId: String(1 + index),
      type: index % 2 ? 'iOS' : 'Android',
    }));
    const { client, close } = await running({ fixture: { apps } });
    const get = async (fields: Record<string, unknown>) => (await client.post('/ads/app/getAppList', fields)).json;
    const ids = apps.map(({ appId }) => appId);
    expect(rows((await get({ appIdList: ids.slice(0, 100) }))['appList'])).toHaveLength(100);
    expect((await get({ appIdList: ids.slice(0, 101) }))['failures']).toMatchObject([{ code: 940006 }]);
    for (const fields of [{}, { appIdList: '' }, { appIdList: [] }]) {
      expect(rows((await get(fields))['appList'])).toHaveLength(120);
    }
    const both = rows((await get({ appIdList: [1, '2', 999] }))['appList']);
    expect(both.map((one) => [one['appId'], 'developer' in one, 'appAutoCheck' in one])).toEqual([
      ['1', true, true],
      ['2', false, false],
    ]);
    await close();
  });
});
