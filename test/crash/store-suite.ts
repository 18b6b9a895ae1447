import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { CrashRun, type KillPoint } from './crash-run.js';
import { pausedAndTakenOver } from './paused-run.js';
import { stopPostgres } from './places.js';

/**
 * A run whose state is in a store on the network is killed or paused at a request that writes there: the request is not
 * carried out, or it is and the reply is lost. `npm run test:crash` tries every request, `npm test` one of each store.
 */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const command = inject('command');
vi.setConfig({ testTimeout: 120_000 });

export type StoreName = 's3' | 'gitlab' | 'postgres';

/** What `npm test` tries. */
export type Few = Readonly<Record<'killed' | 'paused', readonly KillPoint[]>>;

async function withRun<Result>(store: StoreName, work: (run: CrashRun) => Promise<Result>): Promise<Result> {
  const run = await CrashRun.begin(command, store);
  try {
    return await work(run);
  } finally {
    await run.end();
  }
}

const faultsAfter = (store: StoreName, disturb: (run: CrashRun) => Promise<void>) =>
  withRun(store, async (run) => {
    await disturb(run);
    await run.recover();
    return run.faultsAfterRecovery();
  });

async function every(store: StoreName): Promise<readonly KillPoint[]> {
  const total = await withRun(store, (run) => run.countBoundaries());
  const whens = ['before', 'during'] as const;
  return Array.from({ length: total }, (_, index) => whens.map((when) => ({ at: index + 1, when }))).flat();
}

async function killed(run: CrashRun, point: KillPoint): Promise<void> {
  const { code, stdout, stderr } = await run.apply(point);
  // Killed (null), or done before the point was reached: a request more or less is a matter of time.
  if (code !== null && (!FULL || ![0, 4].includes(code)))
    throw new Error(`apply ended with ${code}: ${stdout}${stderr}`);
}

/** One store to a file: files run side by side. */
export async function crashSuite(store: StoreName, few: Few, missing?: string): Promise<void> {
  const all = FULL && missing === undefined ? await every(store) : undefined;
  describe.skipIf(missing !== undefined)(`${store}${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
    it.each(all ?? few.killed)('a kill $when request $at loses nothing and doubles nothing', async (point) => {
      expect(await faultsAfter(store, (run) => killed(run, point))).toEqual([]);
    });

    it.each((all ?? []).filter(({ when }) => when === 'during'))(
      'a kill $when request $at, and of the next run too, does neither',
      async (point) => {
        const again = { at: Math.max(1, Math.ceil(point.at / 2)), when: point.when };
        const faults = await faultsAfter(store, async (run) => {
          await killed(run, point);
          await killed(run, again);
        });
        expect(faults).toEqual([]);
      },
    );

    it.each(all ?? few.paused)('paused $when request $at and taken over, a run sends nothing', async (point) => {
      expect(await faultsAfter(store, (run) => pausedAndTakenOver(run, point, { must: !FULL }))).toEqual([]);
    });
  });
  afterAll(async () => {
    await stopPostgres();
    if (all !== undefined) console.log(`crash suite, ${store}: ${all.length / 2} requests of a run write`);
  });
}
