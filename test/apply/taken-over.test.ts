import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import { Failure } from '../../src/diagnostics/failure.js';
import type { NewJournalEntry, Resource, StateBackend } from '../../src/model/index.js';
import { app, creative, group, keyword, picture } from '../plan/support.js';
import { Bench, writesOf } from './bench.js';

const icon = { file: 'i.png', type: 'png', width: '1', height: '1', bytes: '70', sha256: 'i' };
const sublinks = {
  content: [1, 2, 3, 4].map((n) => ({ text: `链接${n}`, url: `https://a.example.com/${n}` })),
  status: 'enable',
};
const fixture = {
  groups: [{ groupId: '1', name: 'old' }],
  keywords: ['11', '12'].map((id) => ({ id, groupId: '1', price: '1.00' })),
  pictures: [{ picId: '31', tags: ['a'] }],
};

type EntryType = NewJournalEntry['type'];

/** Takes the lock away at the first append of an entry of that type: before it, or once it is on disk. */
function takenAway(bench: Bench, type: EntryType, when: 'before' | 'after', then = () => {}) {
  let isDone = false;
  return (backend: StateBackend): StateBackend => {
    const take = async () => {
      isDone = true;
      await backend.forceUnlock();
      then();
    };
    const append: StateBackend['append'] = async (held, entries, reserve) => {
      const isMeant = !isDone && entries.some((entry) => entry.type === type);
      if (isMeant && when === 'before') await take();
      await bench.backend.append(held, entries, reserve);
      if (isMeant && when === 'after') await take();
    };
    return Object.assign(Object.create(backend), { append, place: backend.place });
  };
}

const creations: readonly (readonly [string, Resource])[] = [
  ['group', group('a')],
  ['app', app('x', { title: 'shop x', icon, appUrl: 'https://dl.example.com/x' })],
  ['rich creative', { ...creative('id:1'), parents: [], parentId: '1', desired: sublinks }],
];

describe('a run whose lock is taken away', () => {
  it.each(creations)('between the flush of `sending` and the call makes no call: %s', async (_, resource) => {
    const bench = await Bench.open({ fixture });
    bench.wrap = takenAway(bench, 'sending', 'after');
    const run = await bench.apply([resource]);
    expect(writesOf(run)).toEqual([]);
    // The next run finds the announcement; the rescue says that nothing came of it.
    expect(run.outcomes).toEqual(['unknown']);
    expect(run.rescued.map((text) => JSON.parse(text).items)).toEqual([[{ position: 0, fate: 'not-done' }]]);
    expect([...(await bench.state()).entries.values()].map(({ status }) => status)).toEqual(['unknown']);
  });

  it.each(creations)('before `sending` is written makes no call either: %s', async (_, resource) => {
    const bench = await Bench.open({ fixture });
    bench.wrap = takenAway(bench, 'sending', 'before');
    const run = await bench.apply([resource]);
    expect(writesOf(run)).toEqual([]);
    expect(run.outcomes).toEqual(['skipped']);
    expect([run.rescued, (await bench.state()).entries.size]).toEqual([[], 0]);
  });

  it.each(creations)('while the call is made rescues what came of it: %s', async (_, resource) => {
    const bench = await Bench.open({ fixture });
    bench.wrap = takenAway(bench, 'outcome', 'before');
    const run = await bench.apply([resource]);
    expect(writesOf(run)).toHaveLength(1);
    expect(run.outcomes).toEqual(['unknown']);
    expect(run.context.unrecorded).toBe(true);
    const [item] = JSON.parse(run.rescued[0] ?? '{}').items;
    const { id, taskId } = run.results[run.planned[0] ?? ''] ?? {};
    expect(item).toMatchObject(taskId === undefined ? { fate: 'done', id } : { fate: 'pending', taskId });
    expect(id ?? taskId).toMatch(/^\d+$/);
  });

  it.each([
    ['of its kind', 'baseline', ['11', '12'].map((id) => keyword(id, { price: '2' }))],
    ['of another kind', 'baseline', [keyword('11', { price: '2' }), picture('31', ['b'])]],
  ] as const)('and that was paused sets no further values: %s', async (_, type, resources) => {
    const bench = await Bench.open({ fixture, limits: { keywordsPerUpdate: 1 } });
    bench.wrap = takenAway(bench, type, 'after', () => bench.clock.turn(1_500));
    const run = await bench.apply(resources);
    expect(writesOf(run)).toHaveLength(1);
    expect(run.outcomes).toEqual(['done', 'skipped']);
    expect(run.context.stopped).toContain('no longer holds');
  });
});

/** Once `sending` is on disk, the remote that keeps the lock does not answer one look at it. */
function unseenOnce(bench: Bench) {
  let isDone = false;
  return (backend: StateBackend): StateBackend => {
    const append: StateBackend['append'] = async (held, entries, reserve) => {
      await bench.backend.append(held, entries, reserve);
      if (isDone || !entries.some(({ type }) => type === 'sending')) return;
      isDone = true;
      const { check } = held;
      const fail = async () => {
        Object.assign(held, { check });
        throw new Failure([diagnostic('state-remote-failed', { detail: 'The remote did not answer.' })]);
      };
      Object.assign(held, { check: fail });
    };
    return Object.assign(Object.create(backend), { append, place: backend.place });
  };
}

describe('a run that cannot see its lock between the flush of `sending` and the call', () => {
  it.each(creations)('makes no call, leaves no doubt, and the next run makes it once: %s', async (_, resource) => {
    const bench = await Bench.open({ fixture });
    bench.wrap = unseenOnce(bench);
    const run = await bench.apply([resource]);
    expect(writesOf(run)).toEqual([]);
    expect(run.outcomes).toEqual(['skipped']);
    expect([run.rescued, run.state.entries.size]).toEqual([[], 0]);
    const next = await bench.apply([resource]);
    expect(writesOf(next)).toHaveLength(1);
    expect(next.outcomes[0]).toMatch(/^(?:done|pending)$/);
  });
});
