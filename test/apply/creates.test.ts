import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { app, creative, group } from '../plan/support.js';
import { Bench, madeGroups, writesOf } from './bench.js';

const groups = (count: number, name = (index: number) => `g${index}`) =>
  Array.from({ length: count }, (_, index) => group(name(index)));

describe('groups are created', () => {
  it('in three calls for 250, each id paired with its name, and 0 ids are those that failed', async () => {
    const bad = new Set([103, 157]);
    const bench = await Bench.open({ fixture: { options: { sensitiveWords: ['坏'] } } });
    const list = groups(250, (index) => (bad.has(index) ? `坏${index}` : `g${index}`));
    const run = await bench.apply(list);
    expect(writesOf(run)).toEqual(['addGroups', 'addGroups', 'addGroups']);
    expect(
      run.requests.filter(({ operation }) => operation === 'addGroups').map(({ created }) => created.length),
    ).toEqual([100, 98, 50]);
    const failed = Object.values(run.results).filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ address }) => address)).toEqual(['group/坏103', 'group/坏157']);
    expect(failed[0]?.error?.code).toBe('90202');
    const names = new Map(bench.sandbox.control.state().groups.map(({ id, name }) => [id, name]));
    for (const entry of run.state.entries.values()) expect(names.get(entry.id ?? '')).toBe(entry.values['name']);
    expect(run.state.entries.size).toBe(248);
    const again = await bench.apply(list);
    expect(again.planned).toEqual(['group/坏103', 'group/坏157']);
  });

  it.each<[string, Omit<Fault, 'operation'>, number]>([
    ['the reply is lost after the effect', { kind: 'reset-after' }, 1],
    ['the connection is lost before the effect', { kind: 'reset-before' }, 0],
    ['the reply is cut off', { kind: 'cut' }, 1],
    ['the JSON ends in the middle', { kind: 'truncated' }, 1],
    ['a gateway answers HTML', { kind: 'html' }, 0],
    ['an empty body', { kind: 'empty' }, 0],
    ['the list of ids is too short', { kind: 'wrong-length' }, 1],
    ['the list of ids is too long', { kind: 'wrong-length', by: 2 }, 1],
    ['HTTP 500', { kind: 'status', status: 500 }, 0],
    ['HTTP 408', { kind: 'status', status: 408 }, 0],
    ['a redirect', { kind: 'status', status: 302, headers: { location: '/elsewhere' } }, 0],
    ['no answer in time', { kind: 'hang' }, 0],
  ])('and are in doubt when %s: never sent again by itself', async (_, fault, made) => {
    const requestTimeoutSeconds = fault.kind === 'hang' ? 2 : 30;
    const bench = await Bench.open({ limits: { groupsPerAdd: 2, requestTimeoutSeconds } });
    bench.sandbox.control.addFaults({ operation: 'addGroups', ...fault });
    const run = await bench.apply(groups(3));
    // A reply that fits no item stops the calls of the kind.
    expect(run.outcomes).toEqual(['unknown', 'unknown', fault.kind === 'wrong-length' ? 'skipped' : 'done']);
    expect(run.results['group/g0']?.attempt).toBe(run.state.entries.get('group/g0')?.attempt?.id);
    expect(run.state.entries.get('group/g1')).toMatchObject({ status: 'unknown', attempt: { position: 1, size: 2 } });
    const again = await bench.apply(groups(3));
    expect(again.planned).toEqual(fault.kind === 'wrong-length' ? ['group/g2'] : []);
    expect(madeGroups(bench)['g0'] ?? 0).toBe(made);
  });

  it.each<[string, Omit<Fault, 'operation'>, RegExp]>([
    [
      'every id 0 with one failure that names no group',
      {
        kind: 'status',
        status: 200,
        body: '{"groupIdList":[0,0],"failures":[{"code":12345,"message":"campaign closed"}]}',
      },
      /whole request.*12345.*campaign closed/,
    ],
    [
      'every id 0 with a failure of each group',
      { kind: 'refuse-all', code: 12345, message: 'campaign closed' },
      /^campaign closed/,
    ],
    ['HTTP 400', { kind: 'status', status: 400, body: '{"failures":[{"code":7,"message":"bad"}]}' }, /7: bad/],
  ])('and fail as a whole when refused: %s', async (_, fault, message) => {
    const bench = await Bench.open({ limits: { groupsPerAdd: 2 } });
    bench.sandbox.control.addFaults({ operation: 'addGroups', ...fault });
    const run = await bench.apply(groups(3));
    expect(run.outcomes).toEqual(['failed', 'failed', 'done']);
    expect(run.results['group/g0']?.error?.message).toMatch(message);
    expect([...run.state.entries.keys()]).toEqual(['group/g2']);
    await bench.apply(groups(3));
    expect(madeGroups(bench)).toMatchObject({ g0: 1, g1: 1, g2: 1 });
  });

  it.each<[string, readonly Omit<Fault, 'operation'>[], number]>([
    ['429 three times', [{ kind: 'throttle', times: 3 }], 4],
    ['429 with an odd wish', [{ kind: 'throttle', retryAfter: 'soon' }], 2],
    ['a token that ran out', [{ kind: 'token' }], 2],
  ])('exactly once in spite of %s', async (_, faults, sendings) => {
    const bench = await Bench.open();
    for (const fault of faults) bench.sandbox.control.addFaults({ operation: 'addGroups', ...fault });
    const run = await bench.apply(groups(3));
    expect(run.outcomes).toEqual(['done', 'done', 'done']);
    expect(writesOf(run)).toHaveLength(sendings);
    expect(madeGroups(bench)).toMatchObject({ g0: 1, g1: 1, g2: 1 });
    // Each sending was announced.
    expect(run.written.filter(({ type }) => type === 'intent')).toHaveLength(sendings);
    expect(run.written.filter(({ type }) => type === 'outcome')).toHaveLength(sendings);
  });

  it('not at all when the wait is beyond the cap: the run stops and says when to come back', async () => {
    const bench = await Bench.open({ limits: { groupsPerAdd: 1 } });
    bench.sandbox.control.addFaults({ operation: 'addGroups', kind: 'throttle', retryAfter: '4000', from: 2 });
    const run = await bench.apply(groups(4));
    expect(run.outcomes).toEqual(['done', 'skipped', 'skipped', 'skipped']);
    expect(run.context.stopped).toMatch(/until 2024-05-10T03:/);
    expect(writesOf(run)).toHaveLength(2);
  });

  it('no further when the service cannot be reached at all', async () => {
    const bench = await Bench.open({ limits: { groupsPerAdd: 1 } });
    const run = await bench.apply([group('a')]);
    expect(run.outcomes).toEqual(['done']);
    bench.sandbox.control.addFaults({ operation: 'addGroups', kind: 'quota' });
    const stopped = await bench.apply(groups(3));
    expect(stopped.outcomes).toEqual(['skipped', 'skipped', 'skipped']);
    expect(writesOf(stopped)).toHaveLength(1);
  });

  it.each<[string, Omit<Fault, 'operation'>]>([
    ['lost at a gateway', { kind: 'status', status: 502 }],
    ['answered with a page', { kind: 'html' }],
    ['reset', { kind: 'reset-after' }],
  ])('not at all when the token ran out and the new login is %s: nothing is in doubt', async (_, fault) => {
    const bench = await Bench.open({ limits: { groupsPerAdd: 2 } });
    bench.sandbox.control.addFaults(
      { operation: 'addGroups', kind: 'token' },
      { operation: 'login', times: 0, from: 2, ...fault },
    );
    const run = await bench.apply(groups(3));
    expect(run.outcomes).toEqual(['skipped', 'skipped', 'skipped']);
    expect(run.context.stopped).toMatch(/Login:/);
    expect(writesOf(run)).toHaveLength(1);
    expect(run.state.entries.size).toBe(0);
  });

  it('no further below the quota floor', async () => {
    const bench = await Bench.open({
      limits: { groupsPerAdd: 2, quotaFloor: 6 },
      fixture: { options: { quota: { perDay: 9 } } },
    });
    const run = await bench.apply(groups(6));
    expect(run.outcomes).toEqual(['done', 'done', 'done', 'done', 'skipped', 'skipped']);
    expect(run.context.stopped).toMatch(/5 operations are left/);
  });

  it('in batches that get smaller when they are too large', async () => {
    const bench = await Bench.open({ fixture: { options: { bodyBytes: 700 } } });
    const run = await bench.apply(groups(40));
    expect(new Set(run.outcomes)).toEqual(new Set(['done']));
    const counts = run.requests
      .filter(({ operation }) => operation === 'addGroups')
      .map(({ created, status }) => (status === 413 ? '413' : created.length));
    expect(counts.filter((one) => one === '413').length).toBeLessThan(8);
    expect(Object.values(madeGroups(bench)).every((count) => count === 1)).toBe(true);
  });

  it('with the one that is too large by itself failing alone', async () => {
    const bench = await Bench.open({ fixture: { options: { bodyBytes: 3000 } } });
    const run = await bench.apply([group('a'), group('x'.repeat(4000)), group('b')]);
    expect(run.outcomes).toEqual(['done', 'failed', 'done']);
  });
});

