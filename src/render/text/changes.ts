import { displayWidth, padEnd } from '../characters/measure.js';
import { layout, layoutLines, type Paint, type Segment, type Style } from '../characters/paint.js';
import { visible } from '../characters/visible.js';
import type { ChangeHead, ChangeView } from '../view/change-view.js';
import type { FieldView } from '../view/field-view.js';
import type { Fold } from '../view/fold.js';
import type { GroupView } from '../view/view.js';
import { DRIFT, kindCount, SIGNS } from '../view/wording.js';

/** Where lines go: how wide, and whether painted. */
export interface TextLayout {
  readonly width: number;
  readonly paint: Paint;
}

/** The column of addresses of a group. */
export const addressColumns = ({ columns }: GroupView) => Math.min(44, columns);

/** A fold as lines: what it does, and every member by name. */
export function* foldLines(fold: Fold, page: TextLayout): Generator<string> {
  const { before, column, after } = foldFrame(fold, page);
  yield* before;
  yield* memberLines(fold.members, column, page);
  yield* after;
}

/** So many members of a fold are kept together where a text may end in between. */
const TOGETHER = 20;

/** A fold in pieces, each with the number of things that it names: what it does, then every member. */
export function* foldPieces(
  fold: Fold,
  page: TextLayout,
): Generator<{ readonly lines: readonly string[]; readonly count: number }> {
  const { before, column, after } = foldFrame(fold, page);
  yield { lines: [...before, ...after], count: 0 };
  let members: string[] = [];
  for (const member of fold.members) {
    members.push(member);
    if (members.length < TOGETHER) continue;
    yield { lines: [...memberLines(members, column, page)], count: members.length };
    members = [];
  }
  if (members.length > 0) yield { lines: [...memberLines(members, column, page)], count: members.length };
}

/** What is above and below the members of a fold. */
function foldFrame(fold: Fold, page: TextLayout) {
  const where = fold.owners === undefined ? '' : ` in ${fold.owners}`;
  const what = `${SIGNS[fold.action]} ${kindCount(fold.kind, fold.count)}${where}`;
  const heading = layout([{ text: '    ' }, { text: what, style: styleOf(fold.action) }], page.width, 6, page.paint);
  const column = nameColumn(fold.fields);
  const places = fold.places.length > 0 ? fold.places.join(', ') : undefined;
  return {
    column,
    before: [...heading, ...bodyLines(fold, page), ...labelLines('waits', fold.waits, column, page)],
    after: labelLines('from', places, column, page),
  };
}

function memberLines(members: Iterable<string>, column: number, page: TextLayout): Generator<string> {
  const head = `${' '.repeat(FIELD_INDENT)}${padEnd('these', column)}  `;
  return layoutLines(memberSegments(head, members), page.width, FIELD_INDENT + column + 2, page.paint);
}

function* memberSegments(head: string, members: Iterable<string>): Generator<Segment> {
  yield { text: head, style: 'quiet' };
  let last: string | undefined;
  for (const member of members) {
    if (last !== undefined) {
      yield { text: `${last},`, breaks: 'whole' };
      yield { text: ' ' };
    }
    last = member;
  }
  if (last !== undefined) yield { text: last, breaks: 'whole' };
}

function styleOf(action: ChangeView['action']): Style | undefined {
  return action === 'no-op' ? undefined : action;
}

/** A change as lines, addresses padded to `columns`. */
export function changeLines(change: ChangeView, columns: number, page: TextLayout): string[] {
  const lines = change.heads.flatMap((head) => headLines(head, change.action, columns, page));
  const count = change.heads.length;
  if (count > 1) lines.push(page.paint(`        ${count === 2 ? 'both' : `all ${count}`} alike:`, 'quiet'));
  const facts = change.facts.length > 0 ? change.facts.join(' · ') : undefined;
  return lines.concat(bodyLines(change, page), labelLines('read', facts, nameColumn(change.fields), page));
}

function headLines(head: ChangeHead, action: ChangeView['action'], columns: number, page: TextLayout): string[] {
  const style = styleOf(action);
  const after: Segment[] = [
    ...(head.title === undefined ? [] : [{ text: visible(head.title) }]),
    ...(head.id === undefined ? [] : [{ text: `id ${visible(head.id)}`, style: 'quiet' as const }]),
    ...(head.place === undefined ? [] : [{ text: head.place, style: 'quiet' as const }]),
    ...head.remarks.map((remark) => ({
      text: remark,
      style: remark === DRIFT ? ('drift' as const) : ('quiet' as const),
    })),
  ];
  const address = visible(head.address);
  return layout(
    [
      { text: '    ' },
      { text: SIGNS[action], style },
      { text: ' ' },
      { text: after.length === 0 ? address : padEnd(address, columns) },
      ...after.flatMap((segment): Segment[] => [{ text: '  ' }, { ...segment, breaks: 'whole' }]),
    ],
    page.width,
    8,
    page.paint,
  );
}

const FIELD_INDENT = 8;
/** Names of fields and labels are in a column at least this wide, and are not cut beyond the other. */
const NAMES = { least: 8, most: 28 } as const;

function nameColumn(fields: readonly FieldView[]): number {
  return Math.min(NAMES.most, Math.max(NAMES.least, ...fields.map((field) => displayWidth(visible(field.path)))));
}

function namedLines(
  name: string,
  column: number,
  value: readonly Segment[],
  page: TextLayout,
  style?: Style,
): string[] {
  const head = `${' '.repeat(FIELD_INDENT)}${padEnd(visible(name), column)}  `;
  return layout([{ text: head, style }, ...value], page.width, FIELD_INDENT + column + 2, page.paint);
}

/** Everything below a change's own line: its fields, why, and what to do about it. */
function bodyLines(body: Fold | ChangeView, page: TextLayout): string[] {
  const lines: string[] = [];
  const put = (more: readonly string[]) => {
    for (const line of more) lines.push(line);
  };
  const column = nameColumn(body.fields);
  // One long value must not push the arrows of all the others to the right.
  const short = body.fields.map((field) => (field.form === 'edit' ? displayWidth(field.from) : 0));
  const fromWidth = Math.max(0, ...short.filter((width) => width <= 16));
  for (const field of body.fields) {
    const notes: Segment[] =
      field.notes.length === 0
        ? []
        : [{ text: '  ' }, { text: `(${field.notes.join('; ')})`, style: 'quiet', breaks: 'whole' }];
    put(namedLines(field.path, column, [...fieldSegments(field, fromWidth), ...notes], page));
  }
  for (const name of ['known', 'review'] as const) put(labelLines(name, body[name], column, page));
  put(labelLines('why', body.reason, column, page));
  put(labelLines('to do', body.todo, column, page));
  for (const name of ['attempt', 'accepted'] as const) put(labelLines(name, body[name], column, page));
  return lines;
}

function labelLines(name: string, text: string | undefined, column: number, page: TextLayout): string[] {
  return text === undefined ? [] : namedLines(name, column, [{ text: visible(text) }], page, 'quiet');
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
