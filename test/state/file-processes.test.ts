import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_BASELINE } from '../../src/model/state.js';
import { entry, snapshot } from '../suites/backend.js';
import { type ChildScript, childScript, endOf } from './child.js';
import { filePlace } from './file-backend-place.js';

let script: ChildScript;
let place: Awaited<ReturnType<typeof filePlace>>;

beforeAll(async () => {
  script = await childScript('./file-backend.child.ts');
});
afterAll(() => script.remove());
beforeEach(async () => {
  place = await filePlace();
});
afterEach(() => place.remove());

/** A process that took the lock and was killed with it. */
async function deadHolder(): Promise<void> {
  const child = script.start([place.folder, 'hold']);
  const end = endOf(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGKILL');
  expect((await end).signal).toBe('SIGKILL');
}

describe('the lock between real processes', () => {
  it('is taken over from a process that was killed, with a note (case 56: a dead holder)', async () => {
    await deadHolder();
    const { held, diagnostics } = await place.open().lock('apply', { seconds: 0 });
    expect(diagnostics.map(({ code }) => code)).toEqual(['state-lock-taken-over']);
    await held.check();
    await held.release();
  });

  it('is taken by exactly one of two that come at the same moment, twenty times (case 57)', async () => {
    for (let round = 1; round <= 20; round++) {
      const moment = String(Date.now() + 300);
      const children = [1, 2].map(() => script.start([place.folder, 'fight', moment]));
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
    expect(await readdir(join(place.folder, 'main', 'lock'))).toHaveLength(1);
  }, 60_000);
});

describe('a run that is killed between two steps', () => {
  it('loses nothing that was confirmed, whatever the moment', async () => {
    let before = { serial: 0, sequence: 0 };
    for (let round = 0; round < 12; round++) {
      const child = script.start([place.folder, 'churn']);
      const end = endOf(child);
      await new Promise((resolve) => child.stdout.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, 7 + round * 13));
      child.kill('SIGKILL');
      const { out } = await end;
      const told = (what: string) => Number([...out.matchAll(new RegExp(`${what} (\\d+)\n`, 'gu'))].at(-1)?.[1] ?? 0);
      const stored = await place.open().read();
      const serial = stored.snapshot?.serial ?? 0;
      const sequence = stored.journal.at(-1)?.sequence ?? stored.snapshot?.sequence ?? 0;
      expect(serial).toBeGreaterThanOrEqual(Math.max(told('serial'), before.serial));
      expect(sequence).toBeGreaterThanOrEqual(Math.max(told('sequence'), before.sequence));
      expect(stored.baseline.size).toBe(Math.min(serial, 50));
      before = { serial, sequence };
    }
    expect(before.serial).toBeGreaterThan(0);
  }, 60_000);
});

describe('a disk without room', () => {
  // A limit on the size of files stands for a full disk: it is refused in the same place, by the real system.
  it('has the room that was reserved, and refuses what goes beyond it', async () => {
    const { code, out } = await script.run([place.folder, 'reserve'], 'ulimit -f 16');
    expect(code, out).toBe(1);
    expect(out).toContain('reserved room was there');
    expect(out).toContain('state-unwritable');
    expect(out).toContain('journal.jsonl could not be written');
    const stored = await place.open().read();
    expect(stored.journal.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(stored.diagnostics.map(({ code }) => code)).toEqual(['journal-torn']);
  });

  it('leaves the old state readable (case 59)', async () => {
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.write(held, snapshot(1, [entry('a')]), EMPTY_BASELINE, undefined);
    await held.release();
    const { code, out } = await script.run([place.folder, 'overfill'], 'ulimit -f 16');
    expect(code, out).toBe(1);
    expect(out).toContain('state-unwritable');
    expect((await place.open().read()).snapshot).toEqual(snapshot(1, [entry('a')]));
    expect((await readdir(join(place.folder, 'main'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a lock that is not a live or dead process of this host (case 56)', () => {
  const plant = async (text: string) => {
    await mkdir(join(place.folder, 'main', 'lock'), { recursive: true });
    await writeFile(join(place.folder, 'main', 'lock', '4'), text);
  };
  const lockText = async (change: Record<string, unknown>) => {
    const { held } = await place.open().lock('apply', { seconds: 0 });
    const text = await readFile(join(place.folder, 'main', 'lock', String(held.record.fence)), 'utf8');
    await held.release();
    return JSON.stringify({ ...JSON.parse(text), fence: 4, ...change });
  };

  it.each([
    ['another host', { host: 'elsewhere' }],
    ['another boot', { bootId: '11111111-2222-3333-4444-555555555555' }],
    ['another container', { pidNamespace: 'pid:[1]' }],
  ])('of %s is never taken over without force', async (_, change) => {
    // The process is long gone as well; that must not matter.
    await plant(await lockText({ ...change, pid: 2 ** 22 + 1, processStart: '1' }));
    const failure = await place
      .open()
      .lock('apply', { seconds: 0 })
      .catch((error) => error);
    expect(failure.ending).toBe('locked');
    expect(failure.message).toContain('unlock --force');
    expect((await place.open().forceUnlock())?.pid).toBe(2 ** 22 + 1);
    const { held } = await place.open().lock('apply', { seconds: 0 });
    expect(held.record.fence).toBe(6);
    await held.release();
  });

  it('of a process whose number another one has now is taken over', async () => {
    await plant(await lockText({ pid: process.pid, processStart: '1' }));
    const { held, diagnostics } = await place.open().lock('apply', { seconds: 0 });
    expect(diagnostics.map(({ code }) => code)).toEqual(['state-lock-taken-over']);
    await held.release();
  });

  it.each([
    ['empty', '', 'is empty'],
    ['cut off', '{"id": "1", "fen', 'is no lock record'],
    ['something else', '{"a": 1}', 'is no lock record'],
  ])('that is %s is explained, and removed by force', async (_, text, said) => {
    await plant(text);
    const failure = await place
      .open()
      .lock('apply', { seconds: 0 })
      .catch((error) => error);
    expect(failure.diagnostics[0].code).toBe('state-lock-broken');
    expect(failure.message).toContain(said);
    expect(failure.message).toContain(join(place.folder, 'main', 'lock', '4'));
    await place.open().read();
    expect(await place.open().forceUnlock()).toBeUndefined();
    const { held } = await place.open().lock('apply', { seconds: 0 });
    await held.release();
  });
});
