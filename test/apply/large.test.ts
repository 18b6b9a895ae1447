import { describe, expect, it } from 'vitest';
import { executeOperations } from '../../src/apply/execute.js';
import { JournalWriter } from '../../src/apply/journal-writer.js';
import { replayJournal } from '../../src/apply/replay.js';
import { RunContext } from '../../src/apply/run-context.js';
import { scheduleOperations } from '../../src/apply/schedule.js';
import type {
  CallResult,
  HeldLock,
  JournalEntry,
  KindPorts,
  Resource,
  ServicePort,
  StateBackend,
} from '../../src/model/index.js';
import { DEFAULT_LIMITS, EMPTY_BASELINE } from '../../src/model/index.js';
import { markOf } from '../../src/plan/compare/baseline-prior.js';
import { createPlan } from '../../src/plan/create-plan.js';
import { observe } from '../../src/plan/observe/observe.js';
import { kindPorts } from '../kinds/support.js';
import { creative, group, inputs, keyword, kinds, NOW } from '../plan/support.js';
import { turnableClock } from '../support/cli.js';
import { cpuTime } from '../support/cpu-time.js';

/** A service that does as it is asked, at once, and counts its calls. */
function promptService(measure: ServicePort) {
  const prices = new Map<string, string>();
  const calls: Record<string, number> = {};
  let id = 1_000_000;
  const answer = (name: string, request: object): unknown => {
    calls[name] = (calls[name] ?? 0) + 1;
    if ('groups' in request) return { groupIdList: (request.groups as object[]).map(() => String(++id)), failures: [] };
    if ('groupIdList' in request) {
      const keys = Object.keys(request).filter((key) => key.includes('-'));
      const success = (request.groupIdList as string[]).flatMap((groupId) =>
        keys.map((key) => ({
          id: String(++id),
          groupId,
          type: key.split('-')[0] ?? '',
          device: key.split('-')[1] ?? '',
        })),
      );
      return { success, failures: [] };
    }
    if ('keywords' in request) {
      for (const one of request.keywords as { id: object; price: object }[])
        prices.set(String(one.id), String(one.price));
      return { errno: '10000', affectedRecords: '1', failKeywordIds: [], failures: [] };
    }
    const ids = (request as { idList: object[] }).idList.map(String);
    return { keywordList: ids.map((one) => ({ id: one, price: prices.get(one) ?? '1.00', optStatus: 'enabled' })) };
  };
  const service: ServicePort = {
    async call(name, request) {
      return { ok: true, reply: answer(name, request) } as CallResult<never>;
    },
    bodyBytes: (name, request) => measure.bodyBytes(name, request),
  };
  return { service, calls };
}

/** Keeps the journal in memory: what is timed is our own work. */
function memory(): { backend: StateBackend; held: HeldLock; journal: JournalEntry[] } {
  const journal: JournalEntry[] = [];
  const refuse = () => Promise.reject(new Error('not in this test'));
  const held = { check: async () => undefined, release: async () => undefined } as HeldLock;
  const backend: StateBackend = {
    place: 'memory',
    read: refuse,
    lock: refuse,
    holder: async () => undefined,
    forceUnlock: async () => undefined,
    append: async (_held, entries) => {
      for (const entry of entries) journal.push(entry);
    },
    write: refuse,
  };
  return { backend, held, journal };
}

async function planAndApply(resources: readonly Resource[]) {
  const started = cpuTime();
  const { service, calls } = promptService(kindPorts().service);
  const ports: KindPorts = {
    service,
    files: { readBase64: async () => '' },
    limits: DEFAULT_LIMITS,
    timeZone: 'Asia/Shanghai',
    now: () => NOW,
  };
  const clock = turnableClock(NOW);
  const given = inputs(resources);
  const { plan, readings } = await createPlan(given, (list, entries) => observe(list, entries, kinds, ports));
  const { backend, held, journal } = memory();
  const context = new RunContext(
    {
      kinds,
      kindPorts: ports,
      journal: new JournalWriter(backend, held, clock, 0),
      clock,
      randomId: () => String(journal.length).padStart(8, '0'),
      rescue: async () => ({ words: '' }),
    },
    { entries: new Map(), readings },
  );
  const operations = scheduleOperations(plan.changes, given.graph, kinds);
  await executeOperations(operations, context, (kind, id, desired) => markOf(id, kind.fields, desired));
  const state = replayJournal(
    { snapshot: undefined, baseline: EMPTY_BASELINE, journal, diagnostics: [] },
    { lineage: 'l' },
  );
  const done = [...context.results].filter(({ outcome }) => outcome === 'done').length;
  return { seconds: (cpuTime() - started) / 1000, done, calls, state };
}

/** Ten times what it takes on a machine with nothing else to do; quadratic work would take a hundred times that. */
const PATIENCE = 40;

describe('a large account', () => {
  it('with 10,000 creatives in 2,500 new groups is planned, batched and applied in seconds', async () => {
    const keys = ['sublinks-mobile', 'sublinks-computer', 'links-mobile', 'links-computer'];
    const names = Array.from({ length: 2_500 }, (_, index) => `g${index}`);
    const creatives = names.flatMap((name, index) =>
      keys.map((key, column) => creative(name, `${key} ${(index * (column + 1)) % 50}`, key)),
    );
    const { seconds, done, calls, state } = await planAndApply([...names.map((name) => group(name)), ...creatives]);
    expect(done).toBe(12_500);
    expect(state.entries.size).toBe(12_500);
    expect(calls['addGroups']).toBe(25);
    expect(seconds).toBeLessThan(PATIENCE);
  });

  it('with 20,000 keywords, all to be changed, is planned, batched and applied in seconds', async () => {
    const resources = Array.from({ length: 20_000 }, (_, index) => keyword(String(80_000_000 + index), { price: '2' }));
    const { seconds, done, calls, state } = await planAndApply(resources);
    expect(done).toBe(20_000);
    expect(state.baseline.size).toBe(20_000);
    expect(calls['updateKeywords']).toBe(50);
    expect(seconds).toBeLessThan(PATIENCE);
  });
});
