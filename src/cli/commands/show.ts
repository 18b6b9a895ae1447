import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Address, Plan } from '../../model/index.js';
import { addressMatcher, plural } from '../../model/index.js';
import { parsePlanFile } from '../../plan/plan-file.js';
import { summarise } from '../../plan/summary.js';
import {
  planDocument,
  renderPlanMarkdown,
  renderPlanText,
  renderState,
  stateListDocument,
} from '../../render/index.js';
import { openBackend } from '../backend.js';
import { type CommandContext, type CommandResult, result, stdoutText } from '../command.js';
import { planView } from '../plan-view.js';
import { readState } from '../planning.js';
import { openWorkspace, readUserFile, saveText } from '../workspace.js';

interface ShowOptions {
  readonly target: readonly string[];
  readonly markdown?: string;
  readonly markdownLimit?: number;
}

/** A saved plan as it was made, whatever has changed since; without a file, the state. */
export async function show(
  context: CommandContext,
  [file]: readonly string[],
  { target, markdown, markdownLimit }: ShowOptions,
): Promise<CommandResult> {
  const options = planView({ ...stdoutText(context), verbose: context.global.verbose }, []);
  if (file !== undefined) {
    const saved = parsePlanFile(await readUserFile(context, file), file);
    const plan = target.length === 0 ? saved : only(saved, target);
    const made = `Plan of ${plan.createdAt} for the account ${plan.account}; what it compared may have changed since.${partWords(plan, saved)}\n\n`;
    if (markdown !== undefined)
      await saveText(
        context,
        '--markdown',
        markdown,
        renderPlanMarkdown(plan, { ...options, ...(markdownLimit !== undefined && { limit: markdownLimit }) }),
      );
    return result(made + renderPlanText(plan, options), planDocument(plan));
  }
  if (markdown !== undefined) {
    throw new Failure([
      diagnostic('usage', { detail: '--markdown goes with a saved plan: `adwright show FILE --markdown FILE`.' }),
    ]);
  }
  const workspace = await openWorkspace(context);
  const backend = await openBackend(context, workspace);
  const { state } = await readState(workspace, backend);
  const wanted = matching(target, [...state.entries.keys()]);
  const entries = [...state.entries.values()].filter((entry) => wanted(entry.address));
  const marks = `Keywords with a baseline: ${state.baseline.size}.`;
  return result(`${renderState(entries, options).trimEnd()}\n${marks}`, stateListDocument(entries));
}

/** The part of a plan that is asked for, counted anew. Its digest stays that of the whole: it is what `--expect` takes. */
function only(plan: Plan, patterns: readonly string[]): Plan {
  const wanted = matching(
    patterns,
    plan.changes.map((change) => change.address),
  );
  const changes = plan.changes.filter((change) => wanted(change.address));
  const about = ({ address }: { readonly address?: Address }) => address === undefined || wanted(address);
  return {
    ...plan,
    targets: patterns,
    changes,
    summary: summarise(changes, 0, 0),
    findings: plan.findings.filter(about),
    diagnostics: plan.diagnostics.filter(about),
  };
}

function partWords(shown: Plan, whole: Plan): string {
  if (shown === whole) return '';
  const [part, all] = [shown.changes.length, plural(whole.changes.length, 'change')];
  return ` Shown and counted here: ${part} of its ${all}; the digest is that of the whole plan.`;
}

function matching(patterns: readonly string[], addresses: readonly Address[]): (address: Address) => boolean {
  if (patterns.length === 0) return () => true;
  const matchers = patterns.map((pattern) => {
    const matches = addressMatcher(pattern);
    if (addresses.some(matches)) return matches;
    throw new Failure([diagnostic('target-matches-nothing', { detail: `--target ${pattern}` })]);
  });
  return (address) => matchers.some((matches) => matches(address));
}
