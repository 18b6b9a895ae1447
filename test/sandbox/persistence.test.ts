import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DataDirectoryInUse, StoreFailure, startSandbox } from '../../src/sandbox/index.js';
import { serveScript } from './support/child.js';
import { Client, rows, running } from './support/client.js';

const group = (name: string) => ({ campaignId: 1, name, price: 1 });
const fixture = { keywords: [{ id: '5', price: '1.00' }] };

/** `npm run test:crash` kills more often. */
const ROUNDS = process.env['ADWRIGHT_CRASH'] === 'full' ? [1, 2, 3, 4, 5, 6] : [1, 2];

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-data-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('a kill', () => {
  let script: Awaited<ReturnType<typeof serveScript>>;
  beforeAll(async () => {
    script = await serveScript();
  });
  afterAll(() => script.remove());

  it('at any moment loses no answered write and gives no id twice', async () => {
    const answered: unknown[] = [];
    let prices: string[] = ['1.00'];
    for (const round of ROUNDS) {
      const { url, kill } = await script.start(dataDir, fixture);
      const client = new Client(url);
      await client.login();
      const kept = rows((await client.get('/_sandbox/state')).json['groups']).map((one) => Number(one['id']));
      expect(kept).toEqual(expect.arrayContaining(answered));
      expect(new Set(kept).size).toBe(kept.length);
      const read = await client.post('/ads/keyword/getInfoByIdList', { idList: [5] });
      const price = read.json['keywordList']?.[0]?.['price'];
      expect(prices).toContain(price);
      // Of two that may have come through, it is this one.
      prices = [String(price)];
      let stopped = false;
      const writer = (async () => {
        for (let count = 0; !stopped; count += 1) {
          const added = await client.post('/ads/group/batchAdd', { groups: [group('a'), group('b')] });
          answered.push(...rows(added.json['groupIdList']));
          const price = `${round}.${10 + (count % 80)}`;
          // The one in flight may or may not have come through.
          prices = [prices.at(-1) ?? '', price];
          await client.post('/ads/keyword/update', { keywords: [{ id: 5, price: Number(price) }] });
          prices = [price];
        }
      })().catch(() => undefined);
      const enough = answered.length + 6;
      await new Promise((resolve) => setTimeout(resolve, 150 + 70 * round));
      // A busy machine may have answered nothing by then.
      while (answered.length < enough) await new Promise((resolve) => setTimeout(resolve, 7));
      await kill();
      stopped = true;
      await writer;
    }
    expect(answered.length).toBeGreaterThan(10);
    expect(new Set(answered).size).toBe(answered.length);
  });

  it('also keeps tokens, wrong logins and the turned clock', async () => {
    const first = await script.start(dataDir);
    const client = new Client(first.url);
    await client.login();
    const { token } = client;
    for (let count = 0; count < 4; count += 1) await client.login({ username: 'sandbox', passwd: 'x' });
    const turn = JSON.stringify({ set: '2031-01-02T03:04:05Z' });
    await client.send('POST', '/_sandbox/clock', turn, { 'content-type': 'application/json' });
    await first.kill();
    const second = await script.start(dataDir);
    const again = new Client(second.url);
    again.token = token;
    expect(String((await again.get('/_sandbox/clock')).json['now'])).toMatch(/^2031-01-02T03:04/);
    expect((await again.get('/uc/account/getInfo')).status).toBe(401);
    const back = JSON.stringify({ set: new Date().toISOString() });
    await again.send('POST', '/_sandbox/clock', back, { 'content-type': 'application/json' });
    expect((await again.get('/uc/account/getInfo')).status).toBe(200);
    expect((await again.login({ username: 'sandbox', passwd: 'x' })).json).toMatchObject({
      failures: [{ code: 70001 }],
    });
    expect((await again.login()).json).toMatchObject({ failures: [{ code: 80109 }] });
    await second.kill();
    expect(await readFile(join(dataDir, 'data.jsonl'), 'utf8')).not.toContain(token);
  });
});