describe('doubt', () => {
  it('is bounded over batches; only creating calls stop', async () => {
    const bench = await Bench.open({ limits: { groupsPerAdd: 3, maxUnknown: 5 } });
    bench.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after', times: 0 });
    const run = await bench.apply(groups(9));
    expect(run.outcomes).toEqual([...Array(5).fill('unknown'), ...Array(4).fill('skipped')]);
    expect(run.results['group/g8']?.note).toContain('5 items are in doubt, and maxUnknown is 5');
    expect(run.context.tooMuchDoubt).toBe(true);
    expect(
      run.requests.filter(({ operation }) => operation === 'addGroups').map(({ created }) => created.length),
    ).toEqual([3, 2]);
  });

  it('of an earlier run counts too', async () => {
    const bench = await Bench.open({ limits: { groupsPerAdd: 3, maxUnknown: 4 } });
    bench.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
    await bench.apply(groups(3));
    const run = await bench.apply(groups(9));
    expect(run.planned).toHaveLength(6);
    expect(new Set(run.outcomes)).toEqual(new Set(['done']));
    expect(
      run.requests.filter(({ operation }) => operation === 'addGroups').map(({ created }) => created.length),
    ).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('blocks only itself and what depends on it', async () => {
    const bench = await Bench.open({ limits: { groupsPerAdd: 1 } });
    bench.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
    const run = await bench.apply([group('a'), group('b'), ...creatives('a'), ...creatives('b')]);
    expect(run.results['rich-creative/a/sublinks-mobile']).toMatchObject({
      outcome: 'skipped',
      note: 'group/a is not there',
    });
    expect(run.results['rich-creative/b/sublinks-mobile']?.outcome).toBe('done');
  });

  it('ends where the manifest names the id', async () => {
    const bench = await Bench.open();
    bench.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
    await bench.apply([group('a')]);
    const [real] = bench.sandbox.control.state().groups.filter(({ name }) => name === 'a');
    const run = await bench.apply([group('a', {}, { id: real?.id ?? '' }), ...creatives('a')]);
    expect(run.outcomes).toEqual(['done', 'done', 'done']);
    expect(run.context.doubt).toBe(0);
    expect(run.state.entries.get('group/a')).toMatchObject({ status: 'settled', id: real?.id });
  });
});

const texts = (mark: string) => ({
  content: [1, 2, 3, 4].map((n) => ({ text: `${mark}${n}`, url: `https://a.example.com/${n}` })),
});
const creatives = (name: string) =>
  ['sublinks-mobile', 'sublinks-computer'].map((key) => {
    const one = creative(name, 'a', key);
    return { ...one, desired: { ...one.desired, ...texts(key) } };
  });

describe('rich creatives are created', () => {
  it('in one call for groups that share a set', async () => {
    const bench = await Bench.open();
    const run = await bench.apply([...groups(20), ...groups(20).flatMap(({ address }) => creatives(address.slice(6)))]);
    expect(writesOf(run)).toEqual(['addGroups', 'addRichCreatives']);
    expect(run.outcomes.every((one) => one === 'done')).toBe(true);
  });

  it('each once, also when a call for several groups and creatives is too large', async () => {
    const bench = await Bench.open({ fixture: { options: { maxGroupsPerCreativeAdd: 2, tooManyItems: 'http-413' } } });
    const run = await bench.apply([...groups(7), ...groups(7).flatMap(({ address }) => creatives(address.slice(6)))]);
    expect(run.outcomes.every((one) => one === 'done')).toBe(true);
    const made = bench.sandbox.control.state().creatives;
    expect(made).toHaveLength(14);
    const known = new Set([...run.state.entries.values()].map(({ id }) => id));
    for (const { id } of made) expect(known).toContain(id);
    // No one asked for one that was there.
    const asked = run.requests.filter(({ operation, status }) => operation === 'addRichCreatives' && status === 200);
    const pairs = asked.flatMap(({ fields }) => {
      const ids = JSON.parse(fields['groupIdList'] ?? '[]') as string[];
      return ids.flatMap((id) =>
        Object.keys(fields)
          .filter((key) => key.includes('-'))
          .map((key) => `${id} ${key}`),
      );
    });
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs).toHaveLength(14);
  });

  it.each([1, 2, 3])('after %i refusals, as their group was made a moment ago', async (times) => {
    const bench = await Bench.open();
    bench.sandbox.control.addFaults({
      operation: 'addRichCreatives',
      kind: 'refuse-all',
      code: 40004,
      message: 'no such group',
      times,
    });
    const run = await bench.apply([...groups(2), ...groups(2).flatMap(({ address }) => creatives(address.slice(6)))]);
    expect(new Set(run.outcomes)).toEqual(new Set(['done']));
    expect(writesOf(run)).toHaveLength(2 + times);
    expect(bench.clock.now().getTime() - Date.parse('2024-05-10T02:00:00Z')).toBeGreaterThanOrEqual(
      [500, 2000, 6000][times - 1] ?? 0,
    );
  });

  it('never again and again: a refusal that stays is failed', async () => {
    const bench = await Bench.open();
    bench.sandbox.control.addFaults({
      operation: 'addRichCreatives',
      kind: 'refuse-all',
      code: 40004,
      message: 'no such group',
      times: 0,
    });
    const run = await bench.apply([group('a'), ...creatives('a')]);
    expect(run.outcomes).toEqual(['done', 'failed', 'failed']);
    expect(writesOf(run)).toHaveLength(1 + 4);
    expect(run.results['rich-creative/a/sublinks-mobile']?.error?.message).toContain('no such group');
  });

  it('at once or not at all in a group that was there before', async () => {
    const bench = await Bench.open();
    await bench.apply([group('a')]);
    bench.sandbox.control.addFaults({
      operation: 'addRichCreatives',
      kind: 'refuse-all',
      code: 40004,
      message: 'no such group',
    });
    const run = await bench.apply([group('a'), ...creatives('a')]);
    expect(run.outcomes).toEqual(['failed', 'failed']);
    expect(writesOf(run)).toHaveLength(1);
  });

  it('and only what failed is sent again: a lost reply in a later round is doubt', async () => {
    const bench = await Bench.open({ limits: { maxUnknown: 3 } });
    bench.sandbox.control.addFaults(
      { operation: 'addRichCreatives', kind: 'refuse-all', code: 40004, message: 'no such group' },
      { operation: 'addRichCreatives', kind: 'reset-after', from: 2 },
    );
    const run = await bench.apply([group('a'), ...creatives('a')]);
    expect(run.outcomes).toEqual(['done', 'unknown', 'unknown']);
    expect(bench.sandbox.control.state().creatives).toHaveLength(2);
  });

  it('a second one of a type is a failure, not a creation', async () => {
    const bench = await Bench.open();
    await bench.apply([group('a'), ...creatives('a')]);
    const [real] = bench.sandbox.control.state().groups.filter(({ name }) => name === 'a');
    const other = await Bench.open();
    await other.sandbox.control.change({
      groups: [{ groupId: real?.id ?? '', name: 'a' }],
      richCreatives: [{ id: '1', groupId: real?.id ?? '', type: 'sublinks', device: 'mobile' }],
    });
    const run = await other.apply([group('a', {}, { id: real?.id ?? '' }), ...creatives('a')]);
    expect(run.results['rich-creative/a/sublinks-mobile']?.outcome).toBe('failed');
    expect(run.results['rich-creative/a/sublinks-computer']?.outcome).toBe('done');
  });
});

describe('apps are submitted', () => {
  const image = { file: 'i.png', type: 'png', width: '1', height: '1', bytes: '70', sha256: 'x' };
  const named = (name: string, url = `https://dl.example.com/${name}`) =>
    app(name, { title: `应用${name}`, appUrl: url, icon: image });

  it('and pending until the listing shows them', async () => {
    const bench = await Bench.open({ fixture: { options: { appTaskSeconds: 100 } } });
    const run = await bench.apply([named('a'), named('b')]);
    expect(run.outcomes).toEqual(['pending', 'pending']);
    const waiting = await bench.apply([named('a'), named('b')]);
    expect(waiting.planned).toEqual([]);
    bench.clock.turn(200_000);
    await bench.apply([named('a'), named('b')]);
    const { entries } = await bench.state();
    expect([...entries.values()].map(({ status }) => status)).toEqual(['settled', 'settled']);
  });

  it('never twice when the reply was lost: the listing settles it', async () => {
    const bench = await Bench.open();
    bench.sandbox.control.addFaults({ operation: 'addAppTask', kind: 'reset-after' });
    const run = await bench.apply([named('a')]);
    expect(run.outcomes).toEqual(['unknown']);
    const again = await bench.apply([named('a')]);
    expect(writesOf(again)).toEqual([]);
    expect(again.state.entries.get('app/a')).toMatchObject({ status: 'settled' });
    expect(bench.sandbox.control.state().apps).toHaveLength(1);
  });

  it('all failed with task 0', async () => {
    const bench = await Bench.open({ fixture: { options: { sensitiveWords: ['坏'] } } });
    const run = await bench.apply([named('a'), named('坏')]);
    expect(run.outcomes).toEqual(['failed', 'failed']);
    expect(run.state.entries.size).toBe(0);
  });
});
