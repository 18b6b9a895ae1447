import { prepareTransport } from '../../../api/index.js';
import { Failure, usageFailure } from '../../../diagnostics/failure.js';
import type { Plan } from '../../../model/index.js';
import { RULES } from '../../../plan/safety/rules.js';
import { withManifests } from '../../../plan/saved/bind-plan.js';
import { planFilePieces } from '../../../plan/saved/plan-file.js';
import {
  planTextPieces,
  renderFailureMarkdown,
  renderPlanMarkdown,
  streamedPlanDocument,
} from '../../../render/index.js';
import type { PlanFailOn } from '../../fail-on.js';
import { checkImpactDays } from '../../impact-days.js';
import { checkWords } from '../../known-words.js';
import type { Meaning, Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openService } from '../../service/service.js';
import { openBackend } from '../../state/backend.js';
import { planViewOptions } from '../../steps/plan-view.js';
import { preparePlan } from '../../steps/planning.js';
import { checkOutputFile, saveText } from '../../workspace/user-files.js';
import { loadGraph, openWorkspace } from '../../workspace/workspace.js';

export interface PlanChoices {
  /** File to save the plan in, for a later apply. */
  readonly out?: string;
  /** File for the plan as a comment for a pull request. */
  readonly markdown?: string;
  /** Most bytes of that comment. */
  readonly markdownLimit?: number;
  /** File for the plan as a page. */
  readonly html?: string;
  /** Whether a plan with something to do means `changes` instead of `done`. */
  readonly detailed?: boolean;
  /** Days that the cost of the groups touched is read of. */
  readonly impact?: number;
  /** What makes the plan a `finding`. */
  readonly failOn?: readonly PlanFailOn[];
  /** False: compare with the state only, and read nothing of what the plan is about. */
  readonly refresh: boolean;
  /** The state is older than one that was seen here, and that is right. */
  readonly olderState?: boolean;
  readonly allow: readonly string[];
  readonly target: readonly string[];
  readonly exclude: readonly string[];
}

export interface PlanOutcome extends Outcome {
  readonly plan: Plan;
  /** As a part of a comment about several accounts, of at most so many bytes. */
  readonly markdownPart: (limit: number) => string;
}

/** What would change: the straight line from the manifests to the plan. Writes nothing but the files asked for. */
export async function plan(app: AppPorts, options: PlanChoices): Promise<PlanOutcome> {
  const about = { account: app.account ?? 'main' };
  try {
    return await makePlan(app, options, about);
  } catch (error) {
    // A pull request shows the error in the place where it looks for the plan.
    if (error instanceof Failure && options.markdown !== undefined) {
      const text = renderFailureMarkdown(about.account, error.diagnostics, markdownOptions(options));
      await saveText(app, '--markdown', options.markdown, text);
    }
    throw error;
  }
}

const markdownOptions = ({ markdownLimit }: PlanChoices) =>
  markdownLimit === undefined ? {} : { limit: markdownLimit };

async function makePlan(app: AppPorts, options: PlanChoices, about: { account: string }): Promise<PlanOutcome> {
  checkWords('--allow', options.allow, RULES, 'repeat the option for several');
  if (options.out !== undefined && !options.refresh) {
    const detail =
      '--out cannot be combined with --no-refresh: a plan that was made without reading the service cannot be applied.';
    throw usageFailure(detail);
  }
  checkImpact(options);
  if (options.html !== undefined) await checkOutputFile(app, '--html', options.html);
  const workspace = await openWorkspace(app);
  about.account = workspace.account.name;
  // While the manifests come from the disk.
  prepareTransport();
  const loaded = await loadGraph(workspace, { withDigest: options.out !== undefined });
  const backend = await openBackend(app, workspace);
  const service = await openService(app, workspace, { writes: false, reports: true });
  try {
    const prepared = await preparePlan(app, workspace, loaded.graph, backend, service, {
      allow: options.allow,
      targets: options.target,
      excludes: options.exclude,
      refresh: options.refresh,
      spend: { days: options.impact },
      olderState: options.olderState === true,
    });
    const made: Plan = {
      ...prepared.plan,
      diagnostics: [
        ...workspace.diagnostics,
        ...loaded.diagnostics,
        ...prepared.diagnostics,
        ...prepared.plan.diagnostics,
      ],
    };
    if (options.out !== undefined) {
      const { digest } = await loaded.graph.resources.finish();
      await saveText(app, '--out', options.out, planFilePieces(withManifests(made, digest())));
    }
    const view = <Layout extends object>(layout: Layout) =>
      planViewOptions(layout, prepared.state.entries.values(), made.impact);
    if (options.markdown !== undefined)
      await saveText(app, '--markdown', options.markdown, renderPlanMarkdown(made, view(markdownOptions(options))));
    if (options.html !== undefined) {
      const { writePlanPage } = await import('../../steps/plan-page.js');
      await writePlanPage(app, options.html, made, {
        root: workspace.project.root,
        entries: prepared.state.entries.values(),
      });
    }
    return {
      meaning: meaningOf(made, options),
      plan: made,
      markdownPart: (limit) => renderPlanMarkdown(made, view({ limit, part: true })),
      text: (layout) => planTextPieces(made, view(layout)),
      document: streamedPlanDocument(made),
    };
  } finally {
    await service.close();
  }
}

function checkImpact({ impact, refresh }: PlanChoices): void {
  checkImpactDays(impact);
  if (impact === undefined || refresh) return;
  const detail = '--impact cannot be combined with --no-refresh: the cost is read from the service.';
  throw usageFailure(detail);
}

/** `finding`, `unresolved`, `changes`, `done`, in this order where several apply. */
function meaningOf({ summary, findings }: Plan, { failOn = [], detailed = false }: PlanChoices): Meaning {
  const present: Record<PlanFailOn, boolean> = {
    blocked: summary.blocked > 0,
    drift: summary.drift > 0,
    guardrail: findings.some((finding) => !finding.allowed),
  };
  if (failOn.some((one) => present[one])) return 'finding';
  if (summary.unresolved > 0) return 'unresolved';
  if (!detailed) return 'done';
  return summary.create + summary.update + summary.import > 0 ? 'changes' : 'done';
}
