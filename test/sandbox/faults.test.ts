import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from '../../src/contract/index.js';
import { FAULT_KINDS } from '../../src/sandbox/index.js';
import { type Running, rows, running } from './support/client.js';

const group = { campaignId: 1, name: '组', price: 1 };

describe('faults on demand', () => {
  let sandbox: Running;
  beforeAll(async () => {
    const pictures = [{ picId: '1', tags: ['a'], groupIds: ['7'] }];
    sandbox = await running({ fixture: { groups: [{ groupId: '7' }], keywords: [{ id: '5' }], pictures } });
  });
  afterEach(() => sandbox.control.clearFaults());
  afterAll(() => sandbox.close());

  const add = (count = 2) =>
    sandbox.client.post('/ads/group/batchAdd', { groups: Array.from({ length: count }, () => group) });
  const groups = () => sandbox.control.state().groups.length;

  it('meet the named operation, from the named call on, as often as said', async () => {
    sandbox.control.addFaults({ operation: 'addGroups', kind: 'status', status: 503, from: 2, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) {
      await sandbox.client.get('/ads/tag/getlist');
      statuses.push((await add()).status);
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
  });

  it('are armed over HTTP too, and seen in the log', async () => {
    const arm = (body: unknown) =>
      sandbox.client.send('POST', '/_sandbox/faults', JSON.stringify(body), { 'content-type': 'application/json' });
    expect((await arm({ operation: 'accountInfo', kind: 'status', times: 0 })).status).toBe(200);
    expect((await sandbox.client.get('/uc/account/getInfo')).status).toBe(500);
    expect((await sandbox.client.get('/uc/account/getInfo')).status).toBe(500);
    const log = (await sandbox.client.get('/_sandbox/log')).json;
    expect(rows(log).at(-1)).toMatchObject({ operation: 'accountInfo', fault: 'status', status: 500 });
    expect((await arm({ operation: 'none', kind: 'status' })).status).toBe(400);
    expect((await arm({ operation: '*', kind: 'explode' })).status).toBe(400);
  });

  it.each([
    ['status', { status: 302, headers: { location: '/elsewhere' } }, 302, ''],
    ['throttle', { retryAfter: '7' }, 429, ''],
    ['html', {}, 200, '<html>'],
    ['html', { status: 502, body: '<p>' }, 502, '<p>'],
    ['empty', {}, 200, ''],
    ['token', {}, 401, '940001'],
    ['quota', {}, 200, '90401'],
  ] as const)('%s %o has no effect', async (kind, more, status, text) => {
    const before = groups();
    sandbox.control.addFaults({ operation: 'addGroups', kind, ...more });
    const reply = await add();
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(text);
    expect(groups()).toBe(before);
    if (kind === 'throttle') expect(reply.headers.get('retry-after')).toBe('7');
    if (kind === 'quota') expect(reply.headers.get('quotaRemain')).toBe('0');
  });

  it('a status may come after the effect', async () => {
    const before = groups();
    sandbox.control.addFaults({ operation: 'addGroups', kind: 'status', status: 500, effect: true });
    expect((await add()).status).toBe(500);
    expect(groups()).toBe(before + 2);
  });

  it.each([
    ['reset-before', 0],
    ['reset-after', 2],
    ['cut', 2],
  ] as const)('%s ends the connection with %i groups made', async (kind, made) => {
    const before = groups();
    sandbox.control.addFaults({ operation: 'addGroups', kind });
    await expect(add()).rejects.toThrow();
    expect(groups()).toBe(before + made);
    expect(sandbox.control.log().at(-1)).toMatchObject({ fault: kind });
    expect(sandbox.control.log().at(-1)).not.toHaveProperty('status');
  });

  it.each([
    ['hang', 0],
    ['stall', 2],
  ] as const)('%s never ends, with %i groups made', async (kind, made) => {
    const before = groups();
    sandbox.control.addFaults({ operation: 'addGroups', kind });
    const signal = AbortSignal.timeout(150);
    const headers = { apiKey: 'sandbox', accessToken: sandbox.client.token };
    const body = new URLSearchParams({ groups: JSON.stringify([group, group]) });
    const call = fetch(`${sandbox.url}/ads/group/batchAdd`, { method: 'POST', headers, body, signal });
    await expect(call.then((reply) => reply.text())).rejects.toThrow(/timeout|aborted/);
    expect(groups()).toBe(before + made);
  });

  it('latency answers later, truncated in half', async () => {
    sandbox.control.addFaults({ operation: 'keywordTags', kind: 'latency', milliseconds: 120 });
    const started = performance.now();
    expect((await sandbox.client.get('/ads/tag/getlist')).json).toEqual({ tagList: [] });
    expect(performance.now() - started).toBeGreaterThan(110);
    sandbox.control.addFaults({ operation: 'keywordTags', kind: 'truncated' });
    const reply = await sandbox.client.get('/ads/tag/getlist');
    expect([reply.status, reply.text]).toEqual([200, '{"tagLi']);
  });

  it('wrong-length takes entries away or adds some', async () => {
    sandbox.control.addFaults({ operation: 'addGroups', kind: 'wrong-length' });
    expect(rows((await add(3)).json['groupIdList'])).toHaveLength(2);
    sandbox.control.addFaults({ operation: 'addGroups', kind: 'wrong-length', by: 2 });
    expect(rows((await add(3)).json['groupIdList'])).toHaveLength(5);
  });

  it('no-effect says done and does nothing', async () => {
    sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'no-effect' });
    const { json } = await sandbox.client.post('/ads/keyword/update', { keywords: [{ id: 5, price: 9 }] });
    expect(json['affectedRecords']).toBe(1);
    expect(sandbox.control.state().keywords[0]?.price).toBe('1.00');
  });

  it('echo repeats headers and body, secrets included', async () => {
    sandbox.control.addFaults({ operation: 'login', kind: 'echo' });
    const token = sandbox.client.token;
    const { status, text } = await sandbox.client.login();
    sandbox.client.token = token;
    expect(status).toBe(500);
    expect(text).toContain('passwd=sandbox');
    expect(text).toContain(token);
  });

  it('refuse-all stamps one refusal on every item of every write', async () => {
    sandbox.control.addFaults({ operation: '*', kind: 'refuse-all', code: 90202, message: 'no', times: 0 });
    const refusal = expect.objectContaining({ code: 90202, message: expect.stringContaining('no') });
    const post = async (path: string, fields: Record<string, unknown>) =>
      (await sandbox.client.post(path, fields)).json;
    expect((await add()).json).toEqual({ groupIdList: [0, 0], failures: [refusal, refusal] });
    expect(await post('/ads/keyword/update', { keywords: [{ id: 5, price: 1 }, { id: 6 }] })).toEqual({
      errno: 10000,
      affectedRecords: 0,
      failKeywordIds: '5,6',
      failures: [refusal, refusal],
    });
    expect(await post('/ads/richcreative/add', { groupIdList: [7], 'sublinks-mobile': [[], []] })).toMatchObject({
      success: [{ id: '0' }, { id: '0' }],
      failures: [refusal, refusal],
    });
    expect(await post('/ads/app/addTask', { apps: [{}, {}] })).toEqual({ appTaskId: 0, failures: [refusal, refusal] });
    expect(await post('/ads/group/unbindPictures', { picList: [{ groupId: 7 }] })).toMatchObject({
      failures: [refusal],
    });
    expect(await post('/ads/pichouse/updateTags', { data: [{ picId: 1 }] })).toMatchObject({
      success: [],
      failures: [refusal],
    });
    expect(await post('/ads/tag/getlist', {})).toEqual({ failures: [refusal] });
  });

  it('of every kind meet every operation without bringing the service down', async () => {
    const { ENDPOINTS, DEFAULT_SERVICE_SETTINGS } = await import('../../src/contract/index.js');
    const broken = ['reset-before', 'reset-after', 'cut', 'hang', 'stall'];
    for (const operation of ENDPOINT_NAMES) {
      for (const kind of FAULT_KINDS.filter((one) => !broken.includes(one))) {
        sandbox.control.addFaults({ operation, kind });
        const reply = await sandbox.client.post(ENDPOINTS[operation].path(DEFAULT_SERVICE_SETTINGS));
        expect([operation, kind, typeof reply.status]).toEqual([operation, kind, 'number']);
      }
    }
    expect((await sandbox.client.get('/uc/account/getInfo')).status).toBe(200);
  });
});

