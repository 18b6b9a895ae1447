import type { Plan } from '../../model/plan.js';
import type { FieldView } from '../field-view.js';
import type { Fold } from '../fold.js';
import { displayWidth, padEnd } from '../measure.js';
import { layout, type Paint, painter, type Segment, type Style, usableWidth } from '../paint.js';
import { type ChangeView, type GroupView, planView, type SectionView, type ViewOptions } from '../view.js';
import { visible } from '../visible.js';
import { DRIFT, kindCount, plural, SIGNS } from '../wording.js';
import { renderDiagnostics } from './diagnostics.js';
import { renderFindings } from './findings.js';

export interface PlanTextOptions extends ViewOptions {
  readonly color: boolean;
  /** Columns to fill; between 40 and 400 are used. */
  readonly width: number;
}

/** Lays out lines of segments for one width and one choice of colour. */
interface Page {
  readonly width: number;
  readonly paint: Paint;
  line(segments: readonly Segment[], hang?: number): void;
}

/** The plan for people. Ends with the summary line and the digest line; always ends with a line end. */
export function renderPlanText(plan: Plan, options: PlanTextOptions): string {
  const view = planView(plan, options);
  const paint = painter(options.color);
  const width = usableWidth(options.width);
  const lines: string[] = [];
  const page: Page = {
    width,
    paint,
    line: (segments, hang = 0) => void lines.push(...layout(segments, width, hang, paint)),
  };

  page.line([{ text: view.heading, style: 'heading' }], 2);
  for (const section of view.sections) writeSection(section, page);
  if (view.findings.length > 0) lines.push('', renderFindings(view.findings, { color: options.color, width }));
  if (view.diagnostics.length > 0) lines.push('', renderDiagnostics(view.diagnostics, { color: options.color, width }));
  page.line([]);
  // One line each, whatever the width: they are searched for.
  lines.push(paint(view.summary, 'heading'));
  lines.push(`Digest: ${view.digest}`);
  return `${lines.join('\n')}\n`;
}

function writeSection(section: SectionView, page: Page): void {
  page.line([]);
  page.line([{ text: section.title, style: 'heading' }]);
  if (section.intro !== undefined) page.line([{ text: `  ${section.intro}`, style: 'quiet' }], 2);
  for (const group of section.groups) writeGroup(group, page);
  if (section.uncounted > 0)
    page.line([{ text: `  … and ${section.uncounted} more, remembered by id only`, style: 'quiet' }], 4);
}

function writeGroup(group: GroupView, page: Page): void {
  const count = group.folds.reduce((sum, fold) => sum + fold.count, 0) + group.changes.length;
  page.line([{ text: '  ' }, { text: group.title, style: 'heading' }, { text: ` (${count})`, style: 'quiet' }], 4);
  for (const fold of group.folds) writeFold(fold, page);
  const columns = Math.min(44, Math.max(0, ...group.changes.map((change) => displayWidth(visible(change.address)))));
  for (const change of group.changes) writeChange(change, columns, page);
}

function writeFold(fold: Fold, page: Page): void {
  const where = fold.groups > 1 ? ` in ${plural(fold.groups, 'group')}` : '';
  const style = styleOf(fold.action);
  page.line(
    [{ text: '    ' }, { text: `${SIGNS[fold.action]} ${kindCount(fold.kind, fold.count)}${where}`, style }],
    6,
  );
  writeBody(fold, page);
}

function styleOf(action: ChangeView['action']): Style | undefined {
  return action === 'no-op' ? undefined : action;
}

function writeChange(change: ChangeView, columns: number, page: Page): void {
  const style = styleOf(change.action);
  const behind: Segment[] = [
    ...(change.word === undefined ? [] : [{ text: visible(change.word) }]),
    ...(change.id === undefined ? [] : [{ text: `id ${visible(change.id)}`, style: 'quiet' as const }]),
    ...(change.place === undefined ? [] : [{ text: change.place, style: 'quiet' as const }]),
    ...change.remarks.map((remark) => ({
      text: remark,
      style: remark === DRIFT ? ('drift' as const) : ('quiet' as const),
    })),
  ];
  const address = visible(change.address);
  page.line(
    [
      { text: '    ' },
      { text: SIGNS[change.action], style },
      { text: ' ' },
      { text: behind.length === 0 ? address : padEnd(address, columns), style },
      ...behind.flatMap((segment): Segment[] => [{ text: '  ' }, { ...segment, breaks: 'whole' }]),
    ],
    8,
  );
  writeBody(change, page);
}

