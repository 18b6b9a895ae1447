import { describe, expect, it } from 'vitest';
import { executeOperations } from '../../src/apply/execute.js';
import { JournalWriter } from '../../src/apply/journal-writer.js';
import { batchesOf } from '../../src/apply/lazy-batches.js';
import { ResultList } from '../../src/apply/result-list.js';
import { RunContext } from '../../src/apply/run-context.js';
import { scheduleOperations } from '../../src/apply/schedule.js';
import type {
  Change,
  HeldLock,
  ItemResult,
  Kind,
  KindPorts,
  Resource,
  StateBackend,
  UpdateItem,
} from '../../src/model/index.js';
import { AddressIndex, createTurn, DEFAULT_LIMITS } from '../../src/model/index.js';
import { graph, keyword, kinds } from '../plan/support.js';
import { turnableClock } from '../support/cli.js';

const change = (id: number): Change => ({
  address: `keyword/${id}`,
  kind: 'keyword',
  action: 'update',
  drift: false,
  id: String(id),
  reason: 'edited',
  fields: [{ path: 'price', desired: '2', observed: '1', drift: false }],
});

interface Setting {
  readonly count: number;
  /** When the values were read. */
  readonly readAt?: string;
  readonly turn?: () => Promise<void>;
  readonly signal?: AbortSignal;
}

/** An apply of so many changed prices at a service that takes them all. */
function applyOf({ count, readAt = NOW, turn = createTurn(), signal }: Setting) {
  const seen = { made: 0, sent: 0, furthest: 0, reads: 0, progress: 0 };
  const { resources } = graph([]);
  const counting: typeof resources = Object.assign(Object.create(resources), {
    has: () => true,
    get: (address: string): Resource => {
      seen.made++;
      seen.furthest = Math.max(seen.furthest, seen.made - seen.sent);
      return keyword(address.slice('keyword/'.length), { price: '2' });
    },
  });
  const changes = Array.from({ length: count }, (_, n) => change(n + 1));
  const operations = scheduleOperations(changes, { resources: counting }, kinds);
  const sent = new Set<string>();
  const observed = ({ id }: UpdateItem) => ({ id, values: { price: sent.has(id) ? '2' : '1' }, facts: {}, at: NOW });
  const kind: Kind = {
    ...(kinds.get('keyword') as Kind),
    async *observe(targets) {
      seen.reads++;
      yield { found: targets.map((one) => [one, observed(one as UpdateItem)] as const), missing: [] };
    },
    update: {
      endpoint: 'updateKeywords',
      batch: (items) => {
        const batches = [];
        for (let at = 0; at < items.length; at += 500) batches.push(items.slice(at, at + 500));
        return batches;
      },
      send: async (batch) => {
        seen.sent += batch.length;
        for (const { id } of batch) sent.add(id);
        return { ok: true, items: batch.map(() => ({ fate: 'done' })) };
      },
    },
  };
  const clock = turnableClock(NOW);
  const backend = { append: async () => undefined } as unknown as StateBackend;
  const held = { check: async () => undefined } as HeldLock;
  const context = new RunContext(
    {
      kinds: { all: [kind], get: () => kind },
      kindPorts: { limits: DEFAULT_LIMITS, now: () => NOW, service: { turn } } as unknown as KindPorts,
      journal: new JournalWriter(backend, held, clock, 0),
      clock,
      randomId: () => 'a',
      rescue: async () => ({ words: '' }),
      ...(signal !== undefined && { signal }),
      onProgress: ({ done }) => {
        seen.progress = done;
      },
    },
    { entries: new Map(), readings: { of: () => ({ values: { price: '1' }, at: readAt }) } },
  );
  const run = () => executeOperations(operations, context, (_kind, id) => ({ id, mask: 1, digest: 'a'.repeat(11) }));
  return { operations, context, run, seen };
}

const NOW = '2024-05-10T02:00:00.000Z';

