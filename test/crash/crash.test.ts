import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { APPLY, CrashRun, type KillPoint } from './crash-run.js';

type BackendName = 'file' | 'git';

/** `npm run test:crash` tries every point; `npm test` one of each backend. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const command = inject('command');
vi.setConfig({ testTimeout: 120_000 });
const done = { points: 0, runs: 0 };

async function disturbed(backend: BackendName, disturb: (run: CrashRun) => Promise<void>): Promise<readonly string[]> {
  const run = await CrashRun.begin(command, backend);
  try {
    done.points++;
    await disturb(run);
    await run.recover();
    return await run.faultsAfterRecovery();
  } finally {
    await run.end();
  }
}

/** What `npm test` tries: an undisturbed run has 43 boundaries with the file backend, and 34 pushes and renames with git. */
const FEW: Readonly<Record<BackendName, readonly KillPoint[]>> = {
  file: [{ at: 17, when: 'after' }],
  git: [{ at: 18, when: 'before' }],
};

/** Every boundary of an undisturbed run, in each of the ways in which it can be met. */
async function points(backend: BackendName, whens: readonly KillPoint['when'][]): Promise<readonly KillPoint[]> {
  if (!FULL) return FEW[backend];
  const run = await CrashRun.begin(command, backend);
  try {
    const total = await run.countBoundaries();
    boundaries[backend] = total;
    return Array.from({ length: total }, (_, index) => index + 1).flatMap((at) => whens.map((when) => ({ at, when })));
  } finally {
    await run.end();
  }
}

const boundaries: Partial<Record<BackendName, number>> = {};
const ofFile = await points('file', ['before', 'after']);
const ofGit = await points('git', ['before', 'during', 'after']);

async function killed(run: CrashRun, point: KillPoint): Promise<number | null> {
  done.runs++;
  const { code, stdout, stderr } = await run.apply(point);
  // Killed (null), or done before the point was reached.
  if (code !== null && code !== 0 && code !== 4) throw new Error(`apply ended with ${code}: ${stdout}${stderr}`);
  return code;
}

/** The points of `npm test` are written down: each must be one that a run still passes. */
async function killedThere(run: CrashRun, point: KillPoint): Promise<void> {
  const code = await killed(run, point);
  if (!FULL) expect(code).toBe(null);
}

describe('an apply that is killed', () => {
  // `npm test` tries the next test's point there.
  it.each(FULL ? ofFile : [])('$when boundary $at loses nothing and doubles nothing', async (point) => {
    expect(await disturbed('file', (run) => killedThere(run, point))).toEqual([]);
  });

  it.each(ofFile)('$when boundary $at, and the next run too, loses nothing and doubles nothing', async (point) => {
    const again = { at: Math.max(1, Math.ceil(point.at / 2)), when: point.when };
    const faults = await disturbed('file', async (run) => {
      await killedThere(run, point);
      await killed(run, again);
    });
    expect(faults).toEqual([]);
  });

  it.each(ofGit)('$when push $at loses nothing and doubles nothing, recovered from another clone', async (point) => {
    expect(await disturbed('git', (run) => killedThere(run, point))).toEqual([]);
  });
});

const LOST: readonly Fault[] = (['addGroups', 'addRichCreatives', 'addAppTask'] as const).flatMap((operation) =>
  (['reset-before', 'reset-after', 'truncated', 'hang'] as const).flatMap((kind) =>
    [1, 2].map((from) => ({ operation, kind, from, ...(kind === 'hang' && { effect: true }) })),
  ),
);

describe('a reply that is lost', () => {
  // The other operations and faults without a kill: test/faults/writes.test.ts.
  const faults = FULL ? LOST : LOST.filter((fault) => fault.from === 1 && fault.kind === 'reset-after').slice(0, 1);
  it.each(faults)('$operation, $kind at call $from', async (fault) => {
    expect(
      await disturbed('file', async (run) => {
        run.fault(fault);
        done.runs++;
        await run.inProcess(APPLY);
      }),
    ).toEqual([]);
  });

  it.each(FULL ? ofFile : [])('and a kill $when boundary $at', async (point) => {
    expect(
      await disturbed('file', async (run) => {
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
  const { file, git } = boundaries;
  console.log(
    `crash suite: ${file ?? 'some'} boundaries of the file backend, ${git ?? 'some'} of the git backend; ${done.points} points tried, ${done.runs} disturbed runs`,
  );
});