describe('the request log', () => {
  it('holds decoded fields and what was made, with secrets masked and images as digests', async () => {
    const { client, control, close } = await running();
    await add();
    const [login, added] = control.log();
    expect(login).toMatchObject({ operation: 'login', fields: { username: 'sandbox', passwd: '***' } });
    expect(added).toMatchObject({
      number: 2,
      operation: 'addGroups',
      method: 'POST',
      path: '/ads/group/batchAdd',
      status: 200,
      fields: { groups: '[{"campaignId":1,"name":"组","price":1.10}]' },
      created: ['groups/910001'],
      changed: [],
    });
    await client.post('/ads/app/addTask', { apps: [{ imageEncode: 'A'.repeat(1000) }] });
    expect(control.log(2)[0]?.fields['apps']).toMatch(/^\[\{"imageEncode":"<base64 1000 [0-9a-f]{12}>"\}\]$/);
    expect(JSON.stringify(control.log())).not.toContain(client.token);
    const secrets = { accessToken: 'brown-fox', api_key: 'brown-fox', note: '{"passwd":"brown-fox","id":7}' };
    await client.post('/ads/keyword/update', secrets);
    expect(control.log(3)[0]?.fields).toEqual({
      accessToken: '***',
      api_key: '***',
      note: '{"passwd":"***","id":7}',
    });
    const lost = await client.get('/nowhere', { accessToken: 'brown-fox' });
    expect([lost.status, lost.text.includes('/nowhere'), lost.text.includes('brown-fox')]).toEqual([404, true, false]);
    control.clearLog();
    expect(control.log()).toEqual([]);
    await close();

    function add() {
      const body = new URLSearchParams({ groups: '[{"campaignId":1,"name":"组","price":1.10}]' });
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      return client.send('POST', '/ads/group/batchAdd', body.toString(), form);
    }
  });
});
