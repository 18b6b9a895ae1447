import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../src/diagnostics/failure.js';
import type { HeldLock, Snapshot, StateBackend } from '../../src/model/ports/ports.js';
import { withMarks } from '../../src/model/state/baseline.js';
import type { JournalEntry } from '../../src/model/state/journal.js';
import { EMPTY_BASELINE, STATE_FORMAT, type StateEntry } from '../../src/model/state/state.js';

/** A place for one account's state, which several backends (several runners) share. */
export interface BackendPlace {
  /** A backend of its own, as another process or another clone would have. */
  open(account?: string): StateBackend;
  remove(): Promise<void>;
}

const AT = '2025-01-01T00:00:00.000Z';

export function entry(name: string, id = '1'): StateEntry {
  return {
    address: `group/${name}`,
    kind: 'group',
    id,
    status: 'settled',
    values: { name, price: '1.20' },
    provenance: { how: 'acknowledged', at: AT },
  };
}

export function snapshot(serial: number, entries: readonly StateEntry[] = [], sequence = 0): Snapshot {
  return { format: STATE_FORMAT, lineage: 'a1', serial, account: 'main', sequence, entries };
}

export function run(sequence: number, name = 'r'): JournalEntry {
  return { type: 'run', sequence, at: AT, run: name, by: 'someone', command: 'apply' };
}

export async function failureOf(work: Promise<unknown>): Promise<{ codes: string[]; text: string; ending: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Failure) {
      return { codes: error.diagnostics.map(({ code }) => code), text: error.message, ending: error.ending };
    }
    throw error;
  }
  throw new Error('it was expected to fail, and did not');
}

export interface SuiteOptions {
  readonly runners: number;
  readonly rounds: number;
  /** The titles of the tests to run, where another place has run them all. */
  readonly only?: readonly string[] | undefined;
  /** One entry that could not be read again instead of each: another backend with the same check has tried them all. */
  readonly isBrief?: boolean;
}

/** Parts that make an entry one that could not be read again. */
const UNREADABLE: readonly (readonly [what: string, parts: object])[] = [
  ['a number for an id', { id: 910001 }],
  ['an empty id', { id: '' }],
  ['no values', { values: undefined }],
];

/** What a place on the network could get wrong, where another test has run the rest. */
export const OVER_NETWORK = [
  'holds nothing at first, and reading makes nothing',
  'gives back a snapshot and its baseline as they were written, to another runner too',
  'drops the journal that a snapshot folds in, and keeps what came after',
  'keeps accounts apart',
  'fences off a writer whose lock was taken away by force',
  'lets exactly one of several in at a time, and loses no entry',
];

