import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/diagnostics/failure.js';
import type { HeldLock, StateBackend } from '../../../src/model/ports/ports.js';
import { withMarks } from '../../../src/model/state/baseline.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import { entry, run, snapshot } from '../../suites/backend.js';
import { randomId } from '../ports.js';
import { MemoryStore } from './memory-store.js';
import { dice, Gates, PausedStore, type StoreFault } from './paused-store.js';

/** `ADWRIGHT_PROPERTY_RUNS=9000 npx vitest run test/state/log/model.test.ts` looks further. */
const RUNS = Number(process.env['ADWRIGHT_PROPERTY_RUNS'] ?? 20);
const ITEMS = ['a', 'b', 'c'];
const FAULTS: readonly StoreFault[] = ['not-sent', 'reply-lost', 'late', 'taken-by-itself'];

interface World {
  readonly base: MemoryStore;
  readonly gates: Gates;
  /** Entries whose append was confirmed. */
  readonly confirmed: string[];
  readonly sent: string[];
  readonly faults: string[];
}

const open = (store: PausedStore | MemoryStore, clock: Gates['clock']) =>
  openLog(store, { account: 'main', pid: process.pid, clock, randomId });

async function contents(backend: StateBackend) {
  const { snapshot: stored, journal, baseline } = await backend.read();
  const names = [...(stored?.entries ?? []).map(({ values }) => String(values['name']))];
  for (const one of journal) if (one.type === 'run') names.push(one.run);
  const sequence = journal.at(-1)?.sequence ?? stored?.sequence ?? 0;
  return { names, sequence, serial: stored?.serial, baseline };
}

/** Takes the lock, also from one that holds it: a person says that it has ended, and may be wrong. */
async function takeLock(backend: StateBackend): Promise<HeldLock> {
  for (;;) {
    try {
      return (await backend.lock('apply', { seconds: 0 })).held;
    } catch (error) {
      if (!(error instanceof Failure) || error.ending !== 'locked') throw error;
      await backend.forceUnlock();
    }
  }
}

async function work(world: World, store: PausedStore, backend: StateBackend, name: string): Promise<void> {
  const held = await takeLock(backend);
  const stored = await contents(backend);
  const known = new Set(stored.names);
  let { sequence } = stored;
  const append = async (text: string) => {
    sequence++;
    await backend.append(held, [run(sequence, text)]);
    known.add(text);
    world.confirmed.push(text);
  };
  const fold = async (serial: number | undefined) => {
    const entries = [...known].map((one, index) => entry(one, String(index + 1)));
    const marks = [{ id: String(1 + world.gates.roll(5)), mask: 1, digest: 'abcdefghijk' }];
    const next = snapshot((serial ?? 0) + 1, entries, sequence);
    await backend.write(held, next, withMarks(stored.baseline, marks), serial);
  };
  for (const item of ITEMS) {
    if (known.has(`sending ${item}`)) continue;
    await append(`intent ${item} of ${name}`);
    await append(`sending ${item}`);
    await held.check();
    if (store.lastSeenHolder !== held.record.id)
      world.faults.push(`${name} sent ${item} while ${store.lastSeenHolder} held the lock`);
    world.sent.push(item);
    if (world.gates.roll(3) === 0) return;
    await append(`outcome ${item}`);
  }
  if (world.gates.roll(2) === 0) await fold(stored.serial);
  if (world.gates.roll(3) > 0) await held.release();
}

async function play(seed: number, runners: number, percent: number): Promise<World> {
  const roll = dice(seed);
  const gates = new Gates(roll);
  const world: World = { base: new MemoryStore(), gates, confirmed: [], sent: [], faults: [] };
  const fault = (): StoreFault => (roll(100) < percent ? (FAULTS[roll(FAULTS.length)] ?? 'none') : 'none');
  const running = Array.from({ length: runners }, async (_, index) => {
    const store = new PausedStore(world.base, gates, fault);
    const backend = open(store, gates.clock);
    for (let round = 0; round < 3; round++) {
      await work(world, store, backend, `${index}.${round}`).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        for (const { code } of error.diagnostics)
          if (!['state-lock-lost', 'state-store-failed', 'state-moved'].includes(code)) throw error;
      });
    }
  });
  await gates.drive(running);
  return world;
}

async function check({ base, gates, confirmed, sent, faults }: World, orphans: boolean): Promise<void> {
  expect(faults).toEqual([]);
  // Who comes after another sees what it announced: so nothing is sent twice.
  expect([...sent].sort()).toEqual([...new Set(sent)].sort());
  const last = open(base, { now: gates.clock.now, sleep: async () => undefined });
  const { names } = await contents(last);
  for (const one of [...confirmed, ...sent.map((item) => `sending ${item}`)]) expect(names).toContain(one);
  // The log goes on, and what it keeps is bounded.
  const held = await takeLock(last);
  const stored = await contents(last);
  await last.append(held, [run(stored.sequence + 1, 'last')]);
  const next = snapshot((stored.serial ?? 0) + 1, [], stored.sequence + 1);
  await last.write(held, next, stored.baseline, stored.serial);
  await held.release();
  expect([...base.records.keys()].sort((a, b) => a - b)).toEqual(
    Array.from({ length: base.records.size }, (_, index) => index + 1),
  );
  const full = [...base.records].filter(([, bytes]) => bytes.length > 0).map(([number]) => number);
  expect(full).toEqual([base.records.size - 1, base.records.size]);
  if (!orphans) expect(base.blobs.size).toBe(stored.baseline.size > 0 ? 2 : 1);
}

test('runs that are paused at any moment, taken over and revived: nothing is sent twice, nothing recorded is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 3 }), async (seed, runners) => {
      await check(await play(seed, runners, 0), false);
    }),
    { numRuns: RUNS },
  );
});

test('and with requests and replies that are lost, late, or answered by their own repetition', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 2, max: 3 }),
      fc.constantFrom(5, 20, 50),
      async (seed, runners, percent) => {
        await check(await play(seed, runners, percent), true);
      },
    ),
    { numRuns: RUNS },
  );
});
