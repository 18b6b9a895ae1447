import { prepareTransport } from '../../api/index.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Plan } from '../../model/index.js';
import { RULES } from '../../plan/safety/rules.js';
import { withManifests } from '../../plan/saved/bind-plan.js';
import { planFilePieces } from '../../plan/saved/plan-file.js';
import { renderFailureMarkdown, renderPlanMarkdown, renderPlanText, streamedPlanDocument } from '../../render/index.js';
import { type CommandContext, type CommandResult, stdoutText } from '../context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { PLAN_FAIL_ON, type PlanFailOn } from '../fail-on.js';
import { checkWords, listedWords } from '../listed-words.js';
import { openService } from '../service/service.js';
import { openBackend } from '../state/backend.js';
import { planView } from '../steps/plan-view.js';
import { preparePlan } from '../steps/planning.js';
import { saveText } from '../workspace/user-files.js';
import { loadGraph, openWorkspace } from '../workspace/workspace.js';

interface PlanOptions {
  readonly out?: string;
  readonly markdown?: string;
  readonly markdownLimit?: number;
  readonly detailedExitcode?: boolean;
  readonly failOn?: string;
  readonly refresh: boolean;
  readonly olderState?: boolean;
  readonly allow: readonly string[];
  readonly target: readonly string[];
  readonly exclude: readonly string[];
}

export async function plan(
  context: CommandContext,
  _args: readonly string[],
  options: PlanOptions,
): Promise<CommandResult> {
  const about = { account: context.global.account ?? 'main' };
  try {
    return await makePlan(context, options, about);
  } catch (error) {
    // A pull request shows the fault where it shows the plan otherwise.
    if (error instanceof Failure && options.markdown !== undefined) {
      const text = renderFailureMarkdown(about.account, error.diagnostics, markdownOptions(options));
      await saveText(context, '--markdown', options.markdown, text);
    }
    throw error;
  }
}

const markdownOptions = ({ markdownLimit }: PlanOptions) =>
  markdownLimit === undefined ? {} : { limit: markdownLimit };

async function makePlan(
  context: CommandContext,
  options: PlanOptions,
  about: { account: string },
): Promise<CommandResult> {
  const failOn = listedWords('--fail-on', options.failOn, PLAN_FAIL_ON);
  checkWords('--allow', options.allow, RULES, 'repeat the option for several');
  if (options.out !== undefined && !options.refresh) {
    const detail = '--out with --no-refresh: a plan that was made without reading the service cannot be applied.';
    throw new Failure([diagnostic('usage', { detail })]);
  }
  const workspace = await openWorkspace(context);
  about.account = workspace.account.name;
  // While the manifests come from the disk.
  prepareTransport();
  const loaded = await loadGraph(workspace, { withDigest: options.out !== undefined });
  const backend = await openBackend(context, workspace);
  const service = await openService(context, workspace, { writes: false, reports: true });
  try {
    const prepared = await preparePlan(context, workspace, loaded.graph, backend, service, {
      allow: options.allow,
      targets: options.target,
      excludes: options.exclude,
      refresh: options.refresh,
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
      await saveText(context, '--out', options.out, planFilePieces(withManifests(made, digest())));
    }
    const code = exitCode(made, failOn, options.detailedExitcode === true);
    const view = planView({ ...stdoutText(context), verbose: context.global.verbose }, prepared.state.entries.values());
    if (options.markdown !== undefined)
      await saveText(
        context,
        '--markdown',
        options.markdown,
        renderPlanMarkdown(made, { ...view, ...markdownOptions(options) }),
      );
    return context.global.json
      ? { code, document: streamedPlanDocument(made) }
      : { code, text: renderPlanText(made, view) };
  } finally {
    await service.close();
  }
}

/** Plan: 1, 5, 4, 2, 0, in this order where several apply. */
function exitCode({ summary, findings }: Plan, failOn: readonly PlanFailOn[], detailed: boolean): ExitCode {
  const present: Record<PlanFailOn, boolean> = {
    blocked: summary.blocked > 0,
    drift: summary.drift > 0,
    guardrail: findings.some((finding) => !finding.allowed),
  };
  if (failOn.some((one) => present[one])) return EXIT.finding;
  if (summary.unresolved > 0) return EXIT.unresolved;
  if (!detailed) return EXIT.done;
  return summary.create + summary.update + summary.import > 0 ? EXIT.changes : EXIT.done;
}