describe('the data directory', () => {
  const groupsOf = (sandbox: { control: { state(): { groups: readonly { name: string }[] } } }) =>
    sandbox.control.state().groups.map(({ name }) => name);

  it('wins over the same fixture, also with other switches, and over none', async () => {
    const one = await running({ dataDir, fixture });
    await one.client.post('/ads/keyword/update', { keywords: [{ id: 5, price: 3 }] });
    await one.close();
    for (const again of [fixture, { ...fixture, options: { idsAs: 'number' } }, undefined]) {
      const two = await running({ dataDir, ...(again && { fixture: again }) });
      expect(two.control.state().keywords[0]?.price).toBe('3.00');
      await two.close();
    }
  });

  it('gives way to another fixture, and is kept aside', async () => {
    const one = await running({ dataDir, fixture });
    await one.client.post('/ads/group/batchAdd', { groups: [group('mine')] });
    await one.close();
    const two = await running({ dataDir, fixture: { keywords: [{ id: '6' }] } });
    expect(two.control.state().keywords.map(({ id }) => id)).toEqual(['6']);
    await two.close();
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('replaced-'));
    expect(await readFile(join(dataDir, aside ?? ''), 'utf8')).toContain('mine');
  });

  it('is read without a trace when changes are not kept', async () => {
    const one = await running({ dataDir });
    await one.client.post('/ads/group/batchAdd', { groups: [group('kept')] });
    await one.close();
    const before = [await readdir(dataDir), await readFile(join(dataDir, 'data.jsonl'), 'utf8')];
    const two = await running({ dataDir, keepChanges: false });
    await two.client.post('/ads/group/batchAdd', { groups: [group('lost')] });
    expect(groupsOf(two)).toEqual(['kept', 'lost']);
    await two.close();
    expect([await readdir(dataDir), await readFile(join(dataDir, 'data.jsonl'), 'utf8')]).toEqual(before);
    const three = await running({ dataDir: join(dataDir, 'none'), keepChanges: false, fixture });
    expect(three.control.state().keywords).toHaveLength(1);
    await three.close();
    expect(await readdir(dataDir)).not.toContain('none');
  });

  it('survives a torn last line, and is refused when damaged before', async () => {
    const one = await running({ dataDir });
    for (const name of ['a', 'b']) await one.client.post('/ads/group/batchAdd', { groups: [group(name)] });
    await one.close();
    const path = join(dataDir, 'data.jsonl');
    await appendFile(path, '[["groups","99","{"camp');
    const two = await running({ dataDir });
    expect(groupsOf(two)).toEqual(['a', 'b']);
    await two.client.post('/ads/group/batchAdd', { groups: [group('c')] });
    await two.close();
    const three = await running({ dataDir });
    expect(groupsOf(three)).toEqual(['a', 'b', 'c']);
    await three.close();
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('[["groups"', '[["gro'));
    await expect(startSandbox({ dataDir })).rejects.toThrow(StoreFailure);
    await writeFile(path, 'hello\n');
    await expect(startSandbox({ dataDir })).rejects.toThrow(StoreFailure);
  });

  it('is compacted at the start when changes outgrow it, and stays what it was', async () => {
    const one = await running({ dataDir, fixture });
    for (let count = 0; count < 1100; count += 1) {
      await one.control.change({ keywords: [{ id: '5', price: (count + 1) / 100 }] });
    }
    const before = one.control.state();
    await one.close();
    const path = join(dataDir, 'data.jsonl');
    const long = (await readFile(path, 'utf8')).split('\n').length;
    const two = await startSandbox({ dataDir });
    expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(long / 100);
    expect(two.control.state()).toEqual(before);
    expect(two.control.state().keywords[0]?.price).toBe('11.00');
    await two.close();
  });

  it('has one owner at a time; a dead one is replaced, a live one waited for', async () => {
    const one = await running({ dataDir });
    await expect(startSandbox({ dataDir, waitSeconds: 0 })).rejects.toThrow(DataDirectoryInUse);
    const waiting = startSandbox({ dataDir, waitSeconds: 30 });
    await one.client.post('/ads/group/batchAdd', { groups: [group('a')] });
    await one.close();
    const two = await waiting;
    expect(groupsOf(two)).toEqual(['a']);
    await two.close();
    await writeFile(join(dataDir, 'owner.json'), JSON.stringify({ url: 'http://127.0.0.1:9', instance: 'dead' }));
    const three = await startSandbox({ dataDir, waitSeconds: 0 });
    expect(groupsOf(three)).toEqual(['a']);
    await three.close();
    expect(await readdir(dataDir)).toEqual(['data.jsonl']);
  });
});
