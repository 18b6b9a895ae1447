import type { Plan } from '../../model/change/plan.js';
import { layout, painter, type Segment, usableWidth } from '../characters/paint.js';
import { planView, type SectionView, type ViewOptions } from '../view/view.js';
import { MOVED } from '../view/wording.js';
import { addressColumns, changeLines, foldLines, type TextLayout } from './changes.js';
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
  return [...planTextPieces(plan, options)].join('');
}

/** The same in pieces: a plan may be longer than a string can be. */
export function* planTextPieces(plan: Plan, options: PlanTextOptions): Generator<string> {
  for (const line of planLines(plan, options)) yield `${line}\n`;
}

function* planLines(plan: Plan, options: PlanTextOptions): Generator<string> {
  const view = planView(plan, options);
  const paint = painter(options.color);
  const width = usableWidth(options.width);
  const page = { width, paint };
  yield* layout([{ text: view.heading, style: 'heading' }], width, 2, paint);
  if (view.reading !== undefined) yield* layout([{ text: view.reading, style: 'quiet' }], width, 2, paint);
  if (view.moves.length > 0) yield* ['', paint(MOVED, 'heading')];
  for (const move of view.moves) yield* layout([{ text: `  ${move}` }], width, 4, paint);
  for (const section of view.sections) yield* sectionLines(section, page);
  if (view.impact !== undefined) yield* ['', renderImpact(view.impact, { color: options.color, width })];
  if (view.findings.length > 0) yield* ['', renderFindings(view.findings, { color: options.color, width })];
  if (view.diagnostics.length > 0) yield* ['', renderDiagnostics(view.diagnostics, { color: options.color, width })];
  // One line each, whatever the width: they are searched for.
  yield* ['', paint(view.summary, 'heading'), `Digest: ${view.digest}`];
}

function* sectionLines(section: SectionView, page: TextLayout): Generator<string> {
  const { width, paint } = page;
  yield* ['', paint(section.title, 'heading')];
  if (section.intro !== undefined) yield* layout([{ text: `  ${section.intro}`, style: 'quiet' }], width, 2, paint);
  for (const group of section.groups) {
    const title: Segment[] = [
      { text: '  ' },
      { text: group.title, style: 'heading' },
      { text: ` (${group.count})`, style: 'quiet' },
    ];
    yield* layout(title, width, 4, paint);
    for (const fold of group.folds) yield* foldLines(fold, page);
    const columns = addressColumns(group);
    for (const change of group.changes) yield* changeLines(change, columns, page);
  }
  if (section.uncounted > 0) yield paint(`  … and ${section.uncounted} more, remembered by id only`, 'quiet');
}
