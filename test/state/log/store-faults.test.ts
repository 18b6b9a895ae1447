import { describe, expect, it } from 'vitest';
import { JournalWriter } from '../../../src/apply/journal-writer.js';
import { diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { Failure } from '../../../src/diagnostics/failure.js';
import type { HeldLock, StateBackend } from '../../../src/model/ports/ports.js';
import { EMPTY_BASELINE } from '../../../src/model/state/state.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import { parseRecord } from '../../../src/state/log/log-record.js';
import type { LogStore } from '../../../src/state/log/store.js';
import { entry, failureOf, run, snapshot } from '../../suites/backend.js';
import { randomId } from '../ports.js';
import { MemoryStore } from './memory-store.js';

let time = Date.parse('2025-01-01T00:00:00.000Z');
const clock = {
  now: () => new Date(time),
  sleep: async (milliseconds: number) => {
    time += milliseconds;
  },
};
const open = (store: LogStore) => openLog(store, { account: 'main', pid: process.pid, clock, randomId });

type Create = (number: number, bytes: Uint8Array) => Promise<boolean>;
const refusal = new Failure([diagnostic('state-store-failed', { detail: 'the password is wrong' })]);

/** How a store, or what is on the way to it, fails once. */
const FAULTS: Readonly<Record<string, (create: Create) => Create>> = {
  'no request': () => async () => {
    throw new Error('connection refused');
  },
  'stored, and no reply': (create) => async (number, bytes) => {
    await create(number, bytes);
    throw new Error('connection reset');
  },
  'a 500 after it was stored': (create) => async (number, bytes) => {
    await create(number, bytes);
    throw new Error('HTTP 500');
  },
  'stored, and reported as a fault of the settings': (create) => async (number, bytes) => {
    await create(number, bytes);
    throw refusal;
  },
  'a 409 for a conflict': () => async () => {
    throw new Error('HTTP 409 ConditionalRequestConflict');
  },
  'a 412 against itself': (create) => async (number, bytes) => {
    await create(number, bytes);
    return create(number, bytes);
  },
  'a 412 for nothing': () => async () => false,
  'a 503': () => async () => {
    throw new Error('HTTP 503 SlowDown');
  },
};

const RECORDS = ['lock', 'entries', 'blobs', 'snapshot', 'unlock'] as const;

/** Fails at records of one type: `times`, or always. */
class FaultyStore extends MemoryStore {
  met = 0;
  constructor(
    readonly type: string,
    readonly fault: (create: Create) => Create,
    readonly times = 1,
  ) {
    super();
  }

  override async create(number: number, bytes: Uint8Array): Promise<boolean> {
    const type = parseRecord(bytes, '')?.head.type;
    const create: Create = (...record) => super.create(...record);
    // The lock's number is tried a second time on purpose, with what is no lock.
    if (type !== this.type || this.met >= this.times || (type === 'unlock' && this.records.has(number)))
      return create(number, bytes);
    this.met++;
    return this.fault(create)(number, bytes);
  }
}

async function wholeRun(backend: StateBackend): Promise<void> {
  const { held } = await backend.lock('apply', { seconds: 0 });
  await backend.append(held, [run(1, 'one')]);
  await backend.write(held, snapshot(1, [entry('a')], 1), EMPTY_BASELINE, undefined);
  await backend.append(held, [run(2, 'two')]);
  await held.check();
  await held.release();
}

describe.each(RECORDS)('a record of type %s', (type) => {
  it.each(Object.entries(FAULTS))('settles after %s', async (_, fault) => {
    const store = new FaultyStore(type, fault);
    await wholeRun(open(store));
    expect(store.met).toBe(1);
    const types = [...store.records.values()].map((bytes) => parseRecord(bytes, '')?.head.type ?? 'empty');
    // Each once, and what comes before the snapshot let go.
    expect(types).toEqual(['empty', 'empty', 'empty', 'snapshot', 'entries', 'unlock']);
    const stored = await open(store).read();
    expect(stored.snapshot).toEqual(snapshot(1, [entry('a')], 1));
    expect(stored.journal).toEqual([run(2, 'two')]);
    expect(await open(store).holder()).toBeUndefined();
  });
});

describe('a store that cannot be reached for long', () => {
  it.each(['no request', 'a 503'])('fails after a few tries, with what it said: %s', async (name) => {
    const store = new FaultyStore('entries', FAULTS[name] as (create: Create) => Create, 1000);
    const backend = open(store);
    const { held } = await backend.lock('apply', { seconds: 0 });
    const failed = await failureOf(backend.append(held, [run(1)]));
    expect(failed.codes).toEqual(['state-store-failed']);
    expect(failed.text).toMatch(/a store in memory: (?:connection refused|HTTP 503 SlowDown)/);
    expect(store.met).toBe(5);
    // What may still come is not written twice, and the lock goes.
    expect((await failureOf(backend.append(held, [run(1)]))).codes).toEqual(['state-store-failed']);
    await held.release();
    expect(await open(store).holder()).toBeUndefined();
  });

  it('is asked for little more than a minute where it does not answer, and once more for the lock', async () => {
    const silent = () => async () => {
      time += 30_000;
      throw new Error('no reply within 30 s.');
    };
    const store = new FaultyStore('entries', silent, 1000);
    const backend = open(store);
    const { held } = await backend.lock('apply', { seconds: 0 });
    store.read = silent();
    const from = time;
    const failed = await failureOf(backend.append(held, [run(1)]));
    expect(failed.text).toMatch(/: no reply within 30 s\.$/);
    expect(time - from).toBeLessThan(65_000);
    const unlocking = time;
    await failureOf(held.release());
    expect(time - unlocking).toBe(30_000);
  });

  it('gets the lock back where it answers a few seconds later', async () => {
    const store = new FaultyStore('entries', FAULTS['a 503'] as (create: Create) => Create, 1000);
    const backend = open(store);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await failureOf(backend.append(held, [run(1)]));
    const read = store.read.bind(store);
    let reads = 0;
    store.read = async (number) => {
      if (++reads < 4) throw new Error('HTTP 503 SlowDown');
      return read(number);
    };
    await held.release();
    expect(await open(store).holder()).toBeUndefined();
  });

  it('gives the lock back where a record came after all', async () => {
    let late: (() => Promise<unknown>) | undefined;
    const lateFault = (create: Create): Create => {
      return async (number, bytes) => {
        late = () => create(number, bytes);
        throw new Error('timed out');
      };
    };
    const store = new FaultyStore('entries', lateFault, 1000);
    const backend = open(store);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await failureOf(backend.append(held, [run(1, 'late')]));
    await late?.();
    await held.check();
    await held.release();
    expect(await open(store).holder()).toBeUndefined();
    expect((await open(store).read()).journal).toEqual([run(1, 'late')]);
  });

  it('says at once what a person has to put right', async () => {
    const store = new FaultyStore('lock', () => () => Promise.reject(refusal), 1000);
    const failed = await failureOf(open(store).lock('apply', { seconds: 0 }));
    expect(failed).toMatchObject({ codes: ['state-store-failed'], text: 'the password is wrong' });
    expect(store.met).toBe(1);
  });
});

class Overwriting extends MemoryStore {
  override async create(number: number, bytes: Uint8Array): Promise<boolean> {
    this.records.set(number, bytes);
    return true;
  }
}
/** Says that it refused, and has not. */
class Lying extends Overwriting {
  override async create(number: number, bytes: Uint8Array): Promise<boolean> {
    const isTaken = this.records.has(number);
    await super.create(number, bytes);
    return !isTaken;
  }
}

describe('a store that does not refuse to create a record twice', () => {
  it.each([
    ['creates it again', () => new Overwriting(), 'created a second time'],
    ['says that it refused, and replaces it', () => new Lying(), 'no longer what this run has just stored'],
  ])('and %s is refused at each lock', async (_, make, words) => {
    const store = make();
    for (let round = 0; round < 2; round++) {
      const failed = await failureOf(open(store).lock('state init', { seconds: 0 }));
      expect(failed.codes).toEqual(['state-store-unsafe']);
      expect(failed.ending).toBe('error');
      expect(failed.text).toContain(words);
      // No lock is left behind.
      expect(await open(store).holder()).toBeUndefined();
    }
  });
});

describe('what was damaged in the store', () => {
  const begun = async () => {
    const store = new MemoryStore();
    await wholeRun(open(store));
    return store;
  };
  const text = (record: string) => Buffer.from(record);
  it.each<[string, (store: MemoryStore) => void, string]>([
    ['a record is missing', ({ records }) => records.delete(5), 'Record 5 is missing'],
    ['a record was emptied', ({ records }) => records.set(5, text('')), 'Record 5 is empty'],
    ['a record is something else', ({ records }) => records.set(5, text('{}\n')), 'Record 5 is not what'],
    ['the snapshot’s blob is missing', ({ blobs }) => blobs.clear(), 'The snapshot of record 4 is missing'],
    [
      'the snapshot’s blob was changed',
      ({ blobs }) => {
        for (const digest of blobs.keys()) blobs.set(digest, text('x\n{}'));
      },
      'The snapshot of record 4 is missing or damaged',
    ],
    [
      'an entry was changed',
      ({ records }) => {
        const before = Buffer.from(records.get(5) ?? []).toString();
        records.set(5, text(before.replace('someone', 'someane')));
      },
      'does not fit its running digest',
    ],
  ])('is refused, and never taken for an empty state: %s', async (_, harm, words) => {
    const store = await begun();
    harm(store);
    const failed = await failureOf(open(store).read());
    expect(failed.codes[0]).toMatch(/^(?:state|journal)-damaged$/);
    expect(failed.text).toContain(words);
    expect((await failureOf(open(store).lock('apply', { seconds: 0 }))).text).toContain(words);
    expect(await open(store).holder()).toBeUndefined();
  });

  it('and a newer format are told apart', async () => {
    const store = await begun();
    store.records.set(7, text('{"format":2}\n'));
    expect((await failureOf(open(store).read())).codes).toEqual(['state-newer-format']);
  });

  it('is told by a lock that cannot be read, and removed by force', async () => {
    const store = await begun();
    store.records.set(7, text('nothing\n'));
    expect((await failureOf(open(store).lock('apply', { seconds: 0 }))).codes).toEqual(['state-lock-broken']);
    expect(await open(store).forceUnlock()).toBeUndefined();
    expect(await open(store).holder()).toBeUndefined();
  });
});

describe('the time that an append takes', () => {
  it.each([
    [0, 0],
    [2_001, 1],
  ])('of %i ms: the newest record is read again before anything is sent (%i time)', async (milliseconds, looks) => {
    const store = new MemoryStore();
    const backend = open(store);
    const { held } = await backend.lock('apply', { seconds: 0 });
    let checks = 0;
    const counting: HeldLock = {
      ...held,
      check: async () => {
        checks++;
        await held.check();
      },
    };
    const journal = new JournalWriter(backend, counting, clock, 0);
    const create = store.create.bind(store);
    store.create = async (number, bytes) => {
      time += milliseconds;
      return create(number, bytes);
    };
    await journal.append([{ type: 'put', reason: 'set' }]);
    await journal.assertLockLately();
    expect(checks).toBe(looks);
    // A call that must not be made twice looks in any case.
    await journal.assertLock();
    expect(checks).toBe(looks + 1);
  });
});

it('keeps the same few records and blobs, however many runs there were', async () => {
  const store = new MemoryStore();
  const kept = new Set<string>();
  for (let round = 1; round <= 30; round++) {
    const backend = open(store);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(2 * round - 1)]);
    await backend.append(held, [run(2 * round)]);
    await backend.write(held, snapshot(round, [entry('a')], 2 * round), EMPTY_BASELINE, round - 1 || undefined);
    if (round % 7 !== 0) await held.release();
    else await open(store).forceUnlock();
    const full = [...store.records.values()].filter(({ length }) => length > 0);
    kept.add(`${full.length} records, ${store.blobs.size} blobs`);
  }
  expect([...kept]).toEqual(['2 records, 1 blobs']);
  expect(store.records.size).toBe(30 * 6);
});
