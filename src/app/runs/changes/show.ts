import { hasErrors } from '../../../diagnostics/diagnostic.js';
import { Failure, usageFailure } from '../../../diagnostics/failure.js';
import { kinds } from '../../../kinds/registry.js';
import type { Address, Plan } from '../../../model/index.js';
import { filterChanges, plural } from '../../../model/index.js';
import { doubtElsewhere, isWhole, type Scope, selectEntries, selectPart } from '../../../plan/observe/targets.js';
import { summarise } from '../../../plan/saved/summary.js';
import {
  planTextPieces,
  renderPlanMarkdown,
  renderState,
  stateListDocument,
  streamedPlanDocument,
} from '../../../render/index.js';
import { type Layout, type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openBackend } from '../../state/backend.js';
import { planViewOptions } from '../../steps/plan-view.js';
import { readState } from '../../steps/planning.js';
import { savedPlan } from '../../steps/saved-plan.js';
import { saveText } from '../../workspace/user-files.js';
import { openWorkspace, rootOf } from '../../workspace/workspace.js';

interface ShowOptions {
  readonly file?: string;
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  readonly markdown?: string;
  readonly markdownLimit?: number;
  readonly html?: string;
}

/** A saved plan as it was made, whatever has changed since; without a file, the state. */
export async function show(
  app: AppPorts,
  { file, target, exclude, markdown, markdownLimit, html }: ShowOptions,
): Promise<Outcome> {
  const scope = { targets: target, excludes: exclude };
  if (file !== undefined) {
    const saved = await savedPlan(app, file);
    const plan = isWhole(scope) ? saved : partOf(saved, scope);
    const shown = <Options extends object>(options: Options) => planViewOptions(options, [], plan.impact);
    const made = `Plan of ${plan.createdAt} for the account ${plan.account}; what it compared may have changed since.${partWords(plan, saved)}\n\n`;
    if (markdown !== undefined)
      await saveText(
        app,
        '--markdown',
        markdown,
        renderPlanMarkdown(plan, { ...shown({}), ...(markdownLimit !== undefined && { limit: markdownLimit }) }),
      );
    if (html !== undefined) {
      const { writePlanPage } = await import('../../steps/plan-page.js');
      await writePlanPage(app, html, plan, { root: rootOf(app), entries: [] });
    }
    const text = function* (layout: Layout) {
      yield made;
      yield* planTextPieces(plan, shown(layout));
    };
    return result(text, streamedPlanDocument(plan));
  }
  const option = markdown !== undefined ? '--markdown' : html !== undefined ? '--html' : undefined;
  if (option !== undefined) {
    const detail = `${option} goes with a saved plan: \`adwright show FILE ${option} FILE\`.`;
    throw usageFailure(detail);
  }
  const workspace = await openWorkspace(app);
  const backend = await openBackend(app, workspace);
  const { state } = await readState(workspace, backend);
  const { addresses, diagnostics } = selectEntries(scope, state.entries.values(), kinds);
  if (hasErrors(diagnostics)) throw new Failure(diagnostics);
  const entries = [...state.entries.values()].filter(({ address }) => addresses.has(address));
  const doubtful = [...state.entries.values()].filter((entry) => entry.status === 'unknown').map((one) => one.address);
  const elsewhere = doubtElsewhere(doubtful.filter((address) => !addresses.has(address)));
  const marks = `Keywords with a baseline: ${state.baseline.size}.`;
  return {
    ...result((layout) => `${renderState(entries, layout).trimEnd()}\n${marks}`, stateListDocument(entries)),
    diagnostics: elsewhere,
  };
}

/** The part of a plan that is asked for, counted again. Its digest stays that of the whole: it is what `--expect` takes. */
function partOf(plan: Plan, scope: Scope): Plan {
  const { addresses, diagnostics } = selectPart(scope, plan.changes);
  if (hasErrors(diagnostics)) throw new Failure(diagnostics);
  const changes = filterChanges(plan.changes, (change) => addresses.has(change.address));
  const doubtful: Address[] = [];
  for (const { action, address } of plan.changes) {
    if (action === 'unresolved' && !addresses.has(address)) doubtful.push(address);
  }
  const about = ({ address }: { readonly address?: Address }) => address === undefined || addresses.has(address);
  // The figures are those of the whole plan.
  const { impact: _, ...rest } = plan;
  return {
    ...rest,
    ...scope,
    changes,
    summary: summarise(changes, 0, 0),
    findings: plan.findings.filter(about),
    diagnostics: [...plan.diagnostics.filter(about), ...diagnostics, ...doubtElsewhere(doubtful)],
  };
}

function partWords(shown: Plan, whole: Plan): string {
  if (shown === whole) return '';
  const [part, all] = [shown.changes.length, plural(whole.changes.length, 'change')];
  return ` Shown and counted here: ${part} of its ${all}; the digest is that of the whole plan.`;
}
