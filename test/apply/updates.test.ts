import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { keyword, picture } from '../plan/support.js';
import { Bench, type BenchOptions, writesOf } from './bench.js';

const ids = ['11', '12', '13', '14', '15'];
const fixture = (options: object = {}) => ({
  groups: [{ groupId: '1', name: 'x' }],
  keywords: ids.map((id) => ({
    id,
    groupId: '1',
    price: '1.00',
    pcLowestPrice: '0.50',
    destinationUrl: 'https://a.example.com/0',
    optStatus: 'paused',
  })),
  pictures: [
    { picId: '31', tags: ['a'] },
    { picId: '32', tags: ['a'] },
  ],
  options,
});

const priced = (price: string, list = ids) => list.map((id) => keyword(id, { price }));
const open = (options: BenchOptions = {}) => Bench.open({ fixture: fixture(), ...options });
const live = (bench: Bench, id: string) => bench.sandbox.control.state().keywords.find((one) => one.id === id);

describe('keywords are updated', () => {
  it('in batches, read back, and paused ones stay paused', async () => {
    const bench = await open({ limits: { keywordsPerUpdate: 2 }, fixture: fixture({ missingStatus: 'enable' }) });
    const run = await bench.apply(priced('2'));
    expect(new Set(run.outcomes)).toEqual(new Set(['done']));
    expect(writesOf(run)).toHaveLength(3);
    expect(run.requests.filter(({ operation }) => operation === 'getKeywords')).toHaveLength(1 + 3);
    for (const id of ids) expect(live(bench, id)).toMatchObject({ price: '2.00', optStatus: 'paused' });
    expect(run.state.baseline.size).toBe(5);
    expect(run.state.entries.size).toBe(0);
    expect((await bench.apply(priced('2'))).planned).toEqual([]);
  });

  it('with those that the service refuses named one by one', async () => {
    const bench = await open();
    const run = await bench.apply([
      ...priced('2', ['11', '12', '13']),
      keyword('14', { price: '0.10' }),
      keyword('15', { price: '0.20' }),
    ]);
    expect(run.outcomes).toEqual(['done', 'done', 'done', 'failed', 'failed']);
    expect(run.results['keyword/14']?.error?.message).toMatch(/0\.10?|lowest/);
    expect([...run.state.baseline.ids()]).toEqual(['11', '12', '13']);
    expect((await bench.apply([...priced('2', ['11', '12', '13']), keyword('14', { price: '0.10' })])).planned).toEqual(
      ['keyword/14'],
    );
  });

  it.each<[string, Omit<Fault, 'operation'>]>([
    ['answered as done, and not in effect', { kind: 'no-effect' }],
    ['refused as a whole', { kind: 'refuse-all', code: 9, message: 'closed' }],
  ])('failed where the service %s', async (_, fault) => {
    const bench = await open();
    bench.sandbox.control.addFaults({ operation: 'updateKeywords', ...fault });
    const run = await bench.apply(priced('2'));
    expect(new Set(run.outcomes)).toEqual(new Set(['failed']));
    expect(run.state.baseline.size).toBe(0);
    expect((await bench.apply(priced('2'))).outcomes).toEqual(ids.map(() => 'done'));
  });

  it.each<[string, Omit<Fault, 'operation'>]>([
    ['the reply is lost after the effect', { kind: 'reset-after' }],
    ['the reply is lost before it', { kind: 'reset-before' }],
    ['HTTP 503', { kind: 'status', status: 503 }],
    ['HTML', { kind: 'html' }],
    ['429', { kind: 'throttle' }],
    ['the token is refused', { kind: 'token' }],
  ])('done all the same when %s, as the call may be repeated', async (_, fault) => {
    const bench = await open();
    bench.sandbox.control.addFaults({ operation: 'updateKeywords', ...fault });
    expect((await bench.apply(priced('2'))).outcomes).toEqual(ids.map(() => 'done'));
  });

  it('judged by what is read where the service never answers well', async () => {
    const bench = await open();
    bench.sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'reset-after', times: 0 });
    expect((await bench.apply(priced('2'))).outcomes).toEqual(ids.map(() => 'done'));
    bench.sandbox.control.clearFaults();
    bench.sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'reset-before', times: 0 });
    const run = await bench.apply(priced('3'));
    expect(new Set(run.outcomes)).toEqual(new Set(['failed']));
    expect(run.results['keyword/11']?.error?.message).toMatch(/not in effect: price is "2.00", not "3"/);
  });

  it('no further where the service cannot be read any more', async () => {
    const bench = await open({ limits: { keywordsPerUpdate: 2 } });
    bench.sandbox.control.addFaults({ operation: 'getKeywords', kind: 'status', status: 500, from: 2, times: 0 });
    const run = await bench.apply(priced('2'));
    expect(run.outcomes).toEqual(['failed', 'failed', 'skipped', 'skipped', 'skipped']);
    expect(run.results['keyword/11']?.error?.message).toContain('could not be read back');
    expect(writesOf(run)).toHaveLength(1);
  });

  it('no further once the service asks for a longer wait than is allowed, whatever is ready', async () => {
    const bench = await open({ limits: { keywordsPerUpdate: 1, concurrentReads: 1, maxWaitSeconds: 60 } });
    const throttle = { kind: 'throttle', retryAfter: '600', from: 2, times: 0 } as const;
    bench.sandbox.control.addFaults({ operation: 'updateKeywords', ...throttle });
    const run = await bench.apply(priced('2'));
    expect(run.outcomes).toEqual(['done', 'skipped', 'skipped', 'skipped', 'skipped']);
    expect(writesOf(run)).toHaveLength(2);
    expect(run.state.baseline.size).toBe(1);
  });

  it('in halves when a batch is too large', async () => {
    const bench = await open({ fixture: fixture({ bodyBytes: 250 }) });
    const run = await bench.apply(priced('2'));
    expect(run.outcomes).toEqual(ids.map(() => 'done'));
    expect(
      run.requests.filter(({ operation, status }) => operation === 'updateKeywords' && status === 200).length,
    ).toBeGreaterThan(1);
  });

  it('pending while under review, and then settled by the next plan', async () => {
    const bench = await open({ fixture: fixture({ review: { keywordSeconds: 600, valuesAfterReview: true } }) });
    const wanted = [keyword('11', { url: 'https://a.example.com/1' })];
    const run = await bench.apply(wanted);
    expect(run.outcomes).toEqual(['pending']);
    expect(run.state.entries.get('keyword/11')?.status).toBe('pending');
    expect((await bench.apply(wanted)).planned).toEqual([]);
    bench.clock.turn(700_000);
    const later = await bench.apply(wanted);
    expect(later.planned).toEqual([]);
    expect(later.state.entries.size).toBe(0);
    expect(later.state.baseline.size).toBe(1);
  });

  it('held back where a reading is old and the keyword moved since', async () => {
    let bench: Bench | undefined;
    const onRequest = ({ operation }: { operation: string }) => {
      // A slow run: a minute and more passes after the first write, and someone changes another bid.
      if (operation !== 'updateKeywords' || bench === undefined) return;
      bench.clock.turn(61_000);
      void bench.sandbox.control.change({ keywords: [{ id: '13', groupId: '1', price: '7.00' }] });
    };
    bench = await open({ limits: { keywordsPerUpdate: 2 }, onRequest });
    const run = await bench.apply(priced('2', ['11', '12', '13', '14']));
    expect(run.outcomes).toEqual(['done', 'done', 'held', 'done']);
    expect(run.results['keyword/13']?.note).toBe('price changed at the service since the plan');
    expect(live(bench, '13')?.price).toBe('7.00');
  });

  it('held back where a reading is old and the keyword was deleted since', async () => {
    let bench: Bench | undefined;
    const onRequest = ({ operation }: { operation: string }) => {
      if (operation !== 'updateKeywords' || bench === undefined) return;
      bench.clock.turn(61_000);
      void bench.sandbox.control.change({ keywords: [{ id: '13', groupId: '1', status: 'delete' }] });
    };
    bench = await open({ limits: { keywordsPerUpdate: 2 }, onRequest });
    const run = await bench.apply(priced('2', ['11', '12', '13', '14']));
    expect(run.outcomes).toEqual(['done', 'done', 'held', 'done']);
    expect(run.results['keyword/13']?.note).toBe('the service says that it is deleted');
  });
});

