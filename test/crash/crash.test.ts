import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { CrashRun, type KillPoint } from './crash-run.js';

/** `npm run test:crash` tries every point; `npm test` a few that are spread over the run. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const command = inject('command');
vi.setConfig({ testTimeout: 120_000 });
const done = { points: 0, runs: 0 };

async function disturbed(disturb: (run: CrashRun) => Promise<void>): Promise<readonly string[]> {
  const run = await CrashRun.begin(command);
  try {
    done.points++;
    await disturb(run);
    await run.recover();
    return await run.faultsAfterRecovery();
  } finally {
    await run.end();
  }
}

async function boundaries(): Promise<number> {
  const run = await CrashRun.begin(command);
  try {
    return await run.countBoundaries();
  } finally {
    await run.end();
  }
}

const total = await boundaries();
const whens = ['before', 'after'] as const;
const all: KillPoint[] = Array.from({ length: total }, (_, index) => index + 1).flatMap((at) =>
  whens.map((when) => ({ at, when })),
);
const few = (points: readonly KillPoint[], count: number) =>
  FULL ? points : points.filter((_, index) => index % Math.ceil(points.length / count) === 0);

async function killed(run: CrashRun, point: KillPoint): Promise<void> {
  done.runs++;
  const { code, stdout, stderr } = await run.apply(point);
  // Killed (null), or done before the point was reached.
  if (code !== null && code !== 0 && code !== 4) throw new Error(`apply ended with ${code}: ${stdout}${stderr}`);
}

describe('an apply that is killed', () => {
  it.each(few(all, 6))('$when boundary $at loses nothing and doubles nothing', async (point) => {
    expect(await disturbed((run) => killed(run, point))).toEqual([]);
  });

  it.each(few(all, 2))('$when boundary $at, and the next run too, loses nothing and doubles nothing', async (point) => {
    const again = { at: Math.max(1, Math.ceil(point.at / 2)), when: point.when };
    const faults = await disturbed(async (run) => {
      await killed(run, point);
      await killed(run, again);
    });
    expect(faults).toEqual([]);
  });
});

const LOST: readonly Fault[] = (['addGroups', 'addRichCreatives', 'addAppTask'] as const).flatMap((operation) =>
  (['reset-before', 'reset-after', 'truncated', 'hang'] as const).flatMap((kind) =>
    [1, 2].map((from) => ({ operation, kind, from, ...(kind === 'hang' && { effect: true }) })),
  ),
);

describe('a reply that is lost', () => {
  const faults = FULL ? LOST : LOST.filter((fault) => fault.from === 1 && fault.kind === 'reset-after');
  it.each(faults)('$operation, $kind at call $from', async (fault) => {
    expect(
      await disturbed(async (run) => {
        run.fault(fault);
        done.runs++;
        await run.apply();
      }),
    ).toEqual([]);
  });

  const points = few(all, FULL ? all.length : 1);
  it.each(points)('and a kill $when boundary $at', async (point) => {
    expect(
      await disturbed(async (run) => {
        run.fault(
          { operation: 'addGroups', kind: 'reset-after' },
          { operation: 'addRichCreatives', kind: 'reset-before' },
        );
        await killed(run, point);
      }),
    ).toEqual([]);
  });
});

afterAll(() => {
  console.log(`crash suite: ${total} boundaries, ${done.points} points tried, ${done.runs} disturbed runs`);
});
