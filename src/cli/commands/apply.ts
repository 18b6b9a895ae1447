import { concludeApply } from '../../apply/conclude.js';
import { executeOperations } from '../../apply/execute.js';
import { JournalWriter } from '../../apply/journal-writer.js';
import { OutcomeLost } from '../../apply/record-outcome.js';
import { RunContext } from '../../apply/run-context.js';
import { scheduleOperations } from '../../apply/schedule.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { kinds } from '../../kinds/registry.js';
import type { ApplyResult, Change, HeldLock, ItemResult, Plan, StateBackend } from '../../model/index.js';
import { ACTIONABLE } from '../../model/index.js';
import { markOf } from '../../plan/baseline-prior.js';
import { bindPlan } from '../../plan/bind-plan.js';
import { parsePlanFile } from '../../plan/plan-file.js';
import { applyDocument, renderApplyText, renderPlanText } from '../../render/index.js';
import { type CommandContext, type CommandResult, say, stderrText, stdoutText } from '../command.js';
import { confirm, refuseUnattended } from '../confirm.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { withLock } from '../locking.js';
import { planView } from '../plan-view.js';
import { type PreparedPlan, preparePlan } from '../planning.js';
import { progressReporter } from '../progress.js';
import { rescueOutcome } from '../rescue.js';
import { type OpenService, openService } from '../service.js';
import { checkCreatesInCi } from '../state-presence.js';
import { ensureLineage, fold } from '../state-writing.js';
import { loadGraph, openBackend, openWorkspace, readUserFile, type Workspace } from '../workspace.js';

export interface ApplyOptions {
  readonly autoApprove?: boolean;
  readonly expect?: string;
  readonly allow: readonly string[];
  readonly target: readonly string[];
  readonly newState?: boolean;
  readonly resend?: boolean;
}

export async function apply(
  context: CommandContext,
  [file]: readonly string[],
  options: ApplyOptions,
): Promise<CommandResult> {
  const saved = file === undefined ? undefined : parsePlanFile(await readUserFile(context, file), file);
  if (saved === undefined && options.autoApprove !== true && options.expect === undefined) {
    refuseUnattended(context, '--auto-approve, --expect DIGEST, or a saved plan');
  }
  const workspace = await openWorkspace(context);
  const loaded = await loadGraph(workspace);
  const backend = openBackend(context, workspace);
  return withLock(context, workspace, backend, async (held, lockDiagnostics) => {
    const service = await openService(context, workspace, { writes: true });
    try {
      const prepared = await preparePlan(context, workspace, loaded.graph, backend, service, {
        allow: saved?.allow ?? options.allow,
        targets: saved?.targets ?? options.target,
        refresh: true,
        ...(options.resend !== undefined && { resend: options.resend }),
      });
      const diagnostics = [
        ...workspace.diagnostics,
        ...lockDiagnostics,
        ...loaded.diagnostics,
        ...prepared.diagnostics,
        ...prepared.plan.diagnostics,
      ];
      const { changes, held: heldBack } = await decide(context, workspace, prepared, saved, options);
      const ready = { workspace, backend, held, service, prepared, graph: loaded.graph };
      const outcome = await carryOut(context, ready, changes, heldBack, diagnostics);
      return conclude(context, outcome, prepared.plan);
    } finally {
      await service.close();
    }
  });
}

/** What is to be carried out: checked against the saved plan or digest and the guardrails, and confirmed. */
async function decide(
  context: CommandContext,
  workspace: Workspace,
  prepared: PreparedPlan,
  saved: Plan | undefined,
  options: ApplyOptions,
): Promise<{ changes: readonly Change[]; held: readonly ItemResult[] }> {
  const { plan, stored } = prepared;
  if (options.expect !== undefined && options.expect !== plan.digest) {
    const detail = `The plan made now has the digest ${plan.digest}, not ${options.expect}: manifests, state or account changed. No write was sent.`;
    throw new Failure([diagnostic('plan-stale', { detail })], 'stale-plan');
  }
  const bound = saved === undefined ? { changes: plan.changes, held: [] } : bindPlan(saved, plan, kinds);
  checkCreatesInCi(context.io, workspace.project, stored, plan, options.newState === true);
  const stops = plan.findings.filter((finding) => !finding.allowed);
  if (stops.length > 0) {
    throw new Failure(
      stops.map(({ rule, address, detail, source }) =>
        diagnostic('guardrail', { detail: `${rule}: ${detail}. Allow it with --allow ${rule}.`, address, source }),
      ),
    );
  }
  const view = planView({ ...stderrText(context), verbose: context.global.verbose }, prepared.state.entries.values());
  const acting = bound.changes.filter((change) => ACTIONABLE.has(change.action));
  if (acting.length > 0 && saved === undefined && options.autoApprove !== true && options.expect === undefined) {
    await context.io.stderr.write(renderPlanText(plan, view));
    await confirm(context, acting.length, workspace.account.name);
  } else if (!context.global.json && saved === undefined && plan.changes.length > 0) {
    await say(context, renderPlanText(plan, view).trimEnd());
  }
  return bound;
}

