import { expect, inject, it, vi } from 'vitest';
import { CrashRun, type KillPoint } from './crash-run.js';
import { pausedAndTakenOver } from './paused-run.js';

type BackendName = 'file' | 'git';

/**
 * A runner is stopped between two of its steps (SIGSTOP), a person takes its lock away, another runner does the work, and
 * the first one continues: it sends nothing more, spoils nothing, and what it did before is known. `npm run test:crash` tries
 * every boundary; `npm test` one of the file backend, which checks its lock and then sends. Where a push was refused to a
 * writer whose lock was taken away: test/suites/backend.ts.
 */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const command = inject('command');
vi.setConfig({ testTimeout: 180_000 });

async function withRun<Result>(backend: BackendName, work: (run: CrashRun) => Promise<Result>): Promise<Result> {
  const run = await CrashRun.begin(command, backend);
  try {
    return await work(run);
  } finally {
    await run.end();
  }
}

/** What `npm test` tries: a third of the way in, an outcome is due or a call about to be made. */
const FEW: Readonly<Record<BackendName, readonly KillPoint[]>> = { file: [{ at: 15, when: 'before' }], git: [] };

async function points(backend: BackendName, whens: readonly KillPoint['when'][]): Promise<readonly KillPoint[]> {
  if (!FULL) return FEW[backend];
  const total = await withRun(backend, (run) => run.countBoundaries());
  return Array.from({ length: total }, (_, index) => index + 1).flatMap((at) => whens.map((when) => ({ at, when })));
}

const OF = {
  file: await points('file', ['before', 'after']),
  git: await points('git', ['before', 'during', 'after']),
};

it.each((['file', 'git'] as const).flatMap((backend) => OF[backend].map((point) => ({ backend, ...point }))))(
  '$backend: paused $when boundary $at and taken over, it sends nothing more',
  async ({ backend, ...point }) => {
    await withRun(backend, async (run) => {
      await pausedAndTakenOver(run, point, { must: !FULL });
      await run.recover();
      expect(await run.faultsAfterRecovery()).toEqual([]);
    });
  },
);