/** What every backend promises. */
export function backendSuite(
  name: string,
  createPlace: () => Promise<BackendPlace>,
  { runners, rounds, only, isBrief = false }: SuiteOptions = { runners: 4, rounds: 2 },
): void {
  const promises = (title: string, work: () => Promise<void>) => {
    if (only === undefined || only.includes(title)) it(title, work);
  };

  describe(`${name} backend`, () => {
    let place: BackendPlace;
    let backend: StateBackend;
    const held: HeldLock[] = [];

    beforeEach(async () => {
      place = await createPlace();
      backend = place.open();
    });
    afterEach(async () => {
      for (const lock of held.splice(0)) await lock.release();
      await place.remove();
    });

    const lock = async (one = backend, seconds = 0) => {
      const taken = await one.lock('apply', { seconds });
      held.push(taken.held);
      return taken.held;
    };

    promises('holds nothing at first, and reading makes nothing', async () => {
      expect(await backend.read()).toEqual({
        snapshot: undefined,
        baseline: EMPTY_BASELINE,
        journal: [],
        diagnostics: [],
      });
      expect(await backend.holder()).toBeUndefined();
    });

    promises('gives back a snapshot and its baseline as they were written, to another runner too', async () => {
      const marks = [
        { id: '80001234', mask: 63, digest: 'abcdefghijk' },
        { id: '7', mask: 0, digest: '-_-_-_-_-_-' },
        { id: '99999999999999999999999', mask: 1, digest: 'ABCDEFGHIJK' },
      ];
      const first = { ...snapshot(1, [entry('秋', '9007199254740993')]), uid: '42' };
      await backend.write(await lock(), first, withMarks(EMPTY_BASELINE, marks), undefined);
      for (const reader of [backend, place.open()]) {
        const stored = await reader.read();
        expect(stored.snapshot).toEqual(first);
        expect([...stored.baseline.ids()]).toEqual(['7', '80001234', '99999999999999999999999']);
        for (const mark of marks) expect(stored.baseline.get(mark.id)).toEqual(mark);
        expect(stored.baseline.get('8')).toBeUndefined();
      }
    });

    promises('appends to the journal in order, across runs', async () => {
      const first = await lock();
      await backend.append(first, [run(1)], 4096);
      await backend.append(first, [run(2), run(3)]);
      await first.release();
      const second = place.open();
      await second.append(await lock(second), [run(4)], 100);
      const stored = await backend.read();
      expect(stored.journal.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
      expect(stored.diagnostics).toEqual([]);
    });

    promises('drops the journal that a snapshot folds in, and keeps what came after', async () => {
      const mine = await lock();
      await backend.append(mine, [run(1)]);
      await backend.append(mine, [run(2), run(3)]);
      await backend.write(mine, snapshot(1, [], 2), EMPTY_BASELINE, undefined);
      expect((await backend.read()).journal.map(({ sequence }) => sequence)).toEqual([3]);
      await backend.append(mine, [run(4)]);
      await backend.write(mine, snapshot(2, [], 4), EMPTY_BASELINE, 1);
      expect((await place.open().read()).journal).toEqual([]);
      await backend.append(mine, [run(5)]);
      expect((await place.open().read()).journal.map(({ sequence }) => sequence)).toEqual([5]);
    });

    for (const [what, parts] of UNREADABLE.slice(0, isBrief ? 1 : UNREADABLE.length))
      promises(`writes no entry that it could not read again: ${what}`, async () => {
        const mine = await lock();
        await backend.append(mine, [run(1)]);
        await backend.write(mine, snapshot(1, [entry('a')], 1), EMPTY_BASELINE, undefined);
        const bad = { ...entry('b'), ...parts } as StateEntry;
        const put: JournalEntry = { type: 'put', sequence: 2, at: AT, reason: 'resolve', put: [bad] };
        await expect(backend.append(mine, [put])).rejects.toThrow('could not be read again: entry 2 (put)');
        await expect(backend.write(mine, snapshot(2, [entry('a'), bad], 1), EMPTY_BASELINE, 1)).rejects.toThrow(
          'could not be read again: entry 2 of 2',
        );
        const stored = await place.open().read();
        expect(stored.snapshot).toEqual(snapshot(1, [entry('a')], 1));
        expect(stored.journal).toEqual([]);
        await backend.append(mine, [run(2)]);
        expect((await place.open().read()).journal).toEqual([run(2)]);
      });

    promises('writes no outcome with an id that is no text', async () => {
      const mine = await lock();
      const items = [{ position: 0, fate: 'done', id: 5 as unknown as string }] as const;
      const outcome: JournalEntry = { type: 'outcome', sequence: 1, at: AT, attempt: 'a1', items };
      await expect(backend.append(mine, [outcome])).rejects.toThrow('entry 1 (outcome)');
      expect((await backend.read()).journal).toEqual([]);
    });

    promises('refuses an entry that does not continue from the last one', async () => {
      const mine = await lock();
      await backend.append(mine, [run(1)]);
      expect((await failureOf(backend.append(mine, [run(3)]))).codes).toEqual(['state-moved']);
      expect((await failureOf(backend.append(mine, [run(1)]))).codes).toEqual(['state-moved']);
      await backend.append(mine, [run(2)]);
      expect((await backend.read()).journal).toHaveLength(2);
    });

    promises('takes one of two appends at the same moment, and refuses the other', async () => {
      const mine = await lock();
      const both = await Promise.allSettled([run(1, 'a'), run(1, 'b')].map((one) => backend.append(mine, [one])));
      expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      await backend.append(mine, [run(2)]);
      expect((await backend.read()).journal).toEqual([run(1, 'a'), run(2)]);
    });

    promises('refuses an older snapshot over a newer one: the serial must be the one expected', async () => {
      const mine = await lock();
      await backend.write(mine, snapshot(5, [entry('a')]), EMPTY_BASELINE, undefined);
      const refused: [serial: number, expected: number | undefined][] = [
        [6, undefined],
        [6, 4],
        [5, 5],
        [4, 5],
      ];
      for (const [serial, expected] of refused) {
        const written = backend.write(mine, snapshot(serial), EMPTY_BASELINE, expected);
        expect((await failureOf(written)).codes).toEqual(['state-moved']);
      }
      expect((await backend.read()).snapshot).toEqual(snapshot(5, [entry('a')]));
    });

    promises('refuses another lineage and another account', async () => {
      const mine = await lock();
      await backend.write(mine, snapshot(1), EMPTY_BASELINE, undefined);
      const foreign = backend.write(mine, { ...snapshot(2), lineage: 'b2' }, EMPTY_BASELINE, 1);
      expect((await failureOf(foreign)).codes).toEqual(['state-other-lineage']);
      const other = backend.write(mine, { ...snapshot(2), account: 'brand' }, EMPTY_BASELINE, 1);
      expect((await failureOf(other)).codes).toEqual(['state-other-account']);
    });

    promises('keeps accounts apart', async () => {
      await backend.write(await lock(), snapshot(1), EMPTY_BASELINE, undefined);
      const brand = place.open('brand/../ä');
      expect((await brand.read()).snapshot).toBeUndefined();
      const mine = await lock(brand);
      await brand.write(mine, { ...snapshot(1), account: 'brand/../ä' }, EMPTY_BASELINE, undefined);
      expect((await brand.read()).snapshot?.account).toBe('brand/../ä');
      expect((await backend.read()).snapshot?.account).toBe('main');
    });

    promises('a live holder is waited for and then named: who, since when and with what', async () => {
      const mine = await lock();
      const seen: string[] = [];
      const second = place.open().lock('state rm', { seconds: 0.3, onWait: ({ id }) => seen.push(id) });
      const failure = await failureOf(second);
      expect(failure.ending).toBe('locked');
      expect(failure.codes).toEqual(['state-locked']);
      for (const part of [mine.record.user, mine.record.host, mine.record.since, '`apply`', 'unlock --force']) {
        expect(failure.text).toContain(part);
      }
      expect(seen).toEqual([mine.record.id]);
      expect(await place.open().holder()).toEqual(mine.record);
      expect((await failureOf(backend.lock('apply', { seconds: 0 }))).ending).toBe('locked');
    });

    promises('is free again after a release, with a higher fence each time', async () => {
      const fences: number[] = [];
      for (let round = 0; round < 3; round++) {
        const mine = await lock(place.open());
        fences.push(mine.record.fence);
        await mine.check();
        await mine.release();
        expect(await backend.holder()).toBeUndefined();
      }
      expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
    });

    promises('waits for a holder that ends in time', async () => {
      const mine = await lock();
      const other = place.open();
      const waiting = lock(other, 20);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await mine.release();
      expect((await waiting).record.fence).toBeGreaterThan(mine.record.fence);
    });

    promises('stops waiting when it is asked to', async () => {
      await lock();
      const stop = new AbortController();
      const waiting = place.open().lock('apply', { seconds: 60, signal: stop.signal });
      setTimeout(() => stop.abort(), 50);
      expect((await failureOf(waiting)).ending).toBe('interrupted');
    });

    promises('fences off a writer whose lock was taken away by force', async () => {
      const late = await lock();
      await backend.append(late, [run(1)]);
      const other = place.open();
      expect(await other.forceUnlock()).toEqual(late.record);
      expect(await other.forceUnlock()).toBeUndefined();
      const mine = await lock(other);
      expect(mine.record.fence).toBeGreaterThan(late.record.fence);
      await other.append(mine, [run(2, 'theirs')]);
      expect((await failureOf(late.check())).codes).toEqual(['state-lock-lost']);
      expect((await failureOf(backend.append(late, [run(2)]))).codes).toEqual(['state-lock-lost']);
      const written = backend.write(late, snapshot(1), EMPTY_BASELINE, undefined);
      expect((await failureOf(written)).codes).toEqual(['state-lock-lost']);
      await late.release();
      await mine.check();
      await mine.release();
      // A lock that the same backend holds now does not revive the one that it lost.
      await lock();
      expect((await failureOf(backend.append(late, [run(3)]))).codes).toEqual(['state-lock-lost']);
      expect((await other.read()).journal).toEqual([run(1), run(2, 'theirs')]);
    });

    promises('tells a lost lock, whatever its new holder has written since', async () => {
      const late = await lock();
      await backend.append(late, [run(1)]);
      const other = place.open();
      await other.forceUnlock();
      const mine = await lock(other);
      await other.append(mine, [run(2)]);
      await other.write(mine, snapshot(1, [], 2), EMPTY_BASELINE, undefined);
      expect((await failureOf(backend.append(late, [run(2)]))).codes).toEqual(['state-lock-lost']);
      await mine.release();
      expect((await failureOf(backend.append(late, [run(2)]))).codes).toEqual(['state-lock-lost']);
    });

    promises('lets exactly one of several in at a time, and loses no entry', async () => {
      const running = Array.from({ length: runners }, async (_, index) => {
        const one = place.open();
        for (let round = 0; round < rounds; round++) {
          const { held: mine } = await one.lock('apply', { seconds: 60 });
          const { journal } = await one.read();
          await one.append(mine, [run((journal.at(-1)?.sequence ?? 0) + 1, `${index}.${round}`)]);
          await mine.release();
        }
      });
      await Promise.all(running);
      const { journal } = await backend.read();
      expect(journal.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: runners * rounds }, (_, index) => index + 1),
      );
      expect(new Set(journal.map((one) => (one.type === 'run' ? one.run : ''))).size).toBe(runners * rounds);
    });
  });
}
