import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { startService, testClient } from './support/service.js';

const GROUPS = { groups: [{ campaignId: new LosslessNumber('1'), name: 'g', price: new LosslessNumber('1') }] };
const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('a signal that was given before the call sends nothing', async () => {
  const service = await startService(() => ({ body: {} }));
  let announced = 0;
  const result = await testClient(service.url).call('addGroups', GROUPS, {
    signal: AbortSignal.abort(),
    beforeSend: async () => {
      announced++;
    },
  });
  expect(result).toMatchObject({ ok: false, failure: { problem: 'interrupted' } });
  expect([service.log.length, announced]).toEqual([0, 0]);
});

test('a call in flight is finished when the signal comes', async () => {
  const stop = new AbortController();
  const service = await startService(async () => {
    stop.abort();
    await delay(50);
    return { body: { groupIdList: [5] } };
  });
  const result = await testClient(service.url).call('addGroups', GROUPS, { signal: stop.signal });
  expect(result).toMatchObject({ ok: true, reply: { groupIdList: ['5'] } });
});

test('a read that failed is not repeated after the signal', async () => {
  const stop = new AbortController();
  const service = await startService(() => {
    stop.abort();
    return Promise.resolve({ status: 503 });
  });
  const result = await testClient(service.url).call('getApps', {}, { signal: stop.signal });
  expect(result).toMatchObject({ failure: { problem: 'unknown', status: 503 } });
  expect(service.calls()).toHaveLength(1);
});

test('waiting for the pace, for a pause or for a seat ends at the signal', async () => {
  const service = await startService(() => ({ status: 429, headers: { 'retry-after': '200' } }));
  const stop = new AbortController();
  let paused: () => void = () => undefined;
  const pause = new Promise<void>((resolve) => {
    paused = resolve;
  });
  const client = testClient(service.url, {
    clock: {
      now: () => new Date(),
      sleep: (milliseconds, signal) => {
        // The pause of `Retry-After`: the others have begun to wait before it.
        if (milliseconds > 100_000) paused();
        return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      },
    },
    limits: { concurrentReads: 1 },
  });
  const calls = [1, 2, 3].map(() => client.call('getApps', {}, { signal: stop.signal }));
  await pause;
  stop.abort();
  const problems = (await Promise.all(calls)).map((result) => (result.ok ? 'ok' : result.failure.problem));
  expect(problems.sort()).toEqual(['interrupted', 'interrupted', 'throttled']);
});

test('a hard stop breaks off what is in flight: for a creating call the outcome is unknown', async () => {
  const hard = new AbortController();
  const service = await startService(() => {
    setTimeout(() => hard.abort(), 20);
    return undefined;
  });
  const client = testClient(service.url, { hardStop: hard.signal });
  const results = await Promise.all([client.call('addGroups', GROUPS), client.call('getApps', {})]);
  for (const result of results) expect(result).toMatchObject({ ok: false, failure: { problem: 'unknown' } });
  expect(service.calls()).toHaveLength(2);
});

test('beforeSend is awaited after login and before the connection of a creating call is opened', async () => {
  const service = await startService(() => ({ body: { groupIdList: [5] } }));
  const client = testClient(service.url);
  const seen: number[] = [];
  await client.call('addGroups', GROUPS, {
    beforeSend: async () => {
      await delay(20);
      seen.push(service.log.length);
    },
  });
  expect(seen).toEqual([1]);
  expect(service.log.map((one) => one.connection)).toEqual([1, 2]);
});

test('when beforeSend rejects, nothing is sent and its error comes back', async () => {
  const service = await startService(() => ({ body: { groupIdList: [5] } }));
  const client = testClient(service.url);
  const rejected = client.call('addGroups', GROUPS, { beforeSend: () => Promise.reject(new Error('lock lost')) });
  await expect(rejected).rejects.toThrow('lock lost');
  expect(service.calls()).toHaveLength(0);
  // Its seat is free again.
  expect((await client.call('addGroups', GROUPS)).ok).toBe(true);
});

test('beforeSend is awaited at each sending of a read', async () => {
  const service = await startService((_seen, _response, log) => (log.length < 4 ? { status: 500 } : { body: {} }));
  let announced = 0;
  await testClient(service.url).call(
    'getApps',
    {},
    {
      beforeSend: async () => {
        announced++;
      },
    },
  );
  expect(announced).toBe(3);
});
