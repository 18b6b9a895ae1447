import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CrashRun, KillPoint } from './crash-run.js';

/** Longer than a run relies on what it last saw of its lock. */
const PAUSE_MILLISECONDS = 1_200;

/** A run is paused and taken over; after it is let go on, it sends nothing. `must`: it has to get as far as the point. */
export async function pausedAndTakenOver(
  run: CrashRun,
  point: KillPoint,
  { must }: { readonly must: boolean },
): Promise<void> {
  const paused = await run.pauseAt(point);
  if (must) expect(paused, 'the run ended before it was paused').toBeDefined();
  if (paused === undefined) return;
  const since = Date.now();
  await run.takeOver();
  const written = run.writes();
  await sleep(PAUSE_MILLISECONDS - (Date.now() - since));
  const end = await paused.goOn();
  // It learns that its lock is gone, or that the state is another run's by now; or nothing was left for it to do.
  expect([7, 1, 0, 4], `${end.stdout}${end.stderr}`).toContain(end.code);
  expect(run.writes(), `${end.stdout}${end.stderr}`).toEqual(written);
}
