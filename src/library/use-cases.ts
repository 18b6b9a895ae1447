import type { Meaning } from '../app/outcome.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ApplyResult, ItemResult, Plan } from '../model/index.js';
import type { ApplyDocument, PlanDocument } from '../render/json/schemas.js';
import { type ProjectOptions, plainText, projectPorts } from './project-options.js';

export interface ValidateOptions extends ProjectOptions {
  /** Looks at the videos on the web as well: size and type. */
  readonly checkUrls?: boolean;
}

export interface ValidateResult {
  /** `done`, or `error` where a diagnostic is an error. */
  readonly meaning: Meaning;
  /** Errors, warnings and notes of the manifests, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Everything that can be checked without the service. Calls nothing and writes nothing. Faults of manifests are in the
 * result; a project file that cannot be used throws a `Failure`.
 */
export async function validate(options: ValidateOptions): Promise<ValidateResult> {
  const use = await import('../app/runs/manifests/validate.js');
  const { meaning, diagnostics } = await use.validate(projectPorts(options, 'validate()'), options);
  return { meaning, diagnostics };
}

/** What a plan is about, and what may pass. */
export interface PlanScope extends ProjectOptions {
  /** Addresses; only these and their parents are planned. `*` is any text. All of them if left out. */
  readonly targets?: readonly string[];
  /** Addresses that are left aside. */
  readonly excludes?: readonly string[];
  /** Names of guardrails, or `rename`: what they would stop is allowed. */
  readonly allow?: readonly string[];
  /** The state is older than one that this machine has seen, and that is right. */
  readonly olderState?: boolean;
  /** Reads what the groups touched spent on so many days, 1 to 90, into `plan.impact`. */
  readonly impact?: number;
}

export interface PlanOptions extends PlanScope {
  /** Saves the plan in this file, relative to the folder, for `apply({ file })`. */
  readonly out?: string;
  /** False compares with the state only. Such a plan cannot be saved. True if left out. */
  readonly refresh?: boolean;
  /** Makes a plan with any of these a `finding`. */
  readonly failOn?: readonly ('blocked' | 'drift' | 'guardrail')[];
}

export interface PlanResult {
  /** `changes` where there is something to create, update or import, else `done`; `unresolved` or `finding` before both. */
  readonly meaning: Meaning;
  /** The plan as a value: changes in the order of their addresses, counts, findings of guardrails, digest. */
  readonly plan: Plan;
  /** What `adwright plan --json` prints: schemas/plan.schema.json. Ids and prices (yuan) are decimal text. */
  readonly document: PlanDocument;
  readonly diagnostics: readonly Diagnostic[];
  /** The plan for people, as `adwright plan` prints it into a pipe. */
  text(): string;
}

/**
 * Reads manifests, state and service, and answers what an apply would do. Writes nothing but `out`. Throws a `Failure`
 * with its diagnostics where no plan can be made: a fault of the manifests, missing credentials, a read that failed for good.
 */
export async function plan(options: PlanOptions): Promise<PlanResult> {
  const [use, { planDocument }] = await Promise.all([
    import('../app/runs/changes/plan.js'),
    import('../render/index.js'),
  ]);
  const { out, refresh = true, failOn } = options;
  const made = await use.plan(projectPorts(options, 'plan()'), {
    ...scopeOf(options),
    refresh,
    detailed: true,
    ...(out !== undefined && { out }),
    ...(failOn !== undefined && { failOn }),
  });
  const { meaning, text = '' } = made;
  return {
    meaning,
    plan: made.plan,
    document: planDocument(made.plan),
    diagnostics: made.plan.diagnostics,
    text: () => plainText(text),
  };
}

export interface ApplyOptions extends PlanScope {
  /** A saved plan; what moved since it was made is held back. Without it a plan is made now. */
  readonly file?: string;
  /** Digest of the plan that was reviewed: the apply ends before any write if the plan is another one (`stale-plan`). */
  readonly expect?: string;
  /** Asked once, before anything is sent, with a plan made now that has something to do. False ends the apply. */
  readonly approve: true | ((plan: Plan) => boolean | Promise<boolean>);
  /** There is no state yet, and that is right: needed for a first apply in CI with the state in a folder. */
  readonly newState?: boolean;
  /** Sends again what is under review. */
  readonly resend?: boolean;
}

export interface ApplyReport {
  /** `done`; `incomplete`, `unresolved`, `locked` or `interrupted` where something was not done or is in doubt. */
  readonly meaning: Meaning;
  /** The plan that was carried out. */
  readonly plan: Plan;
  /** One result for each item: done, failed, skipped, held back, in doubt, pending. */
  readonly result: ApplyResult & { readonly items: readonly ItemResult[] };
  /** What `adwright apply --json` prints: schemas/apply.schema.json. */
  readonly document: ApplyDocument;
  readonly diagnostics: readonly Diagnostic[];
  text(): string;
}

/**
 * Carries out a plan under the lock of the state, each step recorded before and after. Once anything was sent it answers
 * with what became of each item, and does not throw. Before that a `Failure` says why nothing was sent: `ending` is
 * `stale-plan`, `locked`, `interrupted` or `error`. Creating calls are sent once and never repeated blindly.
 */
export async function apply(options: ApplyOptions): Promise<ApplyReport> {
  const [use, { applyDocument }] = await Promise.all([
    import('../app/runs/changes/apply.js'),
    import('../render/index.js'),
  ]);
  const { file, expect, approve, newState, resend } = options;
  const done = await use.apply(projectPorts(options, 'apply()'), {
    ...scopeOf(options),
    approve: approve === true ? 'given' : approve,
    ...(file !== undefined && { file }),
    ...(expect !== undefined && { expect }),
    ...(newState !== undefined && { newState }),
    ...(resend !== undefined && { resend }),
  });
  const { meaning, result, text = '' } = done;
  return {
    meaning,
    plan: done.plan,
    result: { ...result, items: [...result.items] },
    document: applyDocument(result),
    diagnostics: result.diagnostics,
    text: () => plainText(text),
  };
}

function scopeOf({ targets = [], excludes = [], allow = [], olderState, impact }: PlanScope) {
  return {
    target: targets,
    exclude: excludes,
    allow,
    ...(olderState !== undefined && { olderState }),
    ...(impact !== undefined && { impact }),
  };
}