describe('picture tags are updated', () => {
  it('and read back', async () => {
    const bench = await open();
    const run = await bench.apply([picture('31', ['b']), picture('32', ['a'])]);
    expect(run.planned).toEqual(['picture/31']);
    expect(run.outcomes).toEqual(['done']);
    expect(run.state.entries.get('picture/31')?.values).toEqual({ tags: ['b'] });
  });

  it('failed where they are not in effect', async () => {
    const bench = await open();
    bench.sandbox.control.addFaults({ operation: 'updatePictureTags', kind: 'no-effect' });
    expect((await bench.apply([picture('31', ['b'])])).outcomes).toEqual(['failed']);
  });

  it.each([
    ['as they were sent', ['b', 'c'], 'done'],
    ['in another order', ['c', 'b'], 'done'],
    ['one of them twice, which is no other set', ['c', 'b', 'c'], 'done'],
    ['others', ['z'], 'failed'],
    ['one of them only', ['b'], 'failed'],
    ['one more', ['b', 'c', 'd'], 'failed'],
    ['none', [], 'failed'],
  ])('judged by what is read back: %s', async (_, tags, outcome) => {
    const bench = await open({
      onRequest: async ({ operation }) => {
        if (operation === 'updatePictureTags')
          await bench.sandbox.control.change({ pictures: [{ picId: '31', tags }] });
      },
    });
    const run = await bench.apply([picture('31', ['b', 'c'])]);
    expect(run.outcomes).toEqual([outcome]);
    if (outcome === 'done') return;
    const message = run.results['picture/31']?.error?.message;
    expect(message).toBe(`accepted, but not in effect: tags is ${JSON.stringify(tags)}, not ["b","c"]`);
    // The next plan does not take it for settled.
    expect((await bench.apply([picture('31', ['b', 'c'])])).planned).toEqual(['picture/31']);
  });

  it('done where the reply left out what is in effect', async () => {
    const bench = await open();
    bench.sandbox.control.addFaults({ operation: 'updatePictureTags', kind: 'wrong-length' });
    expect((await bench.apply([picture('31', ['b']), picture('32', ['c'])])).outcomes).toEqual(['done', 'done']);
  });
});
