import { concludeApply } from '../../apply/conclude.js';
import { executeOperations } from '../../apply/execute.js';
import { hasFindings, marksForState, recordLearnt } from '../../apply/record-learnt.js';
import { OutcomeLost } from '../../apply/record-outcome.js';
import { RunContext } from '../../apply/run-context.js';
import { scheduleOperations } from '../../apply/schedule.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { kinds } from '../../kinds/registry.js';
import type { ApplyResult, Changes, HeldLock, ItemResult, ResourceGraph, StateBackend } from '../../model/index.js';
import { heldUp, plural } from '../../model/index.js';
import { markOf } from '../../plan/compare/baseline-prior.js';
import type { AppPorts } from '../ports.js';
import { rescueOutcome } from '../state/rescue.js';
import { writeUndo } from '../state/undo-data.js';
import { writeDownLineage } from '../workspace/project-lineage.js';
import type { Workspace } from '../workspace/workspace.js';
import type { PreparedPlan } from './planning.js';
import { beginJournal, fold } from './state-writing.js';

export interface Ready {
  readonly workspace: Workspace;
  readonly backend: StateBackend;
  readonly held: HeldLock;
  readonly prepared: PreparedPlan;
  readonly graph: ResourceGraph;
}

export interface Carried {
  readonly outcome: ApplyResult;
  /** How a run ended that did not get through: the lock was lost, or the state could not be written. */
  readonly ending?: 'locked' | 'broken';
}

/** Stages 7 to 9 of the straight line. Once anything was sent, it answers with what became of each item, whatever happens. */
export async function carryOut(
  app: AppPorts,
  ready: Ready,
  changes: Changes,
  heldBack: readonly ItemResult[],
  diagnostics: readonly Diagnostic[],
): Promise<Carried> {
  const { workspace, prepared } = ready;
  const { name } = workspace.account;
  const { unresolved } = prepared.plan.summary;
  const operations = scheduleOperations(changes, ready.graph, kinds);
  const { snapshot } = prepared.stored;
  if (operations.length === 0 && !hasFindings(prepared.learnt) && snapshot !== undefined) {
    // The lineage of an earlier version moves also when there is nothing else to do.
    await writeDownLineage(app, workspace, ready.held, snapshot.lineage);
    return { outcome: concludeApply(name, heldBack, diagnostics, app.signal.aborted, unresolved) };
  }
  const { run, journal, written, lineage } = await beginRun(app, ready, changes);
  for (const result of heldBack) run.record(result);
  await executeOperations(operations, run, (kind, id, desired, shown) => markOf(id, kind.fields, desired, shown));
  // After a refused append the journal may hold more than is known here: it stays as it is, for the next run to read.
  if (!journal.failed) {
    const marks = marksForState(prepared.learnt);
    await fold(ready.backend, ready.held, name, written, lineage, marks).catch(run.breakOff.bind(run));
  }
  if (run.broken !== undefined && run.didNothing) throw run.broken.error;
  const all = [...diagnostics, ...run.warnings, ...endingDiagnostics(run, app.signal)];
  return {
    outcome: concludeApply(name, run.results, all, app.signal.aborted, unresolved, run.unrecorded),
    ...(run.broken !== undefined && { ending: endingOf(run.broken.error) }),
  };
}

async function beginRun(app: AppPorts, { workspace, backend, held, prepared }: Ready, changes: Changes) {
  const { plan, state } = prepared;
  const begun = await beginJournal(app, workspace, backend, held, prepared, { uid: plan.uid });
  const { journal, written, lineage } = begun;
  const { project, account } = workspace;
  const head = {
    run: begun.run,
    account: account.name,
    lineage,
    at: app.clock.now().toISOString(),
    command: app.commandLine,
  };
  await writeUndo(project.root, head, changes, kinds);
  const entries = await recordLearnt(journal, state, prepared.learnt);
  const run = new RunContext(
    {
      kinds,
      kindPorts: prepared.kindPorts,
      journal,
      clock: app.clock,
      randomId: app.randomId,
      signal: app.signal,
      onProgress: app.progress,
      ...(app.isDrill !== true && { rescue: (attempt, text) => rescueOutcome(app, attempt, text) }),
    },
    { entries, readings: prepared.readings, withheld: heldUp(plan) },
  );
  return { run, journal, written, lineage };
}

function endingOf(error: unknown): 'locked' | 'broken' {
  const cause = error instanceof OutcomeLost ? error.cause : error;
  return cause instanceof Failure && cause.ending === 'locked' ? 'locked' : 'broken';
}

/** Why a run did not get through, once for the whole of it. */
function endingDiagnostics(run: RunContext, signal: AbortSignal): readonly Diagnostic[] {
  const { broken, stopped } = run;
  const doubt = run.tooMuchDoubt
    ? [diagnostic('unknown-limit', { detail: `In doubt: ${plural(run.doubt, 'item')}; only creating calls stopped.` })]
    : [];
  if (broken === undefined) {
    if (stopped === undefined || signal.aborted) return doubt;
    return [...doubt, diagnostic('run-stopped', { detail: stopped })];
  }
  const { error } = broken;
  if (error instanceof Failure) return [...doubt, ...error.diagnostics];
  if (error instanceof OutcomeLost) {
    const { cause } = error;
    const ids = error.items.map(({ id, position }) => `${position}: ${id ?? 'none'}`).join(', ');
    const why = cause instanceof Failure ? '' : ` The reason: ${messageOf(cause)}.`;
    const detail = `${error.message}. Ids of the attempt: ${ids}.${why}`;
    const whole = diagnostic('outcome-not-written', { detail });
    return [...doubt, whole, ...(cause instanceof Failure ? cause.diagnostics : [])];
  }
  return [...doubt, diagnostic('run-broke-off', { detail: messageOf(error) })];
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
