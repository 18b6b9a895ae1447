import { prepareTransport } from '../../../api/index.js';
import { refusedInTask } from '../../../apply/conclude.js';
import { type Diagnostic, diagnostic, hasErrors } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { kinds } from '../../../kinds/registry.js';
import type { ApplyResult, Changes, ItemResult, Plan } from '../../../model/index.js';
import { filterChanges } from '../../../model/index.js';
import { MarkLearner } from '../../../plan/compare/learner.js';
import { isWhole, type ScopePart, selectPart } from '../../../plan/observe/targets.js';
import { RULES } from '../../../plan/safety/rules.js';
import { bindPlan, checkPlanOrigin, whatBinds, withManifests } from '../../../plan/saved/bind-plan.js';
import { renderApplyText, renderPlanText, streamedApplyDocument } from '../../../render/index.js';
import { changesTo, confirm, notConfirmed, refuseUnattended } from '../../confirm.js';
import { checkImpactDays, daysOf } from '../../impact-days.js';
import { checkWords } from '../../known-words.js';
import type { Meaning, Outcome, Words } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openService } from '../../service/service.js';
import { serviceBinding } from '../../service/service-binding.js';
import { openBackend } from '../../state/backend.js';
import { withLock } from '../../state/locking.js';
import { checkCreatesInCi } from '../../state/state-presence.js';
import { type Carried, carryOut } from '../../steps/carry-out.js';
import { planViewOptions } from '../../steps/plan-view.js';
import { type PreparedPlan, preparePlan } from '../../steps/planning.js';
import { savedPlan } from '../../steps/saved-plan.js';
import { stillInDoubt } from '../../steps/still-in-doubt.js';
import { loadGraph, openWorkspace, type Workspace } from '../../workspace/workspace.js';

export interface ApplyChoices {
  /** A saved plan; without it one is made now. */
  readonly file?: string;
  /** Digest of the plan that was reviewed: another one is not carried out. */
  readonly expect?: string;
  readonly allow: readonly string[];
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** There is no state yet, and that is right. */
  readonly newState?: boolean;
  /** The state is older than one that was seen here, and that is right. */
  readonly olderState?: boolean;
  /** Sends again what is under review. */
  readonly resend?: boolean;
  /** Days that the cost of the groups touched is read of; those of a saved plan, where it has them. */
  readonly impact?: number;
  /** Who approves a plan made now: it was approved before, a person is asked, or this function says yes. */
  readonly approve: 'given' | 'ask' | ((plan: Plan) => boolean | Promise<boolean>);
}

export interface ApplyOutcome extends Outcome {
  readonly plan: Plan;
  readonly result: ApplyResult;
}

/** Carries out a plan: the straight line from the manifests to the state. Once anything was sent, it answers for each item. */
export async function apply(app: AppPorts, options: ApplyChoices): Promise<ApplyOutcome> {
  const { file } = options;
  checkWords('--allow', options.allow, RULES, 'repeat the option for several');
  checkImpactDays(options.impact);
  let saved = file === undefined ? undefined : await savedPlan(app, file, whatBinds);
  if (file !== undefined && saved !== undefined) checkReviewed(file, saved, options.expect);
  const part = saved === undefined ? undefined : partOf(saved, options);
  if (saved === undefined && options.approve === 'ask') {
    refuseUnattended(app, '--auto-approve, --expect DIGEST, or a saved plan');
  }
  const workspace = await openWorkspace(app);
  if (saved !== undefined)
    checkPlanOrigin(saved, { account: workspace.account.name, service: serviceBinding(app.env, workspace) });
  // While the manifests come from the disk.
  prepareTransport();
  const loaded = await loadGraph(workspace, { withDigest: saved !== undefined });
  const backend = await openBackend(app, workspace);
  return withLock(app, workspace, backend, async (held, lockDiagnostics) => {
    const service = await openService(app, workspace, { writes: true, reports: true });
    try {
      const prepared = await preparePlan(app, workspace, loaded.graph, backend, service, {
        allow: [...new Set([...(saved?.allow ?? []), ...options.allow])],
        targets: saved?.targets ?? options.target,
        excludes: saved?.excludes ?? options.exclude,
        ...(part !== undefined && { part: part.addresses }),
        matchedBefore: saved !== undefined,
        refresh: true,
        spend: { days: options.impact ?? (saved?.impact && daysOf(saved.impact)) },
        learner: new MarkLearner(),
        olderState: options.olderState === true,
        ...(options.resend !== undefined && { resend: options.resend }),
      });
      const diagnostics = [
        ...workspace.diagnostics,
        ...lockDiagnostics,
        ...loaded.diagnostics,
        ...(part?.diagnostics ?? []),
        ...prepared.diagnostics,
        ...prepared.plan.diagnostics,
      ];
      const { digest } = await loaded.graph.resources.finish();
      const made = { ...prepared.plan, diagnostics };
      const fresh = saved === undefined ? made : withManifests(made, digest());
      const decided = await decide(app, workspace, prepared, fresh, saved, options);
      // It has served, and may be as large as the plan that is carried out.
      saved = undefined;
      if (options.olderState === true) await backend.takeAsNewest(prepared);
      const ready = { workspace, backend, held, prepared, graph: loaded.graph };
      const known = [...diagnostics, ...stillInDoubt(prepared.plan)];
      const carried = await carryOut(app, ready, decided.changes, decided.held, known);
      return conclude(carried, decided, prepared.plan, new Set(decided.isShown ? known : []));
    } finally {
      await service.close();
    }
  });
}

