import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { kinds } from '../../kinds/registry.js';
import type { ItemResult, Plan } from '../../model/index.js';
import { compareAccounts, FixtureFailure, type RunningSandbox, startSandbox } from '../../sandbox/index.js';
import { Boundaries, type KillPoint, type Step } from './boundaries.js';
import type { DrillPlace } from './drill-place.js';
import { DrillRuns, type TrialOptions } from './drill-runs.js';
import { type AccountState, type Kept, knownThings, missing } from './losses.js';
import { mortalService } from './mortal-service.js';
import { DAY_SECONDS, RESOLUTIONS, recover, type Settled } from './recovery.js';
import type { Seed } from './seed.js';

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

/** What an undisturbed run leaves. */
interface Undisturbed extends Kept {
  readonly steps: readonly Step[];
  readonly results: readonly ItemResult[];
  readonly account: AccountState;
}

const SEEDED = 'state';

/** Carries a plan out on sandboxes of its own, again and again, and looks at the results. */
export class Trials {
  readonly #runs: DrillRuns;
  #undisturbed: Undisturbed | undefined;
  #count = 0;

  constructor(
    readonly place: DrillPlace,
    readonly plan: Plan,
    readonly seed: Seed,
    readonly options: TrialOptions = {},
  ) {
    this.#runs = new DrillRuns(place, seed, options);
  }

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
      const recovered = await recover(this.#runs, after, sandbox).catch((error: unknown) => {
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
      const after = await recover(this.#runs, state, sandbox);
      return { steps: boundaries.steps, results, account, known: knownThings(after.state, account), open: after.open };
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
    const service = this.#runs.service(state, sandbox);
    const { store = (backend) => backend } = this.options;
    const backend = await this.#runs.backend(state, (bare) => boundaries.wrap(store(bare)));
    const run = this.#runs.apply(state, backend, mortalService(service, boundaries));
    const results = await Promise.race([run, boundaries.killed.then((): readonly ItemResult[] => [])]);
    await boundaries.settled();
    await service.client.close();
    return { results, discard: () => (boundaries.isDead ? boundaries.discard() : Promise.resolve()) };
  }
}

const refusalIn = ({ diagnostics }: Failure) => diagnostics.map(({ detail, summary }) => detail ?? summary).join(' ');

/** The kind that the baseline is about. */
const MARK_KIND = kinds.all.find(({ memory }) => memory === 'baseline')?.name;
