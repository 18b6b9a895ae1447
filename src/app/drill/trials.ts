import { join } from 'node:path';
import { replayJournal } from '../../apply/replay.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { kinds } from '../../kinds/registry.js';
import type { Change, ItemResult, Plan, State, StateBackend } from '../../model/index.js';
import { ACTIONABLE, nameOf } from '../../model/index.js';
import { MarkLearner } from '../../plan/compare/learner.js';
import {
  compareAccounts,
  FixtureFailure,
  findThing,
  type RunningSandbox,
  startSandbox,
  thingsIn,
} from '../../sandbox/index.js';
import { replaceFile } from '../../state/machine/durable-files.js';
import type { RememberingBackend } from '../../state/remembering-backend.js';
import type { AppPorts } from '../ports.js';
import { type OpenService, sandboxService } from '../service/service.js';
import { backendOf } from '../state/backend.js';
import { withLock } from '../state/locking.js';
import { carryOut } from '../steps/carry-out.js';
import { preparePlan } from '../steps/planning.js';
import { Boundaries, type KillPoint, type Step } from './boundaries.js';
import type { DrillPlace } from './drill-place.js';
import { mortalService } from './mortal-service.js';
import type { Seed } from './seed.js';

/**
 * What settled what a kill left behind: `next-run`, with nothing in doubt; `account`: what was in doubt was found by reading;
 * `resolve`: a person looked and said so with `adwright resolve`; `open`: nothing did.
 */
export type Settled = 'next-run' | 'account' | 'resolve' | 'open';

export interface Trial {
  /** `before intent`, `after outcome`. */
  readonly boundary: string;
  readonly step: Step;
  readonly doubled: number;
  readonly lost: number;
  readonly inDoubt: number;
  readonly settled: Settled;
  /** Why the next run refused to go on, where it did. */
  readonly refusal?: string;
}

type AccountState = ReturnType<RunningSandbox['control']['state']>;

/** What an undisturbed run leaves. */
interface Undisturbed {
  readonly steps: readonly Step[];
  readonly results: readonly ItemResult[];
  readonly account: AccountState;
  /** By address, what the thing is like that the state knows. */
  readonly known: ReadonlyMap<string, string>;
  /** What a plan still has to do. */
  readonly open: ReadonlySet<string>;
}

const MOST_ROUNDS = 6;
const DAY_SECONDS = 24 * 3600;
const RESOLUTIONS = 'resolutions.yaml';
const SEEDED = 'state';

export interface TrialOptions {
  /** Puts something around each store that a run works with: a store that is at fault. */
  readonly store?: (backend: StateBackend) => StateBackend;
  /** A machine that remembers nothing of the states that it saw, as a new container for each run. */
  readonly forgetful?: true;
}

/** Carries a plan out on sandboxes of its own, again and again, and looks at what comes of it. */
export class Trials {
  #undisturbed: Undisturbed | undefined;
  #count = 0;

  constructor(
    readonly place: DrillPlace,
    readonly plan: Plan,
    readonly seed: Seed,
    readonly options: TrialOptions = {},
  ) {}

  /** Each boundary of an undisturbed run, and what its items came to. */
  async measure(): Promise<{ readonly points: readonly KillPoint[]; readonly results: readonly ItemResult[] }> {
    await this.place.begin(SEEDED, this.seed, this.plan);
    const undisturbed = await this.#undisturbedRun();
    this.#undisturbed = undisturbed;
    const points = undisturbed.steps.flatMap((_, index) =>
      (['before', 'after'] as const).map((when) => ({ at: index + 1, when })),
    );
    return { points, results: undisturbed.results };
  }