interface Decided {
  readonly changes: Changes;
  /** How many of them are to be carried out. */
  readonly acting: number;
  /** What of a saved plan moved since. */
  readonly held: readonly ItemResult[];
  /** Whether the plan was shown, with all that was known before the run. */
  readonly isShown: boolean;
}

/** Against an edited file there is the file's own digest; against another file, the digest that was reviewed. */
function checkReviewed(file: string, { digest }: Plan, expected: string | undefined): void {
  if (expected === undefined || expected === digest) return;
  const detail = `${file} holds the plan with the digest ${digest}, not ${expected}. No write was sent.`;
  throw new Failure([diagnostic('plan-stale', { detail })], 'stale-plan');
}

/** What of a saved plan is asked for; without targets all of it. */
function partOf({ changes }: Plan, { target, exclude }: ApplyChoices): ScopePart | undefined {
  const scope = { targets: target, excludes: exclude };
  if (isWhole(scope)) return undefined;
  const part = selectPart(scope, changes);
  if (hasErrors(part.diagnostics)) throw new Failure(part.diagnostics);
  return part;
}

/** What is to be carried out: checked against the saved plan or digest and the guardrails, shown, and confirmed. */
async function decide(
  app: AppPorts,
  workspace: Workspace,
  { stored, state, includes }: PreparedPlan,
  plan: Plan,
  saved: Plan | undefined,
  options: ApplyChoices,
): Promise<Decided> {
  const text: Words = (layout) =>
    renderPlanText(plan, planViewOptions(layout, state.entries.values(), plan.impact)).trimEnd();
  if (saved === undefined && options.expect !== undefined && options.expect !== plan.digest) {
    // What a person has to look at now, in place of what was reviewed.
    await app.warn(text);
    const detail = `The plan made now has the digest ${plan.digest}, not ${options.expect}: manifests, state or account changed. No write was sent.`;
    throw new Failure([diagnostic('plan-stale', { detail })], 'stale-plan');
  }
  const bound =
    saved === undefined ? { changes: plan.changes, held: [] } : bindPlan(narrowed(saved, includes), plan, kinds);
  checkCreatesInCi(app.env, workspace.project, stored, plan, options.newState === true);
  const stops = plan.findings.filter((finding) => !finding.allowed);
  if (stops.length > 0) {
    throw new Failure(
      stops.map(({ rule, address, detail, source }) =>
        diagnostic('guardrail', { detail: `${rule}: ${detail}. Allow it with --allow ${rule}.`, address, source }),
      ),
    );
  }
  if (saved !== undefined) return { ...bound, acting: bound.changes.length, isShown: false };
  const { create, update, import: adopted } = plan.summary;
  const acting = create + update + adopted;
  const isShown = await review(app, workspace.account.name, plan, acting, text, options.approve);
  return { ...bound, acting, isShown };
}

/** Shows a plan made now and has it approved, where it does anything. Whether it was shown. */
async function review(
  app: AppPorts,
  account: string,
  plan: Plan,
  acting: number,
  text: Words,
  approve: ApplyChoices['approve'],
): Promise<boolean> {
  if (acting > 0 && approve === 'ask') {
    await app.warn(text);
    await confirm(app, changesTo(acting, account));
    return true;
  }
  if (acting > 0 && typeof approve === 'function' && !(await approve(plan))) throw notConfirmed();
  return app.wantsText && plan.changes.length > 0 && app.say(text);
}

/** A saved plan without what this run leaves aside. */
function narrowed(saved: Plan, includes: PreparedPlan['includes']): Plan {
  return { ...saved, changes: filterChanges(saved.changes, ({ address }) => includes(address)) };
}

/** `told` is what a person has read already. */
function conclude(
  { outcome, ending }: Carried,
  decided: Decided,
  plan: Plan,
  told: ReadonlySet<Diagnostic>,
): ApplyOutcome {
  const news = { ...outcome, diagnostics: outcome.diagnostics.filter((one) => !told.has(one)) };
  const asked = decided.acting + decided.held.length;
  // Every item has a result. Should one ever have none, this is no success.
  const meaning = meaningOf(outcome, ending, plan);
  const short = meaning === 'done' && outcome.items.length < asked;
  return {
    meaning: short ? 'incomplete' : meaning,
    plan,
    result: outcome,
    text: (layout) => renderApplyText(news, layout),
    document: streamedApplyDocument(outcome),
  };
}

/**
 * `interrupted`, `locked`, `unresolved`, `incomplete`, `done`, in this order where several apply. `interrupted` says that what
 * was done is recorded, so it is no word for a run that could not do that.
 */
function meaningOf({ status, summary, diagnostics }: ApplyResult, ending: Carried['ending'], plan: Plan): Meaning {
  if (status === 'interrupted') return 'interrupted';
  if (ending === 'locked') return 'locked';
  if (status === 'unresolved' || summary.unknown > 0 || plan.summary.unresolved > 0) return 'unresolved';
  const short = summary.failed + summary.skipped + summary.held > 0 || refusedInTask(diagnostics);
  return ending === 'broken' || short ? 'incomplete' : 'done';
}