interface Ready {
  readonly workspace: Workspace;
  readonly backend: StateBackend;
  readonly held: HeldLock;
  readonly service: OpenService;
  readonly prepared: PreparedPlan;
  readonly graph: Parameters<typeof scheduleOperations>[1];
}

async function carryOut(
  context: CommandContext,
  ready: Ready,
  changes: readonly Change[],
  heldBack: readonly ItemResult[],
  diagnostics: readonly Diagnostic[],
): Promise<ApplyResult> {
  const { io } = context;
  const { workspace, backend, held, prepared, graph } = ready;
  const { learnt, plan, stored } = prepared;
  const operations = scheduleOperations(changes, graph, kinds);
  const journal = new JournalWriter(backend, held, io.clock, prepared.state.sequence);
  const learns = learnt.put.size + learnt.drop.size + learnt.marks.length + learnt.dropMarks.length > 0;
  let run: RunContext | undefined;
  if (operations.length > 0 || learns || stored.snapshot === undefined) {
    const lineage = await ensureLineage(context, workspace, prepared.state);
    await journal.append([
      { type: 'run', run: io.randomId(4), by: io.user, command: context.commandLine, uid: plan.uid },
    ]);
    await recordLearnt(journal, prepared);
    const entries = new Map(prepared.state.entries);
    for (const address of learnt.drop) entries.delete(address);
    for (const [address, entry] of learnt.put) entries.set(address, entry);
    run = new RunContext(
      {
        kinds,
        kindPorts: prepared.kindPorts,
        journal,
        clock: io.clock,
        randomId: io.randomId,
        signal: io.signal,
        onProgress: progressReporter(context),
        rescue: (attempt, text) => rescueOutcome(context, attempt, text),
      },
      entries,
      prepared.readings,
    );
    for (const result of heldBack) run.record(result);
    try {
      await executeOperations(operations, run, (kind, id, desired) => markOf(id, kind.fields, desired));
    } catch (error) {
      if (!(error instanceof OutcomeLost)) throw error;
      return lostOutcome(workspace.account.name, run, error, diagnostics);
    }
    await fold(backend, held, workspace.account.name, stored, journal.written, lineage);
  }
  const items = run?.results ?? heldBack;
  const stopped = run?.stopFailure;
  const more = stopped === undefined ? [] : [diagnostic('run-stopped', { detail: stopped.message })];
  const { unresolved } = plan.summary;
  return concludeApply(workspace.account.name, items, [...diagnostics, ...more], io.signal.aborted, unresolved);
}

async function recordLearnt(journal: JournalWriter, { learnt }: PreparedPlan): Promise<void> {
  const put = [...learnt.put.values()];
  const drop = [...learnt.drop];
  if (put.length + drop.length > 0) {
    await journal.append([
      { type: 'put', reason: 'learnt by planning', ...(drop.length > 0 && { drop }), ...(put.length > 0 && { put }) },
    ]);
  }
  if (learnt.marks.length + learnt.dropMarks.length > 0) {
    const drops = learnt.dropMarks.length > 0 && { drop: learnt.dropMarks };
    await journal.append([{ type: 'baseline', marks: learnt.marks, ...drops }]);
  }
}

/** The disk did not take an outcome: everything that is known goes to the user, and the items count as unknown. */
function lostOutcome(
  account: string,
  run: RunContext,
  error: OutcomeLost,
  diagnostics: readonly Diagnostic[],
): ApplyResult {
  const detail = `${error.message}. Ids of the attempt: ${error.items.map(({ id, position }) => `${position}: ${id ?? 'none'}`).join(', ')}.`;
  const rescued = error.addresses.map((address, position): ItemResult => {
    const id = error.items[position]?.id;
    return { address, action: 'create', outcome: 'unknown', attempt: error.attempt, ...(id !== undefined && { id }) };
  });
  return concludeApply(
    account,
    [...run.results, ...rescued],
    [...diagnostics, diagnostic('outcome-not-written', { detail })],
    false,
  );
}

function conclude(context: CommandContext, outcome: ApplyResult, plan: Plan): CommandResult {
  const text = renderApplyText(outcome, { ...stdoutText(context), verbose: context.global.verbose });
  return { code: exitCode(outcome, plan), text, document: applyDocument(outcome) };
}

/** Apply: 130, 7, 6, 1, 4, 3, 0, in this order where several apply; 7, 6 and 1 have ended the run before. */
function exitCode({ status, summary }: ApplyResult, plan: Plan): ExitCode {
  if (status === 'interrupted') return EXIT.interrupted;
  if (summary.unknown > 0 || plan.summary.unresolved > 0) return EXIT.unresolved;
  return summary.failed + summary.skipped + summary.held > 0 ? EXIT.incomplete : EXIT.done;
}
