import { describe, expect, it } from 'vitest';
import { Client, running } from './support/client.js';

const wrong = { username: 'sandbox', passwd: 'wrong' };

describe('login', () => {
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

  it('requires a user name and a password', async () => {
    const { client, close } = await running();
    for (const fields of [{ username: 'sandbox' }, { passwd: 'sandbox' }, { username: '', passwd: 'sandbox' }, {}]) {
      const { json } = await client.post('/account/clientLogin', fields);
      expect(json).toEqual({ failures: [expect.objectContaining({ code: 940003 })] });
    }
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

const OPERATIONS = [
  '/uc/account/getInfo',
  ...['richcreative/add', 'keyword/getInfoByIdList', 'group/batchAdd', 'app/addTask', 'keyword/update'],
  ...['app/getAppList', 'tool/keywordPackage', 'report/sublink', 'report/richcreative', 'group/unbindPictures'],
  ...['pichouse/getPictureList', 'tag/getlist', 'pichouse/updateTags'],
].map((path) => (path.startsWith('/') ? path : `/ads/${path}`));
/** Those that ask for the header Content-Type. */
const TYPED = ['keyword/getInfoByIdList', 'pichouse/getPictureList', 'tag/getlist', 'pichouse/updateTags'];

describe('headers', () => {
  it('all but login need apiKey and accessToken; in the body they are none', async () => {
    const { client, close } = await running();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of OPERATIONS) {
      const noKey = await client.send('POST', path, '', { ...form, apiKey: '' });
      expect([path, noKey.json]).toEqual([path, { failures: [expect.objectContaining({ code: 940002 })] }]);
      const noToken = await client.send('POST', path, '', { ...form, accessToken: '' });
      expect([path, noToken.json]).toEqual([path, { failures: [expect.objectContaining({ code: 940001 })] }]);
    }
    const inBody = await client.send('POST', '/uc/account/getInfo', `apiKey=sandbox&accessToken=${client.token}`, {
      ...form,
      apiKey: '',
      accessToken: '',
    });
    expect(inBody.json).not.toHaveProperty('uid');
    await close();
  });

  it.each(TYPED)('%s needs the content type of a form', async (path) => {
    const { client, close } = await running();
    for (const headers of [{}, { 'content-type': 'text/plain' }]) {
      const { json } = await client.send('POST', `/ads/${path}`, '', headers);
      expect(json).toEqual({ failures: [expect.objectContaining({ code: 940009 })] });
    }
    const { json } = await client.send('POST', `/ads/${path}`, '', {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    });
    expect(JSON.stringify(json)).not.toContain('940009');
    await close();
  });
});

describe('account info', () => {
  it('answers the 18 fields of section 2, with the real uid where the login gave an encoded one', async () => {
    const { client, close } = await running({ fixture: { account: { uid: '20177301', balance: '12.50' } } });
    const { json } = await client.get('/uc/account/getInfo');
    expect(Object.keys(json)).toEqual(
      ['uid', 'userName', 'email', 'category', 'agency', 'companyName', 'industry1', 'industry2', 'balance'].concat(
        ['budget', 'mvBudget', 'appBudget', 'resources', 'status', 'allowDomain', 'allowMobileDomain', 'allowDevice'],
        ['isMedical'],
      ),
    );
    expect(json).toMatchObject({ uid: '20177301', balance: 12.5 });
    const { json: login } = await client.login();
    expect(login).toEqual({ uid: expect.any(String), accessToken: expect.any(String) });
    expect(String(login['uid'])).not.toContain('20177301');
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