describe('operations of many changes', () => {
  it('are made a few batches at a time: an item exists from when it is sent until it is recorded', async () => {
    const count = 40_000;
    const { operations, context, run, seen } = applyOf({ count });
    expect(operations.map(({ items }) => items.length)).toEqual([count]);
    expect(seen.made).toBe(0);
    await run();
    expect(context.results.length).toBe(count);
    expect([...context.results].every(({ outcome }) => outcome === 'done')).toBe(true);
    expect([seen.made, seen.sent]).toEqual([count, count]);
    // Those that are cut at once, and the batches under way, whatever the length of the list.
    expect(seen.furthest).toBeLessThan(count / 4);
  });

  it.each([
    ['the first batch is made', 1],
    ['others are', 25],
  ])('are left out when the run is stopped while %s', async (_name, last) => {
    const stop = new AbortController();
    let turns = 0;
    const turn = async () => {
      if (++turns === last) stop.abort();
    };
    // Read an hour ago: to send them, they would be read again.
    const setting = { count: 5_000, readAt: '2024-05-10T01:00:00.000Z', turn, signal: stop.signal };
    const { context, run, seen } = applyOf(setting);
    await run();
    const { done, skipped } = context.results.counts ?? {};
    expect([done, skipped]).toEqual([seen.sent, 5_000 - seen.sent]);
    expect(seen.progress).toBe(seen.sent);
    expect(seen.sent).toBe(last === 1 ? 0 : 500);
    // Before the sending, and after it.
    expect(seen.reads).toBe(last === 1 ? 0 : 2);
  });
});

describe('batches of a long list', () => {
  const items = (count: number) => Array.from({ length: count }, (_, n) => n);
  const cutInto = (most: number) => (list: readonly number[]) => {
    const batches: number[][] = [];
    for (let at = 0; at < list.length; at += most) batches.push(list.slice(at, at + most));
    return batches;
  };

  it.each([
    ['none', 0, 500],
    ['less than one', 499, 500],
    ['a part that ends with a batch', 10_000, 500],
    ['one that does not', 12_345, 400],
    ['batches longer than a part', 20_001, 7_000],
    ['one batch for all', 12_000, 100_000],
  ])('are those of the whole list: %s', async (_name, count, most) => {
    const made: (readonly number[])[] = [];
    for await (const batch of batchesOf(items(count), cutInto(most), createTurn())) made.push(batch);
    expect(made).toEqual(cutInto(most)(items(count)));
  });

  it('are made when they are asked for', async () => {
    let read = 0;
    const each = (function* () {
      for (; read < 100_000; read++) yield read;
    })();
    await batchesOf(each, cutInto(500), createTurn()).next();
    expect(read).toBeLessThanOrEqual(5_000);
  });

  it('leave turns to what else has work while their items are made', async () => {
    let [made, most] = [0, 0];
    const each = (function* () {
      for (let n = 0; n < 1_000; n++) {
        most = Math.max(most, ++made);
        yield n;
      }
    })();
    const turn = async () => {
      made = 0;
    };
    for await (const _batch of batchesOf(each, cutInto(400), turn));
    expect(most).toBeLessThanOrEqual(50);
  });
});

describe('results of many items', () => {
  const result = (n: number, parts: Partial<ItemResult> = {}): ItemResult => ({
    address: `keyword/${n}`,
    action: 'update',
    outcome: 'done',
    id: String(n),
    ...parts,
  });

  it('are all there in their order, counted, and found by their addresses', () => {
    const list = new ResultList();
    const given = Array.from({ length: 3_000 }, (_, n) =>
      n % 1_000 === 7 ? result(n, { outcome: 'failed', error: { code: '9', message: `no ${n}` } }) : result(n),
    );
    for (const one of given) expect(list.add(one)).toBe(true);
    expect([...list]).toEqual(given);
    expect(JSON.parse(JSON.stringify(list))).toEqual(given);
    expect(list.counts).toMatchObject({ done: 2_997, failed: 3, skipped: 0 });
    expect([list.has('keyword/2999'), list.has('keyword/3000')]).toEqual([true, false]);
    expect(list.at(1_007)).toEqual(result(1_007, { outcome: 'failed', error: { code: '9', message: 'no 1007' } }));
  });

  it('have no second one for an address', () => {
    const list = new ResultList();
    for (let n = 0; n < 2_000; n++) list.add(result(n));
    expect(list.add(result(3, { outcome: 'failed' }))).toBe(false);
    expect(list.add(result(1_999))).toBe(false);
    expect([list.length, list.counts.failed]).toEqual([2_000, 0]);
  });

  it('are told apart where their addresses have the same hash', () => {
    // The two are known for having one value of FNV-1a.
    const [first, second] = ['costarring', 'liquid'];
    const addresses: string[] = [];
    const index = new AddressIndex((row) => addresses[row]);
    for (const [row, address] of [first, second].entries()) {
      expect(index.add(address, row)).toBe(true);
      addresses.push(address);
    }
    expect([index.find(first), index.find(second), index.find('keyword/1')]).toEqual([0, 1, -1]);
  });
});
