import type {
  AccountFacts,
  Address,
  Guardrails,
  KindRegistry,
  Resolution,
  ResourceGraph,
  State,
} from '../model/index.js';
import type { Learner } from './compare/learner.js';

/** What a plan is made from, besides the service. */
export interface PlanInputs {
  readonly account: string;
  /** Real uid of the account that is read. */
  readonly uid: string;
  readonly graph: ResourceGraph;
  readonly state: State;
  /** `lineage` of the project file or the state; absent before the first apply. */
  readonly lineage?: string;
  readonly resolutions: readonly Resolution[];
  readonly kinds: KindRegistry;
  /** What the service says of the account, for warnings. */
  readonly accountFacts?: AccountFacts;
  readonly guardrails: Guardrails;
  readonly allow: readonly string[];
  readonly targets: readonly string[];
  readonly excludes?: readonly string[];
  /** Only these are looked at, whatever the targets say: a part of a saved plan. */
  readonly part?: ReadonlySet<Address>;
  /** The targets are those of a saved plan, and matched something when it was made. */
  readonly matchedBefore?: boolean;
  /** The service that is read, for a plan that is bound to it. */
  readonly service?: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly now: string;
  /** `--resend`: what was sent and is still under review is sent again. */
  readonly resend?: boolean;
  /** Hears of what is in effect, for an apply to record it. */
  readonly learner?: Learner;
}
