import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import { Failure } from '../../src/diagnostics/failure.js';
import { kinds } from '../../src/kinds/registry.js';
import type { Kind, KindRegistry, Resource, StateBackend } from '../../src/model/index.js';
import { app, creative, group, keyword, picture } from '../plan/support.js';
import { Bench, type BenchRun, madeGroups } from './bench.js';

const image = (sha256: string) => ({
  file: `${sha256}.png`,
  type: 'png',
  width: '1',
  height: '1',
  bytes: '70',
  sha256,
});
const sublinks = {
  content: [1, 2, 3, 4].map((n) => ({ text: `链接${n}`, url: `https://a.example.com/${n}` })),
  status: 'enable',
};

/** Something of every kind, in batches of two. */
const everything: readonly Resource[] = [
  ...['a', 'b', 'c'].map((name) => group(name)),
  ...['11', '12', '13'].map((id) => keyword(id, { price: '2' })),
  picture('31', ['b']),
  app('x', { icon: image('i') }),
  ...['a', 'b', 'c'].map((name) => ({ ...creative(name), desired: sublinks })),
];
const limits = { groupsPerAdd: 2, keywordsPerUpdate: 2, groupsPerCreativeAdd: 2 };
const fixture = {
  groups: [{ groupId: '1', name: 'old' }],
  keywords: ['11', '12', '13'].map((id) => ({ id, groupId: '1', price: '1.00' })),
  pictures: [{ picId: '31', tags: ['a'] }],
};

/** Every item has one result, and the state accounts for everything that the service has made. */
async function expectSound(bench: Bench, run: BenchRun): Promise<void> {
  expect(Object.keys(run.results).sort()).toEqual([...run.planned].sort());
  const { groups, creatives } = bench.sandbox.control.state();
  const { entries } = await bench.state();
  const known = [...entries.values()];
  for (const { id, name } of groups.filter((one) => one.name.length === 1)) {
    const entry = entries.get(`group/${name}`);
    expect(entry?.id === id || entry?.status === 'unknown', `group ${name} (${id})`).toBe(true);
  }
  for (const { id, groupId } of creatives) {
    const sure = known.some((one) => one.kind === 'rich-creative' && one.id === id);
    const inDoubt = known.some(
      (one) => one.kind === 'rich-creative' && one.parentId === groupId && one.status === 'unknown',
    );
    expect(sure || inDoubt, `creative ${id} of ${groupId}`).toBe(true);
  }
  for (const [address, { outcome, id }] of Object.entries(run.results)) {
    if (outcome !== 'done' || id === undefined || address.startsWith('keyword/') || address.startsWith('picture/'))
      continue;
    expect(entries.get(address), address).toMatchObject({ id, status: 'settled' });
  }
  for (const count of Object.values(madeGroups(bench))) expect(count).toBe(1);
}

/** With `ADWRIGHT_CRASH=full` every entry of the journal and every call is tried, else some that are spread over the run. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const STEP = FULL ? 1 : 6;

/** A backend whose n-th append fails, before or after it reached the disk, and every one after it. */
function failingAt(n: number, when: 'before' | 'after') {
  let appends = 0;
  return (backend: StateBackend): StateBackend => {
    const append: StateBackend['append'] = async (...args) => {
      appends++;
      if (appends === n && when === 'after') await backend.append(...args);
      if (appends >= n) throw new Failure([diagnostic('state-unwritable', { detail: 'the disk is full' })]);
      await backend.append(...args);
    };
    return Object.assign(Object.create(backend), { append, place: backend.place });
  };
}