const FIELD_INDENT = 8;
/** Names of fields and labels stand in a column at least this wide, and are not cut beyond the other. */
const NAMES = { least: 8, most: 28 } as const;

function nameColumn(fields: readonly FieldView[]): number {
  return Math.min(NAMES.most, Math.max(NAMES.least, ...fields.map((field) => displayWidth(visible(field.path)))));
}

function writeNamed(name: string, column: number, value: readonly Segment[], page: Page, style?: Style): void {
  const head = `${' '.repeat(FIELD_INDENT)}${padEnd(visible(name), column)}  `;
  page.line([{ text: head, style }, ...value], FIELD_INDENT + column + 2);
}

/** Everything below a change's own line: its fields, why, and what to do about it. */
function writeBody(body: Fold | ChangeView, page: Page): void {
  const column = nameColumn(body.fields);
  // One long value must not push the arrows of all the others to the right.
  const short = body.fields.map((field) => (field.form === 'edit' ? displayWidth(field.from) : 0));
  const fromWidth = Math.max(0, ...short.filter((width) => width <= 16));
  for (const field of body.fields) {
    const notes: Segment[] =
      field.notes.length === 0
        ? []
        : [{ text: '  ' }, { text: `(${field.notes.join('; ')})`, style: 'quiet', breaks: 'whole' }];
    writeNamed(field.path, column, [...fieldSegments(field, fromWidth), ...notes], page);
  }
  const label = (name: string, text: string | undefined) => {
    if (text !== undefined) writeNamed(name, column, [{ text: visible(text) }], page, 'quiet');
  };
  label('why', body.reason);
  label('to do', body.todo);
  label('attempt', body.attempt);
  label('accepted', body.accepted);
  if ('members' in body) {
    const members = body.members.flatMap((member, index): Segment[] => [
      { text: index > 0 ? ' ' : '' },
      { text: index < body.members.length - 1 ? `${member},` : member, breaks: 'whole' },
    ]);
    writeNamed('these', column, members, page, 'quiet');
    if (body.places.length > 0) label('from', body.places.join(', '));
  } else if (body.facts.length > 0) label('read', body.facts.join(' · '));
}

function fieldSegments(field: FieldView, fromWidth: number): Segment[] {
  switch (field.form) {
    case 'value':
      return [{ text: field.value }];
    case 'edit':
      return [
        { text: padEnd(field.from, fromWidth), style: 'gone' },
        { text: ' → ' },
        { text: field.to, style: 'new' },
      ];
    case 'words':
      return field.parts.map(({ kind, text }) => {
        // The marks stay with colour too: colour alone tells nothing to many, and nothing after copying.
        if (kind === 'gone') return { text: `[-${text}-]`, style: 'gone', breaks: 'fill' };
        return kind === 'new' ? { text: `{+${text}+}`, style: 'new', breaks: 'fill' } : { text, breaks: 'fill' };
      });
    case 'items':
      return [
        ...field.gone.map((item, index) => ({ text: `${index > 0 ? ' ' : ''}-${item}`, style: 'gone' as const })),
        ...(field.gone.length > 0 && field.added.length > 0 ? [{ text: ' ' }] : []),
        ...field.added.map((item, index) => ({ text: `${index > 0 ? ' ' : ''}+${item}`, style: 'new' as const })),
      ];
    case 'labelled':
      return field.values.flatMap(({ label, value }, index) => [
        { text: `${index > 0 ? ' · ' : ''}${label} `, style: 'quiet' as const },
        { text: value },
      ]);
  }
}
