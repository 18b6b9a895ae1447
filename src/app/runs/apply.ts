import { prepareTransport } from '../../api/index.js';
import { refusedInTask } from '../../apply/conclude.js';
import { type Diagnostic, diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { MOST_TEXT } from '../../files/regular-file.js';
import { kinds } from '../../kinds/registry.js';
import type { ApplyResult, Change, ItemResult, Plan } from '../../model/index.js';
import { ACTIONABLE } from '../../model/index.js';
import { MarkLearner } from '../../plan/compare/learner.js';
import { isWhole, type Part, selectPart } from '../../plan/observe/targets.js';
import { RULES } from '../../plan/safety/rules.js';
import { bindPlan, checkPlace, withManifests } from '../../plan/saved/bind-plan.js';
import { applyDocument, renderApplyText, renderPlanText } from '../../render/index.js';
import { confirm, refuseUnattended } from '../confirm.js';
import { type CommandContext, type CommandResult, say, stderrText, stdoutText } from '../context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { checkWords } from '../listed-words.js';
import { openService } from '../service/service.js';
import { serviceBinding } from '../service/service-binding.js';
import { openBackend } from '../state/backend.js';
import { withLock } from '../state/locking.js';
import { checkCreatesInCi } from '../state/state-presence.js';
import { type Carried, carryOut } from '../steps/carry-out.js';
import { planView } from '../steps/plan-view.js';
import { type PreparedPlan, preparePlan } from '../steps/planning.js';
import { readUserFile } from '../workspace/user-files.js';
import { loadGraph, openWorkspace, type Workspace } from '../workspace/workspace.js';

export interface ApplyOptions {
  readonly autoApprove?: boolean;
  readonly expect?: string;
  readonly allow: readonly string[];
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  readonly newState?: boolean;
  readonly olderState?: boolean;
  readonly resend?: boolean;
}

export async function apply(
  context: CommandContext,
  [file]: readonly string[],
  options: ApplyOptions,
): Promise<CommandResult> {
  checkWords('--allow', options.allow, RULES, 'repeat the option for several');
  const saved = file === undefined ? undefined : await savedPlan(context, file);
  if (file !== undefined && saved !== undefined) checkReviewed(file, saved, options.expect);
  const part = saved === undefined ? undefined : partOf(saved, options);
  if (saved === undefined && options.autoApprove !== true && options.expect === undefined) {
    refuseUnattended(context, '--auto-approve, --expect DIGEST, or a saved plan');
  }
  const workspace = await openWorkspace(context);
  if (saved !== undefined)
    checkPlace(saved, { account: workspace.account.name, service: serviceBinding(context.io.env, workspace) });
  // While the manifests come from the disk.
  prepareTransport();
  const loaded = await loadGraph(workspace, { withDigest: saved !== undefined });
  const backend = await openBackend(context, workspace);
  return withLock(context, workspace, backend, async (held, lockDiagnostics) => {
    const service = await openService(context, workspace, { writes: true, reports: true });
    try {
      const prepared = await preparePlan(context, workspace, loaded.graph, backend, service, {
        allow: [...new Set([...(saved?.allow ?? []), ...options.allow])],
        targets: saved?.targets ?? options.target,
        excludes: saved?.excludes ?? options.exclude,
        ...(part !== undefined && { part: part.addresses }),
        matchedBefore: saved !== undefined,
        refresh: true,
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
      const decided = await decide(context, workspace, prepared, fresh, saved, options);
      if (options.olderState === true) await backend.takeAsNewest(prepared);
      const ready = { workspace, backend, held, prepared, graph: loaded.graph };
      const carried = await carryOut(context, ready, decided.changes, decided.held, diagnostics);
      return conclude(context, carried, decided, prepared.plan);
    } finally {
      await service.close();
    }
  });
}

interface Decided {
  readonly changes: readonly Change[];
  /** What of a saved plan moved since. */
  readonly held: readonly ItemResult[];
  /** What the plan that was shown has told already. */
  readonly told: ReadonlySet<Diagnostic>;
}

/** The plan of a file; its reader is loaded only then. */
async function savedPlan(context: CommandContext, file: string): Promise<Plan> {
  const { parsePlanFile } = await import('../../plan/saved/read-plan-file.js');
  return parsePlanFile(await readUserFile(context, file, MOST_TEXT), file, kinds);
}

/** Against an edited file there is the file's own digest; against another file, the digest that was reviewed. */
function checkReviewed(file: string, { digest }: Plan, expected: string | undefined): void {
  if (expected === undefined || expected === digest) return;
  const detail = `${file} holds the plan with the digest ${digest}, not ${expected}. No write was sent.`;
  throw new Failure([diagnostic('plan-stale', { detail })], 'stale-plan');
}

/** What of a saved plan is asked for; without targets all of it. */
function partOf({ changes }: Plan, { target, exclude }: ApplyOptions): Part | undefined {
  const scope = { targets: target, excludes: exclude };
  if (isWhole(scope)) return undefined;
  const part = selectPart(scope, changes);
  if (hasErrors(part.diagnostics)) throw new Failure(part.diagnostics);
  return part;
}

/** What is to be carried out: checked against the saved plan or digest and the guardrails, shown, and confirmed. */
async function decide(
  context: CommandContext,
  workspace: Workspace,
  { stored, state, includes }: PreparedPlan,
  plan: Plan,
  saved: Plan | undefined,
  options: ApplyOptions,
): Promise<Decided> {
  if (saved === undefined && options.expect !== undefined && options.expect !== plan.digest) {
    const detail = `The plan made now has the digest ${plan.digest}, not ${options.expect}: manifests, state or account changed. No write was sent.`;
    throw new Failure([diagnostic('plan-stale', { detail })], 'stale-plan');
  }
  const bound =
    saved === undefined ? { changes: plan.changes, held: [] } : bindPlan(narrowed(saved, includes), plan, kinds);
  checkCreatesInCi(context.io, workspace.project, stored, plan, options.newState === true);
  const stops = plan.findings.filter((finding) => !finding.allowed);
  if (stops.length > 0) {
    throw new Failure(
      stops.map(({ rule, address, detail, source }) =>
        diagnostic('guardrail', { detail: `${rule}: ${detail}. Allow it with --allow ${rule}.`, address, source }),
      ),
    );
  }
  const view = planView({ ...stderrText(context), verbose: context.global.verbose }, state.entries.values());
  const acting = bound.changes.filter((change) => ACTIONABLE.has(change.action));
  if (acting.length > 0 && saved === undefined && options.autoApprove !== true && options.expect === undefined) {
    await context.io.stderr.write(renderPlanText(plan, view));
    await confirm(context, acting.length, workspace.account.name);
  } else if (!context.global.json && !context.global.quiet && saved === undefined && plan.changes.length > 0) {
    await say(context, renderPlanText(plan, view).trimEnd());
  } else return { ...bound, told: new Set() };
  return { ...bound, told: new Set(plan.diagnostics) };
}

/** A saved plan without what this run leaves aside. */
function narrowed(saved: Plan, includes: PreparedPlan['includes']): Plan {
  return { ...saved, changes: saved.changes.filter(({ address }) => includes(address)) };
}

function conclude(context: CommandContext, { outcome, ending }: Carried, decided: Decided, plan: Plan): CommandResult {
  const news = { ...outcome, diagnostics: outcome.diagnostics.filter((one) => !decided.told.has(one)) };
  const text = renderApplyText(news, { ...stdoutText(context), verbose: context.global.verbose });
  const asked = decided.changes.filter((change) => ACTIONABLE.has(change.action)).length + decided.held.length;
  // Every item has a result. Should one ever have none, this is no success.
  const code = exitCode(outcome, ending, plan);
  const short = code === EXIT.done && outcome.items.length < asked;
  return { code: short ? EXIT.incomplete : code, text, document: applyDocument(outcome) };
}

/**
 * Apply: 130, 7, 6, 1, 4, 3, 0, in this order where several apply; 6 and 1 have ended the run before. 130 says that what
 * was done is recorded, so it is no word for a run that could not do that.
 */
function exitCode({ status, summary, diagnostics }: ApplyResult, ending: Carried['ending'], plan: Plan): ExitCode {
  if (status === 'interrupted') return EXIT.interrupted;
  if (ending === 'locked') return EXIT.locked;
  if (status === 'unresolved' || summary.unknown > 0 || plan.summary.unresolved > 0) return EXIT.unresolved;
  const short = summary.failed + summary.skipped + summary.held > 0 || refusedInTask(diagnostics);
  return ending === 'broken' || short ? EXIT.incomplete : EXIT.done;
}