  /** A run that is killed at a boundary, and what the next runs make of it. */
  async tryAt(point: KillPoint): Promise<Trial> {
    const wanted = this.#undisturbed;
    if (wanted === undefined) throw new Error('the undisturbed run comes first');
    return this.#onSandbox(async (state, after, sandbox) => {
      const boundaries = new Boundaries(point, MARK_KIND);
      const killed = await this.#run(state, sandbox, boundaries);
      await this.place.copy(state, after);
      await killed.discard();
      const recovered = await this.#recover(after, sandbox).catch((error: unknown) => {
        if (error instanceof Failure) return { refusal: refusalIn(error) };
        throw error;
      });
      const account = sandbox.control.state();
      const compared = compareAccounts(account, wanted.account);
      const step = boundaries.steps[point.at - 1] ?? wanted.steps[point.at - 1] ?? { what: 'run' };
      return {
        boundary: `${point.when} ${step.what}`,
        step,
        doubled: compared.doubled,
        // A state that no run takes is lost, with all that it knew.
        ...('refusal' in recovered
          ? { lost: Math.max(compared.lost, wanted.known.size, 1), inDoubt: 0, settled: 'open', ...recovered }
          : {
              lost: Math.max(compared.lost, missing(wanted, recovered.state, account, recovered.open)),
              inDoubt: recovered.inDoubt,
              settled: recovered.settled,
            }),
      };
    });
  }

  #undisturbedRun(): Promise<Undisturbed> {
    return this.#onSandbox(async (state, _, sandbox) => {
      const boundaries = new Boundaries(undefined, MARK_KIND);
      const { results } = await this.#run(state, sandbox, boundaries);
      await this.place.clock.sleep(DAY_SECONDS * 1000);
      // As it is before anything else is sent.
      const account = sandbox.control.state();
      const after = await this.#recover(state, sandbox);
      return { steps: boundaries.steps, results, account, known: known(after.state, account), open: after.open };
    });
  }

  async #onSandbox<T>(work: (state: string, after: string, sandbox: RunningSandbox) => Promise<T>): Promise<T> {
    const [state, after] = [`state-${++this.#count}`, `state-${this.#count}-after`];
    const { clock, account, app } = this.place;
    const start = { fixture: this.seed.fixture, service: account.service, randomId: app.randomId };
    const sandbox = await startSandbox({ ...start, now: () => clock.now() }).catch((error: unknown) => {
      if (!(error instanceof FixtureFailure)) throw error;
      throw new Failure([diagnostic('sandbox-fixture', { detail: `What the plan observed: ${error.message}` })]);
    });
    try {
      await this.place.copy(SEEDED, state);
      return await work(state, after, sandbox);
    } finally {
      await sandbox.close();
      await this.place.forget(state, after, RESOLUTIONS, '.adwright');
    }
  }

  /** Until it ends or is killed, and nothing of it is on its way any more. */
  async #run(state: string, sandbox: RunningSandbox, boundaries: Boundaries) {
    const service = this.#service(state, sandbox);
    const { store = (backend) => backend } = this.options;
    const backend = await this.#backend(state, (bare) => boundaries.wrap(store(bare)));
    const run = this.#apply(state, backend, mortalService(service, boundaries));
    const results = await Promise.race([run, boundaries.killed.then((): readonly ItemResult[] => [])]);
    await boundaries.settled();
    await service.client.close();
    return { results, discard: () => (boundaries.isDead ? boundaries.discard() : Promise.resolve()) };
  }

  #ports(state: string): AppPorts {
    const app = this.place.ports(state);
    return this.options.forgetful === true ? { ...app, userFolders: async () => undefined } : app;
  }

  #backend(state: string, around?: (bare: StateBackend) => StateBackend): Promise<RememberingBackend> {
    const { project, account } = this.place.workspace(state);
    return backendOf(this.#ports(state), project, account, 'file', around);
  }

  #service(state: string, sandbox: RunningSandbox): OpenService {
    return sandboxService(this.#ports(state), this.place.account, sandbox);
  }

  /** What a person does after a crash: plan, look in the console, resolve what is in doubt, apply, until nothing is left. */
  async #recover(state: string, sandbox: RunningSandbox) {
    const service = this.#service(state, sandbox);
    const { store } = this.options;
    const backend = await this.#backend(state, store);
    try {
      // The process of the killed run has not ended, so that no one sees that its lock is left behind.
      await backend.forceUnlock();
      const doubtful = inDoubt(await this.#state(backend));
      let settled: Settled = doubtful.length === 0 ? 'next-run' : 'account';
      let left: readonly Change[] = [];
      for (let round = 0; round < MOST_ROUNDS; round++) {
        left = (await this.#plan(state, backend, service)).filter(isOpen);
        const unresolved = left.filter(({ action }) => action === 'unresolved');
        if (unresolved.length > 0) {
          settled = 'resolve';
          await this.#resolve(unresolved, await this.#state(backend), sandbox.control.state());
        }
        if (left.length === 0) break;
        await this.#apply(state, backend, service);
        await this.place.forget(RESOLUTIONS);
      }
      let end = await this.#state(backend);
      if ([...end.entries.values()].some(({ status }) => status === 'pending')) {
        // The tasks of apps have ended a day later; an apply records what the listing shows.
        await this.place.clock.sleep(DAY_SECONDS * 1000);
        await this.#apply(state, backend, service);
        end = await this.#state(backend);
        left = (await this.#plan(state, backend, service)).filter(isOpen);
      }
      return {
        state: end,
        open: new Set(left.map(({ address }) => address)),
        inDoubt: doubtful.length,
        settled: inDoubt(end).length > 0 ? 'open' : settled,
      } as const;
    } finally {
      await service.client.close();
    }
  }

  async #state(backend: StateBackend): Promise<State> {
    return replayJournal(await backend.read(), { lineage: '' });
  }

  async #plan(state: string, backend: RememberingBackend, service: OpenService): Promise<readonly Change[]> {
    const workspace = this.place.workspace(state);
    const { plan } = await preparePlan(this.#ports(state), workspace, this.seed.graph, backend, service, WHOLE);
    return [...plan.changes];
  }

  async #apply(state: string, backend: RememberingBackend, service: OpenService): Promise<readonly ItemResult[]> {
    const app = this.#ports(state);
    const workspace = this.place.workspace(state);
    const { graph } = this.seed;
    return withLock(app, workspace, backend, async (held) => {
      const request = { ...WHOLE, learner: new MarkLearner() };
      const prepared = await preparePlan(app, workspace, graph, backend, service, request);
      const changes: Change[] = [];
      for (const change of prepared.plan.changes) if (ACTIONABLE.has(change.action)) changes.push(change);
      const carried = await carryOut(app, { workspace, backend, held, prepared, graph }, changes, [], []);
      return [...carried.outcome.items];
    });
  }

  /** Says of each item in doubt what the console shows. */
  async #resolve(changes: readonly Change[], state: State, account: AccountState): Promise<void> {
    const others = new Set(this.seed.ids);
    for (const { id } of state.entries.values()) if (id !== undefined) others.add(id);
    const said = changes.map((change) => {
      const { address, kind, fields, attempt } = change;
      const entry = state.entries.get(address);
      const id = findThing(
        account,
        {
          kind,
          values: Object.fromEntries(fields.map(({ path, desired }) => [path, desired])),
          parentId: entry?.parentId,
          key: nameOf(address).split('/').at(-1),
        },
        others,
      );
      if (id !== undefined) others.add(id);
      return { address, ...(attempt && { attempt: attempt.id }), ...(id === undefined ? { absent: 'true' } : { id }) };
    });
    await replaceFile(join(this.place.folder, RESOLUTIONS), [JSON.stringify(said)]);
  }
}

