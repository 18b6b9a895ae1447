import { describe, expect, test } from 'vitest';
import type { Pace, PaceOptions } from '../../src/api/calls/pace.js';
import { createPace } from '../../src/api/calls/pace.js';
import { retryAfterSeconds } from '../../src/api/judge/retry-after.js';
import type { TurnedClock } from './support/service.js';
import { turnedClock } from './support/service.js';

function makePace(options: Partial<PaceOptions> = {}): { pace: Pace; clock: TurnedClock } {
  const clock = turnedClock();
  const pace = createPace({
    clock,
    random: () => 0.5,
    requestsPerSecond: 0,
    concurrent: 4,
    maxWaitSeconds: 300,
    ...options,
  });
  return { pace, clock };
}

async function starts({ pace, clock }: ReturnType<typeof makePace>, calls: number): Promise<number[]> {
  const first = clock.now().getTime();
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    await pace.enter('shared');
    times.push(clock.now().getTime() - first);
    pace.leave('shared');
  }
  return times;
}

test('no second holds more calls than requestsPerSecond', async () => {
  expect(await starts(makePace({ requestsPerSecond: 2 }), 6)).toEqual([0, 0, 1000, 1000, 2000, 2000]);
  expect(await starts(makePace({ requestsPerSecond: 0.5 }), 3)).toEqual([0, 2000, 4000]);
  expect(await starts(makePace({ requestsPerSecond: 0 }), 3)).toEqual([0, 0, 0]);
});

describe('calls in flight', () => {
  async function seats(pace: Pace): Promise<number> {
    let taken = 0;
    for (let i = 0; i < 10; i++) void pace.enter('shared').then(() => taken++);
    await new Promise((resolve) => setImmediate(resolve));
    return taken;
  }

  test('are bounded, and one that leaves makes room for one', async () => {
    const { pace } = makePace();
    let taken = 0;
    for (let i = 0; i < 6; i++) void pace.enter('shared').then(() => taken++);
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(4);
    pace.leave('shared');
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(5);
  });

  test('are fewer after a 429, never none, and grow again with successes', async () => {
    const { pace } = makePace();
    pace.throttled(undefined);
    expect(await seats(pace)).toBe(2);
    const lowest = makePace().pace;
    for (let i = 0; i < 5; i++) lowest.throttled(undefined);
    for (let i = 0; i < 20; i++) lowest.succeeded();
    expect(await seats(lowest)).toBe(2);
  });

  test('a creating call is alone', async () => {
    const { pace } = makePace();
    let taken = 0;
    for (let i = 0; i < 3; i++) void pace.enter('create').then(() => taken++);
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(1);
  });

  test('one that gives up while it waits does not take the turn of the next', async () => {
    const { pace } = makePace({ concurrent: 1 });
    await pace.enter('shared');
    const stop = new AbortController();
    const given = pace.enter('shared', stop.signal);
    const next = pace.enter('shared');
    stop.abort();
    expect(await given).toBe(false);
    pace.leave('shared');
    expect(await next).toBe(true);
  });
});

test('own pauses grow, the service’s own wish counts, everybody waits', async () => {
  const { pace, clock } = makePace();
  expect([1, 2, 3].map(() => pace.throttled(undefined).seconds)).toEqual([1, 2, 4]);
  expect(pace.throttled(20).seconds).toBe(20);
  const before = clock.now().getTime();
  await pace.enter('shared');
  expect(clock.now().getTime() - before).toBe(20_000);
});

test('a pause that comes while a call waits for its turn holds for it too', async () => {
  const clock = turnedClock();
  const options = { random: () => 0.5, requestsPerSecond: 1, concurrent: 4, maxWaitSeconds: 300 };
  let told = false;
  const pace = createPace({
    ...options,
    clock: {
      ...clock,
      async sleep(milliseconds) {
        await clock.sleep(milliseconds);
        if (!told) pace.throttled(10);
        told = true;
      },
    },
  });
  await pace.enter('shared');
  await pace.enter('shared');
  expect(clock.sleeps).toEqual([1000, 10_000]);
});

test('jitter stays between three and five quarters', () => {
  for (const [random, seconds] of [
    [0, 0.75],
    [0.999999, 1.25],
  ] as const) {
    expect(makePace({ random: () => random }).pace.throttled(undefined).seconds).toBeCloseTo(seconds, 4);
  }
});

test('a wait beyond the cap ends it, and so do waits that are too long together', async () => {
  const { pace, clock } = makePace({ maxWaitSeconds: 30 });
  expect(pace.throttled(31)).toMatchObject({ beyondCap: true, until: new Date(clock.now().getTime() + 31_000) });
  // The refused wait was not taken.
  await pace.enter('shared');
  expect(clock.sleeps).toEqual([]);
  const pauses: boolean[] = [];
  for (let i = 0; i < 4; i++) {
    pauses.push(pace.throttled(25).beyondCap);
    clock.turn(25_000);
  }
  expect(pauses).toEqual([false, false, true, true]);
  pace.succeeded();
  expect(pace.throttled(25).beyondCap).toBe(false);
});

test('a sleep that rejects at the signal is a stop, another error is not hidden', async () => {
  const clock = turnedClock();
  const broken = { ...clock, sleep: () => Promise.reject(new Error('broken clock')) };
  const stop = new AbortController();
  const options = { random: () => 0, requestsPerSecond: 1, concurrent: 4, maxWaitSeconds: 300 };
  const pace = createPace({ ...options, clock: broken });
  await pace.enter('shared');
  await expect(pace.enter('shared')).rejects.toThrow('broken clock');
  const stopping = {
    ...clock,
    sleep: async () => {
      stop.abort();
      throw new Error('aborted');
    },
  };
  const second = createPace({ ...options, clock: stopping });
  await second.enter('shared', stop.signal);
  expect(await second.enter('shared', stop.signal)).toBe(false);
});

const NOW = new Date('2026-03-02T01:00:00Z');
test.each([
  ['3', undefined, 3],
  [' 0 ', undefined, 0],
  ['1.5', undefined, 1.5],
  ['Mon, 02 Mar 2026 01:01:00 GMT', undefined, 60],
  ['Mon, 02 Mar 2026 01:01:00 GMT', 'Mon, 02 Mar 2026 01:00:50 GMT', 10],
  ['Mon, 02 Mar 2026 00:00:00 GMT', undefined, 0],
  ['-5', undefined, undefined],
  ['soon', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
  ['2026', undefined, 2026],
  ['Mon, 99 Foo 2026 99:99:99 GMT', undefined, undefined],
  ['9'.repeat(400), undefined, Number.MAX_SAFE_INTEGER],
])('Retry-After %j with Date %j is %j seconds', (value, date, seconds) => {
  expect(retryAfterSeconds(value, date, NOW)).toBe(seconds);
});
