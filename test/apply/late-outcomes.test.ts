import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutcomeLost, recordOutcome } from '../../src/apply/record-outcome.js';
import type { Rescue, RunContext } from '../../src/apply/run-context.js';
import { settlesSoon } from '../../src/apply/settles-soon.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('whether something settles soon', () => {
  it.each([
    ['ends', () => Promise.resolve()],
    ['fails', () => Promise.reject(new Error('no room'))],
  ])('it does where the work %s', async (_name, work) => {
    expect(await settlesSoon(work(), new AbortController().signal)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['ten seconds', undefined, 10_000],
    ['two seconds after a signal', 3_000, 5_000],
    ['two seconds where the signal came before', 0, 2_000],
  ])('it does not after %s', async (_name, stopAt, end) => {
    const stop = new AbortController();
    if (stopAt === 0) stop.abort();
    else if (stopAt !== undefined) setTimeout(() => stop.abort(), stopAt);
    let settled: boolean | undefined;
    const asked = settlesSoon(new Promise(() => {}), stop.signal).then((word) => {
      settled = word;
    });
    await vi.advanceTimersByTimeAsync(end - 1);
    expect(settled).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(settled).toBe(false);
  });
});

/** A run whose journal takes an outcome when it is told to. */
function hangingRun(rescued: Rescue = { file: 'r.json', words: 'it was saved in a file' }) {
  let [settle, refuse] = [() => {}, (_error: Error) => {}];
  const rescue = vi.fn(async () => rescued);
  const context = {
    ports: {
      journal: {
        append: () =>
          new Promise<void>((resolve, reject) => {
            [settle, refuse] = [resolve, reject];
          }),
      },
      rescue,
    },
    warnings: [],
    unrecorded: false,
    record: vi.fn(),
  };
  const recording = recordOutcome(
    'a1',
    ['group/a'],
    [{ position: 0, fate: 'done', id: '7' }],
    undefined,
    context as unknown as RunContext,
  );
  return { context, rescue, recording, settle: () => settle(), refuse: () => refuse(new Error('no answer')) };
}

describe('an outcome that the journal does not take at once', () => {
  it('is rescued while it is waited for, and recorded after all', async () => {
    const { context, rescue, recording, settle } = hangingRun();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rescue.mock.calls).toEqual([['a1', expect.stringContaining('"id":"7"')]]);
    settle();
    await recording;
    expect(context.warnings).toMatchObject([
      {
        code: 'outcome-written-late',
        detail:
          'The outcome of attempt a1 was recorded after all. Before that it was saved in r.json, which may be removed.',
      },
    ]);
    expect([context.unrecorded, rescue.mock.calls.length]).toEqual([false, 1]);
  });

  it('says nothing of a file where none could be written either', async () => {
    const { context, recording, settle } = hangingRun({ words: 'nor could r.json (the disk is full); copy it' });
    await vi.advanceTimersByTimeAsync(10_000);
    settle();
    await recording;
    const detail = 'The outcome of attempt a1 was recorded after all. What was printed of it before need not be kept.';
    expect(context.warnings).toMatchObject([{ code: 'outcome-written-late', detail }]);
  });

  it('is rescued once, and lost with the words of the rescue', async () => {
    const { context, rescue, recording, refuse } = hangingRun();
    const ended = recording.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    refuse();
    const error = await ended;
    expect(error).toBeInstanceOf(OutcomeLost);
    expect(String(error)).toContain('it was saved in a file');
    expect([context.unrecorded, rescue.mock.calls.length, context.warnings]).toEqual([true, 1, []]);
  });

  it('needs no rescue where it is taken in time', async () => {
    const { context, rescue, recording, settle } = hangingRun();
    await vi.advanceTimersByTimeAsync(9_000);
    settle();
    await recording;
    expect([rescue.mock.calls, context.warnings]).toEqual([[], []]);
  });
});
