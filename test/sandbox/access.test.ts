import { describe, expect, it } from 'vitest';
import { Client, running } from './support/client.js';

const wrong = { username: 'sandbox', passwd: 'wrong' };

describe('4.1 login', () => {
  it('answers a wrong one with 200, failures and no token', async () => {
    const { client, close } = await running();
    for (const fields of [wrong, { username: 'other', passwd: 'sandbox' }]) {
      const { status, json } = await client.post('/account/clientLogin', fields);
      expect([status, json]).toEqual([200, { failures: [expect.objectContaining({ code: 70001 })] }]);
    }
    const noKey = await client.send('POST', '/account/clientLogin', 'username=sandbox&passwd=sandbox', {
      'content-type': 'application/x-www-form-urlencoded',
      apiKey: 'other',
    });
    expect(noKey.json).toMatchObject({ failures: [{ code: 940002 }] });
    await close();
  });

  it('takes POST only, and no JSON body', async () => {
    const { client, close } = await running();
    expect((await client.get('/account/clientLogin', { username: 'sandbox', passwd: 'sandbox' })).status).toBe(405);
    const json = JSON.stringify({ username: 'sandbox', passwd: 'sandbox' });
    const reply = await client.send('POST', '/account/clientLogin', json, { 'content-type': 'application/json' });
    expect(reply.json).toMatchObject({ failures: [{ code: 940003 }] });
    await close();
  });

  it('four wrong ones do not lock, five do, until the next day of the account', async () => {
    const { client, control, close } = await running();
    for (let count = 0; count < 4; count += 1) await client.login(wrong);
    expect((await client.login()).json).toHaveProperty('accessToken');
    for (let count = 0; count < 5; count += 1) await client.login(wrong);
    expect((await client.login()).json).toEqual({ failures: [expect.objectContaining({ code: 80109 })] });
    await control.setClock(new Date('2024-05-10T23:59:59+08:00'));
    expect((await client.login()).json).not.toHaveProperty('accessToken');
    await control.setClock(new Date('2024-05-11T00:00:00+08:00'));
    expect((await client.login()).json).toHaveProperty('accessToken');
    await close();
  });

  it('knows the scheme aes-128-cbc-md5', async () => {
    const login = { scheme: 'aes-128-cbc-md5', password: 'Test#2024', apiSecret: '0123456789abcdeffedcba9876543210' };
    const { client, close } = await running({ fixture: { options: { login } } });
    expect((await client.login()).json).not.toHaveProperty('accessToken');
    const passwd = '838b95eea03a1684bffb8120afabed49fccaa4de9ce3919a6d311087d4c42357';
    expect((await client.login({ username: 'sandbox', passwd })).json).toHaveProperty('accessToken');
    await close();
  });
});

describe('5 access tokens', () => {
  it('are good for ten hours', async () => {
    const { client, control, close } = await running();
    await control.advanceClock(10 * 3600 - 1);
    expect((await client.get('/uc/account/getInfo')).status).toBe(200);
    await control.advanceClock(1);
    const { status, json } = await client.get('/uc/account/getInfo');
    expect([status, json]).toEqual([401, { failures: [expect.objectContaining({ code: 940001 })] }]);
    await close();
  });

  it.each([401, 403, 404, 200])('are refused with %i when the switch says so', async (refusedToken) => {
    const { url, close } = await running({ fixture: { options: { refusedToken } } });
    const stranger = new Client(url);
    for (const token of ['', 'wrong']) {
      stranger.token = token;
      const { status, json } = await stranger.post('/ads/group/batchAdd', { groups: [] });
      expect([status, json]).toEqual([refusedToken, { failures: [expect.objectContaining({ code: 940001 })] }]);
    }
    await close();
  });

  it('end with the next login where the switch says so', async () => {
    const { client, close } = await running({ fixture: { options: { login: { endsOlderTokens: true } } } });
    const old = client.token;
    await client.login();
    expect((await client.get('/uc/account/getInfo')).status).toBe(200);
    client.token = old;
    expect((await client.get('/uc/account/getInfo')).status).toBe(401);
    await close();
  });
});

describe('transport', () => {
  it('writes are POST only; reads answer GET and query strings; unknown paths are 404', async () => {
    const { client, close } = await running();
    expect((await client.get('/ads/group/batchAdd', { groups: '[]' })).status).toBe(405);
    expect((await client.get('/ads/keyword/update', { keywords: '[]' })).status).toBe(405);
    expect((await client.post('/uc/account/getInfo')).json).toHaveProperty('uid');
    expect((await client.get('/ads/tag/getlist')).json).toEqual({ tagList: [] });
    expect((await client.post('/ads/keyword/delete')).status).toBe(404);
    expect((await client.post('/tag/getlist')).status).toBe(404);
    await close();
  });

  it('bodies beyond the limit are 413', async () => {
    const { client, close } = await running({ fixture: { options: { bodyBytes: 1000 } } });
    expect((await client.post('/ads/group/batchAdd', { groups: 'x'.repeat(1000) })).status).toBe(413);
    await close();
  });

  it('Chinese text and reserved characters arrive as they are', async () => {
    const { client, control, close } = await running();
    const name = '女鞋 & 100% + 50=150 “好” {wordid}\n';
    await client.post('/ads/group/batchAdd', { groups: [{ campaignId: 1, name, price: 1 }] });
    expect(control.state().groups[0]?.name).toBe(name);
    await close();
  });
});

describe('4.9 and 4.14', () => {
  it('list packages, all or one by its exact name, and tags', async () => {
    const tags = [{ id: '1', title: '核心词', is_important: '1' }];
    const { client, close } = await running({ fixture: { tags } });
    const all = (await client.post('/ads/tool/keywordPackage')).json;
    expect(Object.keys(all['list'] ?? {})).toEqual(['低竞价词包', 'PC搜索热词', '转化词包', '移动热词']);
    const one = (await client.post('/ads/tool/keywordPackage', { package_type: '转化词包' })).json;
    expect(one).toEqual({ list: { 转化词包: [{ word: '女鞋包邮', pv: '<10', mpv: '<10' }] } });
    expect((await client.post('/ads/tool/keywordPackage', { package_type: '词包' })).json).toEqual({ list: {} });
    expect((await client.post('/ads/tag/getlist')).json).toEqual({ tagList: tags });
    await close();
  });
});
