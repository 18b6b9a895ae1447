import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createClient } from '../../src/api/index.js';
import { executeOperations } from '../../src/apply/execute.js';
import { JournalWriter } from '../../src/apply/journal-writer.js';
import { recordLearnt } from '../../src/apply/record-learnt.js';
import { replayJournal } from '../../src/apply/replay.js';
import { RunContext } from '../../src/apply/run-context.js';
import { scheduleOperations } from '../../src/apply/schedule.js';
import { kinds as realKinds } from '../../src/kinds/registry.js';
import type {
  Address,
  ItemResult,
  JournalEntry,
  KindPorts,
  KindRegistry,
  Limits,
  ProjectFiles,
  Resource,
  State,
  StateBackend,
} from '../../src/model/index.js';
import { DEFAULT_LIMITS } from '../../src/model/index.js';
import { markOf } from '../../src/plan/compare/baseline-prior.js';
import { createPlan } from '../../src/plan/create-plan.js';
import { observe } from '../../src/plan/observe/observe.js';
import { type LogEntry, type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';
import { fileBackend } from '../../src/state/backends/file/file-backend.js';
import { inputs } from '../plan/support.js';
import { turnableClock } from '../support/cli.js';

export interface BenchOptions {
  readonly fixture?: object;
  readonly limits?: Partial<Limits>;
  readonly kinds?: KindRegistry;
  readonly files?: ProjectFiles;
  /** Told of each request when it was answered. */
  readonly onRequest?: (request: LogEntry) => void;
}

export interface BenchRun {
  readonly context: RunContext;
  readonly results: Readonly<Record<Address, ItemResult>>;
  /** `<outcome>` of each item, in the order of the plan. */
  readonly outcomes: readonly string[];
  /** Addresses that the plan was to carry out. */
  readonly planned: readonly Address[];
  readonly state: State;
  readonly written: readonly JournalEntry[];
  readonly requests: readonly LogEntry[];
  readonly rescued: readonly string[];
}

const START = '2024-05-10T02:00:00.000Z';

/** The stages of an apply on a real sandbox and a real folder, with a clock that passes only by sleeping. */
export class Bench {
  readonly clock = turnableClock(START);
  /** In place of the backend that the run writes to. */
  wrap: (backend: StateBackend) => StateBackend = (backend) => backend;
  #ids = 0;

  private constructor(
    readonly options: BenchOptions,
    readonly sandbox: RunningSandbox,
    readonly backend: StateBackend,
  ) {}

  static async open(options: BenchOptions = {}): Promise<Bench> {
    const folder = await mkdtemp(join(tmpdir(), 'adwright-apply-'));
    const holder: { bench?: Bench } = {};
    const sandbox = await startSandbox({
      now: () => holder.bench?.clock.now() ?? new Date(START),
      log: (request) => options.onRequest?.(request),
      ...(options.fixture !== undefined && { fixture: options.fixture }),
    });
    onTestFinished(async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    });
    const clock = turnableClock(START);
    const backend = fileBackend({ folder, account: 'main', pid: process.pid, clock, randomId: () => 'ab' });
    holder.bench = new Bench(options, sandbox, backend);
    return holder.bench;
  }

  async state(): Promise<State> {
    return replayJournal(await this.backend.read(), { lineage: 'l1' });
  }

  /** Plans and carries out; what the command line adds around it is left out. */
  async apply(
    resources: readonly Resource[],
    { signal, allow = [] }: { signal?: AbortSignal; allow?: readonly string[] } = {},
  ): Promise<BenchRun> {
    const { clock, sandbox, options } = this;
    const kinds = options.kinds ?? realKinds;
    const limits = { ...DEFAULT_LIMITS, requestsPerSecond: 1000, ...options.limits };
    const service = createClient({
      baseUrl: sandbox.url,
      credentials: { apiKey: 'sandbox', username: 'sandbox', passwd: 'sandbox' },
      limits,
      clock,
      random: () => 0.5,
    });
    const kindPorts: KindPorts = {
      service,
      files: options.files ?? { readBase64: async () => PIXEL },
      limits,
      timeZone: 'Asia/Shanghai',
      now: () => clock.now().toISOString(),
      ...(signal !== undefined && { signal }),
    };
    const { held } = await this.backend.lock('apply', { seconds: 1 });
    const { control } = sandbox;
    const since = control.log().at(-1)?.number ?? 0;
    const rescued: string[] = [];
    try {
      // As every command does: it shows that the token is good.
      await service.call('accountInfo', {});
      const before = await this.state();
      const given = inputs(resources, { state: before, allow, kinds, now: clock.now().toISOString(), uid: '20001' });
      const planning = await createPlan(given, (list, entries) => observe(list, entries, kinds, { ...kindPorts }));
      const operations = scheduleOperations(planning.plan.changes, given.graph, kinds);
      const written: JournalEntry[] = [];
      const journal = new JournalWriter(this.wrap(this.backend), held, clock, before.sequence, (entry) =>
        written.push(entry),
      );
      const entries = await recordLearnt(journal, before, planning.learnt);
      const withheld = [...planning.plan.changes].flatMap((one) => (one.blocksChildren === true ? [one.address] : []));
      const context = new RunContext(
        {
          kinds,
          kindPorts,
          journal,
          clock,
          randomId: (bytes) => (++this.#ids).toString(16).padStart(bytes * 2, '0'),
          ...(signal !== undefined && { signal }),
          rescue: async (attempt, text) => {
            rescued.push(text);
            return { words: `kept for ${attempt}` };
          },
        },
        { entries, readings: planning.readings, withheld: new Set(withheld) },
      );
      await executeOperations(operations, context, (kind, id, desired) => markOf(id, kind.fields, desired));
      const planned = operations.flatMap(({ items }) => Array.from(items, ({ change }) => change.address));
      const results = Object.fromEntries(Array.from(context.results, (result) => [result.address, result]));
      return {
        context,
        results,
        planned,
        outcomes: planned.map((address) => results[address]?.outcome ?? 'none'),
        state: await this.state(),
        written,
        requests: control.log(since),
        rescued,
      };
    } finally {
      await held.release();
      await service.close();
    }
  }
}

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

export const writesOf = ({ requests }: BenchRun) =>
  requests.filter(({ operation }) => /^(?:add|update)/.test(operation)).map(({ operation }) => operation);

/** Names of groups at the service with how often each was made. */
export function madeGroups({ sandbox }: Bench): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of sandbox.control.state().groups) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
