import { replayJournal } from '../../apply/replay.js';
import type { Change, ItemResult, State, StateBackend } from '../../model/index.js';
import { ACTIONABLE } from '../../model/index.js';
import { MarkLearner } from '../../plan/compare/learner.js';
import type { RunningSandbox } from '../../sandbox/index.js';
import type { RememberingBackend } from '../../state/remembering-backend.js';
import type { AppPorts } from '../ports.js';
import { type OpenService, sandboxService } from '../service/service.js';
import { backendOf } from '../state/backend.js';
import { withLock } from '../state/locking.js';
import { carryOut } from '../steps/carry-out.js';
import { preparePlan } from '../steps/planning.js';
import type { DrillPlace } from './drill-place.js';
import type { Seed } from './seed.js';

export interface TrialOptions {
  /** Puts something around each store that a run works with: a store that is at fault. */
  readonly store?: (backend: StateBackend) => StateBackend;
  /** A machine that remembers nothing of the states that it saw, as a new container for each run. */
  readonly forgetful?: true;
}

/** Plans and applies as the commands do, in the place of a drill. `state` is the folder of a state. */
export class DrillRuns {
  constructor(
    readonly place: DrillPlace,
    readonly seed: Seed,
    readonly options: TrialOptions,
  ) {}

  ports(state: string): AppPorts {
    const app = this.place.ports(state);
    return this.options.forgetful === true ? { ...app, userFolders: async () => undefined } : app;
  }

  backend(state: string, around?: (bare: StateBackend) => StateBackend): Promise<RememberingBackend> {
    const { project, account } = this.place.workspace(state);
    return backendOf(this.ports(state), project, account, 'file', around);
  }

  service(state: string, sandbox: RunningSandbox): OpenService {
    return sandboxService(this.ports(state), this.place.account, sandbox);
  }

  async state(backend: StateBackend): Promise<State> {
    return replayJournal(await backend.read(), { lineage: '' });
  }

  async plan(state: string, backend: RememberingBackend, service: OpenService): Promise<readonly Change[]> {
    const workspace = this.place.workspace(state);
    const { plan } = await preparePlan(this.ports(state), workspace, this.seed.graph, backend, service, WHOLE);
    return [...plan.changes];
  }

  async apply(state: string, backend: RememberingBackend, service: OpenService): Promise<readonly ItemResult[]> {
    const app = this.ports(state);
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
}

const WHOLE = { allow: [], targets: [], excludes: [], refresh: true } as const;
