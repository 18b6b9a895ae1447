import { tmpdir } from 'node:os';
import { diagnostic, hasErrors } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { systemWords } from '../../../files/system-error.js';
import { kinds } from '../../../kinds/registry.js';
import { type ItemResult, type Plan, plural } from '../../../model/index.js';
import { checkPlanOrigin } from '../../../plan/saved/bind-plan.js';
import { type DrillRow, drillDocument, renderDrill } from '../../../render/index.js';
import { DrillPlace } from '../../drill/drill-place.js';
import type { TrialOptions } from '../../drill/drill-runs.js';
import { seedFromPlan } from '../../drill/seed.js';
import { type Trial, Trials } from '../../drill/trials.js';
import { isOutOfHandles } from '../../out-of-handles.js';
import type { Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { savedPlan } from '../../steps/saved-plan.js';
import { projectFiles } from '../../workspace/project-files.js';
import { openWorkspace } from '../../workspace/workspace.js';
import { plan as makePlan } from './plan.js';

export interface DrillChoices {
  /** A saved plan; without it one is made now. */
  readonly file?: string;
}

/**
 * The crash test of a plan: on sandboxes inside this process and nowhere else, in a temporary folder, with a kill at each
 * write of the run. The project, its state and its account stay as they are.
 */
export async function drill(app: AppPorts, { file }: DrillChoices, options: TrialOptions = {}): Promise<Outcome> {
  const plan = file === undefined ? await planNow(app) : await savedPlan(app, file);
  checkPlanOrigin({ account: plan.account }, { account: app.account ?? plan.account });
  const { project, account } = await openWorkspace({ ...app, account: plan.account });
  const seed = seedFromPlan(plan, kinds);
  if (seed.size === 0) return outcome([], ['The plan has nothing to apply, so there is nothing to try.']);
  const place = await DrillPlace.make(app, account).catch(refuseFolder);
  try {
    await place.takeImages(seed, projectFiles(project));
    const trials = new Trials(place, plan, seed, options);
    const { points, results } = await trials.measure();
    const rows: DrillRow[] = [];
    let refusal: string | undefined;
    for (const [done, point] of points.entries()) {
      if (app.signal.aborted) throw interrupted(done, points.length);
      app.progress({ stage: 'trying boundaries', done, total: points.length });
      const trial = await trials.tryAt(point);
      rows.push(rowOf(trial));
      if (trial.refusal !== undefined)
        refusal ??= `Killed ${trial.boundary}, the next run was refused: ${trial.refusal}`;
    }
    app.progress({ stage: 'trying boundaries', done: points.length, total: points.length });
    return outcome(rows, [...notDone(results), ...(refusal === undefined ? [] : [refusal])]);
  } catch (error) {
    return refuseFolder(error);
  } finally {
    await place.remove();
  }
}

/** What the system refuses here is about the temporary folder: nothing else is written. */
function refuseFolder(error: unknown): never {
  if (!(error instanceof Error) || !('syscall' in error) || isOutOfHandles(error)) throw error;
  throw new Failure([diagnostic('drill-folder', { detail: `${tmpdir()}: ${systemWords(error)}` })]);
}

function interrupted(done: number, all: number): Failure {
  const detail = `${done} of ${plural(all, 'boundary', 'boundaries')} were tried.`;
  return new Failure([diagnostic('drill-interrupted', { detail })], 'interrupted');
}

async function planNow(app: AppPorts): Promise<Plan> {
  const { plan } = await makePlan(app, { refresh: true, allow: [], target: [], exclude: [] });
  if (hasErrors(plan.diagnostics)) throw new Failure(plan.diagnostics);
  return plan;
}

function rowOf({ boundary, step, doubled, lost, inDoubt, settled }: Trial): DrillRow {
  return { boundary, kind: step.kind ?? null, batch: step.batch ?? null, doubled, lost, inDoubt, settled };
}

/** What no kill is to blame for. */
function notDone(results: readonly ItemResult[]): readonly string[] {
  const [first, ...others] = results.filter(({ outcome: came }) => came !== 'done' && came !== 'pending');
  if (first === undefined) return [];
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const why = first.error?.message ?? first.note;
  return [`The sandbox does not carry out ${first.address}${more}${why === undefined ? '' : `: ${why}`}.`];
}

function outcome(rows: readonly DrillRow[], remarks: readonly string[]): Outcome {
  const isBad = rows.some(({ doubled, lost }) => doubled + lost > 0);
  return {
    meaning: isBad ? 'error' : 'done',
    text: (layout) => renderDrill(rows, remarks, layout),
    document: drillDocument(rows),
  };
}