describe('a journal that cannot be written', () => {
  it.each([
    ['before', 1],
    ['after', 2],
  ] as const)(
    'at any entry (%s it is on disk) leaves every item accounted for',
    async (when, first) => {
      for (let n = first; n < 60; n += STEP) {
        const bench = await Bench.open({ limits, fixture });
        bench.wrap = failingAt(n, when);
        const run = await bench.apply(everything);
        await expectSound(bench, run);
        if (run.context.broken === undefined) {
          expect(n).toBeGreaterThan(10);
          return;
        }
        for (const text of run.rescued) {
          const { attempt, items } = JSON.parse(text);
          expect(attempt).toMatch(/^[0-9a-f]{8}$/);
          expect(items.length).toBeGreaterThan(0);
        }
        // The next run, with the disk in order again, doubles nothing.
        bench.wrap = (backend) => backend;
        await expectSound(bench, await bench.apply(everything));
      }
      throw new Error('the run had more appends than expected');
    },
    120_000,
  );

  it('gives the ids of the call whose outcome it was', async () => {
    const bench = await Bench.open({ limits, fixture });
    bench.wrap = failingAt(3, 'before');
    const run = await bench.apply([group('a'), group('b')]);
    expect(run.outcomes).toEqual(['unknown', 'unknown']);
    const ids = bench.sandbox.control
      .state()
      .groups.filter(({ name }) => name.length === 1)
      .map(({ id }) => id);
    expect([run.results['group/a']?.id, run.results['group/b']?.id]).toEqual(ids);
    expect(JSON.parse(run.rescued[0] ?? '{}').items.map((one: { id: string }) => one.id)).toEqual(ids);
  });
});

describe('a signal', () => {
  it('at any moment lets the call in flight be recorded, and nothing is sent after it', async () => {
    for (let n = 1; n < 40; n += FULL ? 1 : 3) {
      const controller = new AbortController();
      let seen = 0;
      let writes = 0;
      let writesBehind = 0;
      const bench = await Bench.open({
        limits,
        fixture,
        onRequest: ({ operation }) => {
          const isWrite = /^(?:add|update)/.test(operation);
          if (isWrite && controller.signal.aborted) writesBehind++;
          if (isWrite) writes++;
          if (isWrite && ++seen === n) controller.abort();
        },
      });
      const run = await bench.apply(everything, { signal: controller.signal });
      await expectSound(bench, run);
      expect(writesBehind).toBe(0);
      expect(run.outcomes).not.toContain('unknown');
      if (!controller.signal.aborted) {
        expect(writes).toBeGreaterThan(5);
        return;
      }
      await expectSound(bench, await bench.apply(everything));
    }
    throw new Error('the run had more writes than expected');
  }, 120_000);

  it('before anything was sent leaves everything for the next run', async () => {
    const bench = await Bench.open({ limits, fixture });
    const controller = new AbortController();
    const started = bench.apply([group('a')], { signal: controller.signal });
    controller.abort();
    const run = await started;
    expect(run.outcomes).toEqual(['skipped']);
    expect(madeGroups(bench)['a']).toBeUndefined();
  });
});

/** The registry with one ability of one kind replaced. */
function spoilt(name: string, spoil: (kind: Kind) => Kind): KindRegistry {
  const all = kinds.all.map((kind) => (kind.name === name ? spoil(kind) : kind));
  return { all, get: (wanted) => all.find((kind) => kind.name === wanted) };
}

describe('a fault of ours', () => {
  it('after a sending leaves its items in doubt and reports everything else', async () => {
    const registry = spoilt('group', (kind) => {
      const { create } = kind;
      if (create === undefined) return kind;
      return {
        ...kind,
        create: {
          ...create,
          send: async (...args) => {
            await create.send(...args);
            throw new TypeError('cannot read properties of undefined');
          },
        },
      };
    });
    const bench = await Bench.open({ limits, fixture, kinds: registry });
    const run = await bench.apply(everything);
    await expectSound(bench, run);
    expect(run.outcomes.slice(0, 3)).toEqual(['unknown', 'unknown', 'skipped']);
    expect(run.context.broken?.error).toBeInstanceOf(TypeError);
    expect((await bench.state()).entries.get('group/a')?.attempt?.cause).toContain('cannot read properties');
  });

  it('around an update does not pass for "not sent"', async () => {
    const registry = spoilt('keyword', (kind) => {
      const { update } = kind;
      if (update === undefined) return kind;
      return {
        ...kind,
        update: {
          ...update,
          send: async (...args) => {
            await update.send(...args);
            throw new TypeError('oh');
          },
        },
      };
    });
    const bench = await Bench.open({ limits, fixture, kinds: registry });
    const run = await bench.apply(everything);
    expect(run.results['keyword/11']).toMatchObject({
      outcome: 'failed',
      error: { message: expect.stringContaining('sent') },
    });
    expect(run.results['keyword/13']?.outcome).toBe('skipped');
    expect(run.results['group/a']?.outcome).toBe('done');
    await expectSound(bench, run);
  });
});

