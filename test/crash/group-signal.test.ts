import { expect, inject, it, vi } from 'vitest';
import { documentOf } from '../support/documents.js';
import { CrashRun, type KillPoint } from './crash-run.js';

/**
 * Ctrl-C in a terminal goes to every process of the group. Where it meets a push, the push must continue: what was done is
 * recorded (130), or the exit code says that it is not (4). `npm run test:crash` tries every push.
 */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const command = inject('command');
vi.setConfig({ testTimeout: 120_000 });

async function withRun<Result>(work: (run: CrashRun) => Promise<Result>): Promise<Result> {
  const run = await CrashRun.begin(command, 'git');
  try {
    return await work(run);
  } finally {
    await run.end();
  }
}

/** What `npm test` tries: the push of the first outcome. */
const FIRST_OUTCOME = 6;

async function points(): Promise<readonly KillPoint[]> {
  if (!FULL) return [{ at: FIRST_OUTCOME, when: 'during' }];
  const pushes = await withRun((run) => run.countBoundaries('push'));
  const whens: readonly KillPoint['when'][] = ['during', 'later'];
  return Array.from({ length: pushes }, (_, index) => index + 1).flatMap((at) => whens.map((when) => ({ at, when })));
}

it.each(await points())('a signal to the group $when push $at loses no outcome', async (point) => {
  await withRun(async (run) => {
    const end = await run.apply({ ...point, how: 'group', only: 'push' });
    // 0: it came when nothing was left to be stopped. No push is lost, so nothing is in doubt.
    expect([0, 130], `${end.stdout}${end.stderr}`).toContain(end.code);
    // Before anything is sent, an interrupted run has an error and no results.
    if ('error' in JSON.parse(end.stdout)) expect(run.writes()).toEqual([]);
    else {
      const { summary } = documentOf('apply', { ...end, code: end.code ?? -1 });
      expect(summary).toMatchObject({ unknown: 0, failed: 0 });
    }
    if (!FULL) expect((await run.outcomePushes())[0]).toBe(FIRST_OUTCOME);
    expect(await run.inDoubt()).toEqual([]);
    await run.recover();
    expect(await run.faultsAfterRecovery()).toEqual([]);
  });
});
