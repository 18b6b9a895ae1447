import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { FixtureFailure, parseFixture, startSandbox } from '../../src/sandbox/index.js';
import { cpuTime } from '../support/cpu-time.js';
import { running } from './support/client.js';

describe('fixture text', () => {
  it('keeps ids, prices and words as written', async () => {
    const { fixture, faults } = parseFixture(`
groups:
  - { groupId: 9007199254740993, price: 1.10, productGroup: true }
keywords:
  - { id: 20240101123456789, groupId: 9007199254740993, word: 007, price: 2, cause: no }
account: { balance: 86420.55, isMedical: 0 }
options: { errno: 0, wordsOnRead: lower-case, deeplinkPermission: false, refusedToken: 403 }
`);
    expect(faults).toEqual([]);
    const { client, control, close } = await running({ fixture });
    expect(control.state().keywords).toMatchObject([
      { id: '20240101123456789', groupId: '9007199254740993', word: '007', price: '2.00', cause: 'no' },
    ]);
    expect(control.state().groups).toMatchObject([{ price: '1.10', productGroup: true }]);
    expect((await client.get('/uc/account/getInfo')).json['balance']).toBe(86420.55);
    client.token = '';
    expect((await client.get('/uc/account/getInfo')).status).toBe(403);
    await close();
  });

  it('names line and column of each fault', () => {
    const { fixture, faults } = parseFixture('keywords:\n  - { id: x1 }\n  - { id: 5, status: on }\nkeyword: []\n');
    expect(fixture).toBeUndefined();
    expect(faults.map(({ path, line }) => [path, line])).toEqual(
      expect.arrayContaining([
        ['/keywords/0/id', 2],
        ['/keywords/1/status', 3],
        ['/keyword', 4],
      ]),
    );
    expect(faults.find(({ path }) => path === '/keywords/1/status')?.message).toContain('ineffective');
    expect(parseFixture('a: [').faults).toMatchObject([{ line: expect.any(Number), column: expect.any(Number) }]);
  });

  it('of the examples is taken, and so is none at all', async () => {
    for (const example of ['minimal', 'adopt', 'shoe-store', 'agency']) {
      const { fixture, faults } = parseFixture(await readFile(`examples/${example}/sandbox.yaml`, 'utf8'));
      expect(faults).toEqual([]);
      await (await startSandbox({ fixture })).close();
    }
    expect(parseFixture('')).toEqual({ fixture: {}, faults: [] });
  });
});

describe('a fixture object', () => {
  it('that the schema does not take is refused', async () => {
    await expect(startSandbox({ fixture: { keywords: [{ word: 'x' }] } })).rejects.toThrow(FixtureFailure);
    await expect(startSandbox({ fixture: { options: { errno: 5 } } })).rejects.toThrow(FixtureFailure);
  });

  it('gets defaults for what it leaves out, statuses that fit each other, and the groups that it names', async () => {
    const statuses = ['pause', 'enable', 'pending', 'reject', 'delete', 'ineffective'] as const;
    const keywords = statuses.map((status, n) => ({ id: String(n + 1), groupId: '77', status }));
    const { client, control, close } = await running({ fixture: { keywords } });
    const { json } = await client.post('/ads/keyword/getInfoByIdList', { idList: [1, 2, 3, 4, 5, 6] });
    expect(json['keywordList']).toMatchObject([
      { optStatus: 'paused', status: 'pause', mobileStatus: 'pass', price: '1.00', matchType: 'phrase', tag: '[]' },
      { optStatus: 'enabled', status: 'enable', mobileStatus: 'pass', pcLowestPrice: '0.30', wildcardTag: '1' },
      { status: 'pending', mobileStatus: 'pending' },
      { status: 'reject', mobileStatus: 'reject' },
      { status: 'delete' },
      { status: 'ineffective', mobileStatus: 'ineffective' },
    ]);
    expect(control.state().groups).toMatchObject([{ id: '77', campaignId: '1001' }]);
    await close();
  });
});

describe('a change outside the client', () => {
  it('sets only what it names, over HTTP too', async () => {
    const fixture = {
      keywords: [{ id: '5', price: '2.00', word: '女鞋' }],
      pictures: [{ picId: '1', tags: ['a'], source: 'creative' }],
    };
    const { client, control, close } = await running({ fixture });
    const body = JSON.stringify({ keywords: [{ id: 5, price: 9 }], pictures: [{ picId: '1', tags: ['b'] }] });
    await client.send('POST', '/_sandbox/change', body, { 'content-type': 'application/json' });
    expect(control.state().keywords).toMatchObject([{ price: '9.00', word: '女鞋', optStatus: 'enabled' }]);
    expect(control.state().pictures).toMatchObject([{ tags: ['b'], source: 'creative' }]);
    await control.change({ keywords: [{ id: '5', status: 'pause' }, { id: '6' }], account: { uid: '1' } });
    expect(control.state().keywords).toMatchObject([{ optStatus: 'paused', price: '9.00' }, { id: '6' }]);
    expect((await client.get('/uc/account/getInfo')).json).toMatchObject({ uid: '1', userName: 'sandbox' });
    await control.remove('keywords', '5');
    expect(control.state().keywords.map(({ id }) => id)).toEqual(['6']);
    await expect(control.change({ keywords: [{ id: 'x' }] })).rejects.toThrow(FixtureFailure);
    await close();
  });
});

describe('size', () => {
  // `npm run test:fuzz` starts with as many as the largest account has.
  const count = process.env['ADWRIGHT_FUZZ'] === undefined ? 20_000 : 100_000;
  it(`${count} keywords start and answer quickly`, { timeout: 120_000 }, async () => {
    const keywords = Array.from({ length: count }, (_, n) => ({ id: String(1_000_000 + n), word: `词${n}` }));
    const { client, close } = await running({ fixture: { keywords } });
    const idList = (page: number) => keywords.slice(page * 500, page * 500 + 500).map(({ id }) => id);
    const started = cpuTime();
    for (let page = 0; page < 20; page += 1) {
      const { json } = await client.post('/ads/keyword/getInfoByIdList', { idList: idList(page) });
      expect(json['keywordList']?.[499]?.['id']).toBe(String(1_000_499 + page * 500));
    }
    // A bound that only something quadratic breaks, on a busy machine too.
    expect((cpuTime() - started) / 20).toBeLessThan(500);
    await close();
  });
});