describe('two updates that are under way at once', () => {
  const one = { keywordsPerUpdate: 1, concurrentReads: 2 };
  const wanted = ['11', '12', '13'].map((id) => keyword(id, { price: '2' }));
  const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  type Send = NonNullable<Kind['update']>['send'];
  /** The second and the third keyword are sent side by side, the first alone before them. */
  const sending = (answers: Readonly<Record<string, (...args: Parameters<Send>) => ReturnType<Send>>>) =>
    spoilt('keyword', (kind) => {
      const { update } = kind;
      if (update === undefined) return kind;
      return {
        ...kind,
        update: { ...update, send: (...args) => (answers[args[0][0]?.id ?? ''] ?? update.send)(...args) },
      };
    });

  it('the one that was refused after the other had stopped the run is reported as refused', async () => {
    const registry = sending({
      12: async (_batch, _ports, { beforeSend }) => {
        await beforeSend?.();
        await later(30);
        return { ok: true, items: [{ fate: 'done' }], quotaRemaining: 0 };
      },
      13: async (_batch, _ports, { beforeSend }) => {
        await beforeSend?.();
        await later(90);
        return { ok: false, failure: { problem: 'refused', message: 'the service refused: 7 odd', failures: [] } };
      },
    });
    const bench = await Bench.open({ limits: { ...one, quotaFloor: 5 }, fixture, kinds: registry });
    const run = await bench.apply(wanted);
    expect(run.context.stopped).toContain('quotaFloor');
    expect(run.results['keyword/13']).toMatchObject({
      outcome: 'failed',
      error: { message: 'the service refused: 7 odd' },
    });
  });

  it('the one without an answer is not sent again once the run broke off, and judged by what is read', async () => {
    let again = 0;
    const registry = sending({
      12: async (_batch, _ports, { beforeSend }) => {
        await beforeSend?.();
        await later(30);
        throw new TypeError('oh');
      },
      13: async (_batch, _ports, { beforeSend }) => {
        await beforeSend?.();
        await later(90);
        await beforeSend?.();
        again++;
        return { ok: true, items: [{ fate: 'done' }] };
      },
    });
    const bench = await Bench.open({ limits: one, fixture, kinds: registry });
    const run = await bench.apply(wanted);
    expect(run.context.broken?.error).toBeInstanceOf(TypeError);
    expect(again).toBe(0);
    expect(run.results['keyword/13']).toMatchObject({
      outcome: 'failed',
      error: { message: expect.stringContaining('before it was sent again; not in effect: price is "1.00", not "2"') },
    });
    expect(run.results['keyword/11']?.outcome).toBe('done');
  });
});

describe('an image that is not as it was planned', () => {
  it('fails its own item; nothing of it was sent, and the others are made', async () => {
    const files = {
      readBase64: async (file: string) => {
        if (file === 'gone.png')
          throw new Failure([diagnostic('file-unreadable', { detail: 'gone.png changed since it was planned' })]);
        return 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
      },
    };
    const bench = await Bench.open({ files });
    const named = (name: string, sha256: string) =>
      app(name, { title: `应用${name}`, appUrl: `https://dl.example.com/${name}`, icon: image(sha256) });
    const run = await bench.apply([named('a', 'i'), named('b', 'gone'), named('c', 'i'), named('d', 'i')]);
    expect(run.outcomes).toEqual(['pending', 'failed', 'pending', 'pending']);
    expect(run.results['app/b']?.error?.message).toContain('gone.png changed');
    expect(bench.sandbox.control.state().apps).toHaveLength(3);
    expect((await bench.state()).entries.has('app/b')).toBe(false);
  });
});
