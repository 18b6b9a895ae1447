import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import type { Answer } from './support/service.js';
import { startService, testClient, turnedClock } from './support/service.js';

const GROUPS = { groups: [{ campaignId: new LosslessNumber('1'), name: 'g', price: new LosslessNumber('1') }] };
const UPDATE = { keywords: [{ id: new LosslessNumber('1'), price: new LosslessNumber('1') }] };
const APPS: Answer = { body: { appList: [] } };

test('every third call throttled: everything arrives, each success once', async () => {
  const service = await startService((_seen, _response, log) => (log.length % 3 === 0 ? { status: 429 } : APPS));
  const client = testClient(service.url);
  const results = await Promise.all(Array.from({ length: 20 }, () => client.call('getApps', {})));
  expect(results.filter((result) => result.ok)).toHaveLength(20);
  expect(service.calls().length).toBeGreaterThanOrEqual(29);
});

test.each([
  ['429', { status: 429, body: '' }],
  ['a failure', { body: { failures: [{ code: 901, message: 'Too many requests, slow down' }] } }],
  ['a Chinese failure with 400', { status: 400, body: { failures: [{ code: 901, message: '请求过于频繁' }] } }],
])('ten times %s in a row are waited out with growing pauses', async (_, answer: Answer) => {
  const clock = turnedClock();
  const service = await startService((_seen, _response, log) => (log.length <= 11 ? answer : APPS));
  expect((await testClient(service.url, { clock }).call('getApps', {})).ok).toBe(true);
  const pauses = clock.sleeps.filter((one) => one > 0).map((one) => one / 1000);
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
});

test('a service that throttles forever ends the call within the cap', async () => {
  const clock = turnedClock();
  const service = await startService(() => ({ status: 429 }));
  const result = await testClient(service.url, { clock, limits: { maxWaitSeconds: 20 } }).call('getApps', {});
  expect(result).toMatchObject({ ok: false, failure: { problem: 'throttled', fatal: true, status: 429 } });
  expect(clock.sleeps.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(40_000);
});

test.each([
  ['3600', '2026-03-02T02:00:00Z'],
  ['Mon, 02 Mar 2026 03:00:00 GMT', '2026-03-02T03:00:00Z'],
  ['9'.repeat(30), 'The next wait would be more than a year, which is longer'],
])('a Retry-After of %s beyond the cap ends the run and says when to come back', async (wish, until) => {
  const service = await startService(() => ({
    status: 429,
    headers: { 'retry-after': wish, date: 'Mon, 02 Mar 2026 01:00:00 GMT' },
  }));
  const result = await testClient(service.url).call('updateKeywords', UPDATE);
  expect(result).toMatchObject({ ok: false, failure: { problem: 'throttled', fatal: true } });
  const message = result.ok ? '' : result.failure.message;
  expect(message).toContain(until);
  expect(message).toContain('Run the same command again');
  expect(service.calls()).toHaveLength(1);
});

test.each([
  ['7', 7000],
  ['-7', 1000],
  ['junk', 1000],
])('a Retry-After of %s is followed by a wait of %i ms', async (wish, milliseconds) => {
  const clock = turnedClock();
  const service = await startService((_seen, _response, log) =>
    log.length === 2 ? { status: 429, headers: { 'retry-after': wish } } : APPS,
  );
  await testClient(service.url, { clock }).call('getApps', {});
  expect(clock.sleeps).toEqual([milliseconds]);
});

test('a throttled creating call is left to the caller, and the next call waits', async () => {
  const clock = turnedClock();
  const service = await startService((_seen, _response, log) =>
    log.length === 2 ? { status: 429, headers: { 'retry-after': '9' } } : { body: { groupIdList: [5] } },
  );
  const client = testClient(service.url, { clock });
  const first = await client.call('addGroups', GROUPS);
  expect(first).toMatchObject({ ok: false, failure: { problem: 'throttled', retryAfterSeconds: 9 } });
  expect(first.ok ? undefined : first.failure.fatal).toBeUndefined();
  expect(clock.sleeps).toEqual([]);
  expect((await client.call('addGroups', GROUPS)).ok).toBe(true);
  expect(clock.sleeps).toEqual([9000]);
});

test('a 503 with Retry-After is repeated after that time, beyond the cap not at all', async () => {
  const clock = turnedClock();
  const service = await startService((_seen, _response, log) => {
    if (log.length === 2) return { status: 503, headers: { 'retry-after': '12' } };
    return log.length === 4 ? { status: 503, headers: { 'retry-after': '9999' } } : APPS;
  });
  const client = testClient(service.url, { clock });
  expect((await client.call('getApps', {})).ok).toBe(true);
  expect(clock.sleeps).toEqual([12_000]);
  expect(await client.call('getApps', {})).toMatchObject({ failure: { problem: 'unknown', status: 503 } });
  expect(service.calls()).toHaveLength(3);
});

test.each(['quotaRemain', 'QUOTAREMAIN', 'quota-remain', 'X-Quota-Remaining'])(
  'the header %s is passed on, and writes stop below the floor while reads go on',
  async (header) => {
    let left = 501;
    const service = await startService(() => ({
      headers: { [header]: String(left--) },
      body: { appList: [], groupIdList: [5], errno: 10000 },
    }));
    const client = testClient(service.url, { limits: { quotaFloor: 500 } });
    expect(await client.call('getApps', {})).toMatchObject({ quotaRemaining: 501 });
    expect(await client.call('updateKeywords', UPDATE)).toMatchObject({ quotaRemaining: 500 });
    expect(await client.call('getApps', {})).toMatchObject({ quotaRemaining: 499 });
    for (const result of [await client.call('updateKeywords', UPDATE), await client.call('addGroups', GROUPS)]) {
      expect(result).toMatchObject({ ok: false, failure: { problem: 'throttled', fatal: true } });
      expect(result.ok ? '' : result.failure.message).toContain('499 left of the quota');
    }
    expect(service.calls()).toHaveLength(3);
    expect((await client.call('getApps', {})).ok).toBe(true);
  },
);

test('a quota header that is not a number is ignored', async () => {
  const service = await startService(() => ({ headers: { quotaRemain: 'plenty' }, body: { appList: [] } }));
  expect(await testClient(service.url).call('getApps', {})).toEqual({ ok: true, reply: { appList: [] } });
});

test('the pace holds for logins, repeats and all calls together', async () => {
  const clock = turnedClock();
  const service = await startService(() => APPS);
  const client = testClient(service.url, { clock, limits: { requestsPerSecond: 2 } });
  for (let i = 0; i < 5; i++) await client.call('getApps', {});
  expect(clock.sleeps).toEqual([1000, 1000]);
});
