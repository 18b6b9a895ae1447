import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackendPlace } from '../suites/backend.js';
import { type ChildScript, childScript, endOf } from './child.js';

/** A place and how other processes find it: the first two arguments of the child script, for the first or second runner. */
export interface ProcessPlace extends BackendPlace {
  at(runner: number): readonly string[];
}

/** What every backend promises when the runners are real processes, and are killed. */
export function processSuite(
  name: string,
  fights: number,
  kills: number,
  createPlace: () => Promise<ProcessPlace>,
): void {
  describe(`${name} backend between processes`, () => {
    let script: ChildScript;
    let place: ProcessPlace;

    beforeAll(async () => {
      script = await childScript('./backend.child.ts');
    });
    afterAll(() => script.remove());
    beforeEach(async () => {
      place = await createPlace();
    });
    afterEach(() => place.remove());

    it('takes the lock over from a process that was killed, with a note', async () => {
      const child = script.start([...place.at(0), 'hold']);
      const end = endOf(child);
      await new Promise((resolve) => child.stdout.once('data', resolve));
      child.kill('SIGKILL');
      expect((await end).signal).toBe('SIGKILL');
      const { held, diagnostics } = await place.open().lock('apply', { seconds: 0 });
      expect(diagnostics.map(({ code }) => code)).toEqual(['state-lock-taken-over']);
      expect(held.record.fence).toBe(2);
      await held.check();
      await held.release();
    });

    it(
      `lets exactly one in of two that come at the same moment, ${fights} times`,
      async () => {
        for (let round = 1; round <= fights; round++) {
          const moment = String(Date.now() + 300);
          const children = [0, 1].map((runner) => script.start([...place.at(runner), 'fight', moment]));
          const ends = children.map(endOf);
          const said = children.map(({ stdout }) => new Promise((resolve) => stdout.once('data', resolve)));
          const loser = await Promise.race(ends);
          expect(loser.code, loser.out).toBe(7);
          expect(loser.out).toContain('state-locked');
          const winner = children.findIndex(({ exitCode }) => exitCode === null);
          await said[winner];
          // Every other winner is killed with the lock, so that in the next round two fight for a dead process's lock.
          children[winner]?.kill(round % 2 === 1 ? 'SIGKILL' : 'SIGTERM');
          expect((await ends[winner])?.out.trim()).toBe(round % 2 === 1 ? 'won' : 'won state-lock-taken-over');
          expect((await place.open().read()).journal).toHaveLength(round);
        }
      },
      120_000 + fights * 10_000,
    );

    it(
      `loses nothing that was confirmed when a run is killed, at ${kills} moments`,
      async () => {
        let before = { serial: 0, sequence: 0 };
        for (let round = 0; round < kills; round++) {
          const child = script.start([...place.at(round % 2), 'churn']);
          const end = endOf(child);
          await new Promise((resolve) => child.stdout.once('data', resolve));
          await new Promise((resolve) => setTimeout(resolve, 7 + round * 13));
          child.kill('SIGKILL');
          const { out } = await end;
          const told = (what: string) =>
            Number([...out.matchAll(new RegExp(`${what} (\\d+)\n`, 'gu'))].at(-1)?.[1] ?? 0);
          const stored = await place.open().read();
          const serial = stored.snapshot?.serial ?? 0;
          const sequence = stored.journal.at(-1)?.sequence ?? stored.snapshot?.sequence ?? 0;
          expect(serial).toBeGreaterThanOrEqual(Math.max(told('serial'), before.serial));
          expect(sequence).toBeGreaterThanOrEqual(Math.max(told('sequence'), before.sequence));
          expect(stored.baseline.size).toBe(Math.min(serial, 50));
          before = { serial, sequence };
        }
        expect(before.sequence).toBeGreaterThan(0);
      },
      120_000 + kills * 10_000,
    );
  });
}