const WHOLE = { allow: [], targets: [], excludes: [], refresh: true } as const;

const refusalIn = ({ diagnostics }: Failure) => diagnostics.map(({ detail, summary }) => detail ?? summary).join(' ');

/** The kind that the baseline is about. */
const MARK_KIND = kinds.all.find(({ memory }) => memory === 'baseline')?.name;

const isOpen = ({ action }: Change) => ACTIONABLE.has(action) || action === 'unresolved';

const inDoubt = ({ entries }: State) => [...entries.values()].filter(({ status }) => status === 'unknown');

function known(state: State, account: AccountState): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { kind, id, text } of thingsIn(account)) texts.set(`${kind} ${id}`, text);
  const found = new Map<string, string>();
  for (const { address, kind, id } of state.entries.values()) {
    const text = texts.get(`${kind} ${id}`);
    if (text !== undefined) found.set(address, text);
  }
  return found;
}

/** What the state does not know as it should, or a plan still has to do. */
function missing(wanted: Undisturbed, state: State, account: AccountState, open: ReadonlySet<string>): number {
  const is = known(state, account);
  const lost = new Set<string>();
  for (const [address, text] of wanted.known) if (is.get(address) !== text) lost.add(address);
  for (const address of open) if (!wanted.open.has(address)) lost.add(address);
  return lost.size;
}
