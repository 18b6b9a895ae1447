import type { Plan } from '../../model/change/plan.js';
import { layout, painter, usableWidth } from '../characters/paint.js';
import { planView, type ViewOptions } from '../view/view.js';
import { MOVED } from '../view/wording.js';
import { changeLines, foldLines, groupColumns, groupCount } from './changes.js';
import { renderDiagnostics } from './diagnostics.js';
import { renderFindings } from './findings.js';
import { renderImpact } from './impact.js';

export interface PlanTextOptions extends ViewOptions {
  readonly color: boolean;
  /** Columns to fill; between 40 and 400 are used. */
  readonly width: number;
}

/** The plan for people. Ends with the summary line and the digest line; always ends with a line end. */
export function renderPlanText(plan: Plan, options: PlanTextOptions): string {
  const view = planView(plan, options);
  const paint = painter(options.color);
  const width = usableWidth(options.width);
  const page = { width, paint };
  const lines = layout([{ text: view.heading, style: 'heading' }], width, 2, paint);
  if (view.reading !== undefined) lines.push(...layout([{ text: view.reading, style: 'quiet' }], width, 2, paint));
  // Pushed one by one: a plan may hold more lines than a call takes arguments.
  const put = (more: readonly string[]) => {
    for (const line of more) lines.push(line);
  };
  if (view.moves.length > 0) lines.push('', paint(MOVED, 'heading'));
  for (const move of view.moves) put(layout([{ text: `  ${move}` }], width, 4, paint));
  for (const section of view.sections) {
    lines.push('', paint(section.title, 'heading'));
    if (section.intro !== undefined) put(layout([{ text: `  ${section.intro}`, style: 'quiet' }], width, 2, paint));
    for (const group of section.groups) {
      const count = ` (${groupCount(group)})`;
      put(
        layout(
          [{ text: '  ' }, { text: group.title, style: 'heading' }, { text: count, style: 'quiet' }],
          width,
          4,
          paint,
        ),
      );
      for (const fold of group.folds) put(foldLines(fold, page));
      const columns = groupColumns(group);
      for (const change of group.changes) put(changeLines(change, columns, page));
    }
    if (section.uncounted > 0) put([paint(`  … and ${section.uncounted} more, remembered by id only`, 'quiet')]);
  }
  if (view.impact !== undefined) lines.push('', renderImpact(view.impact, { color: options.color, width }));
  if (view.findings.length > 0) lines.push('', renderFindings(view.findings, { color: options.color, width }));
  if (view.diagnostics.length > 0) lines.push('', renderDiagnostics(view.diagnostics, { color: options.color, width }));
  // One line each, whatever the width: they are searched for.
  lines.push('', paint(view.summary, 'heading'), `Digest: ${view.digest}`);
  return `${lines.join('\n')}\n`;
}
