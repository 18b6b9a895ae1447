import { displayWidth, padEnd } from '../characters/measure.js';
import { layout, type Paint, type Segment, type Style } from '../characters/paint.js';
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

export function groupCount(group: GroupView): number {
  return (
    group.folds.reduce((sum, fold) => sum + fold.count, 0) +
    group.changes.reduce((sum, change) => sum + change.heads.length, 0)
  );
}

/** The column of addresses of a group. */
export function groupColumns(group: GroupView): number {
  let most = 0;
  for (const { heads } of group.changes) {
    for (const { address } of heads) most = Math.max(most, displayWidth(visible(address)));
  }
  return Math.min(44, most);
}

/** A fold as lines: what it does, and every member by name. */
export function foldLines(fold: Fold, page: TextLayout): string[] {
  const where = fold.owners === undefined ? '' : ` in ${fold.owners}`;
  const style = styleOf(fold.action);
  const what = `${SIGNS[fold.action]} ${kindCount(fold.kind, fold.count)}${where}`;
  return [...layout([{ text: '    ' }, { text: what, style }], page.width, 6, page.paint)].concat(
    bodyLines(fold, page),
  );
}

/** So many members of a fold are kept together where a text may end in between. */
const TOGETHER = 20;

/** A fold in pieces, each with the number of things that it names: what it does, then every member. */
export function* foldPieces(
  fold: Fold,
  page: TextLayout,
): Generator<{ readonly lines: readonly string[]; readonly count: number }> {
  const column = nameColumn(fold.fields);
  yield { lines: foldLines({ ...fold, members: [] }, page), count: 0 };
  for (let from = 0; from < fold.members.length; from += TOGETHER) {
    const members = fold.members.slice(from, from + TOGETHER);
    yield { lines: memberLines(members, column, page), count: members.length };
  }
}

function memberLines(members: readonly string[], column: number, page: TextLayout): string[] {
  const listed = members.flatMap((member, index): Segment[] => [
    { text: index > 0 ? ' ' : '' },
    { text: index < members.length - 1 ? `${member},` : member, breaks: 'whole' },
  ]);
  return namedLines('these', column, listed, page, 'quiet');
}

function styleOf(action: ChangeView['action']): Style | undefined {
  return action === 'no-op' ? undefined : action;
}

/** A change as lines, addresses padded to `columns`. */
export function changeLines(change: ChangeView, columns: number, page: TextLayout): string[] {
  const lines = change.heads.flatMap((head) => headLines(head, change.action, columns, page));
  const count = change.heads.length;
  if (count > 1) lines.push(page.paint(`        ${count === 2 ? 'both' : `all ${count}`} alike:`, 'quiet'));
  return lines.concat(bodyLines(change, page));
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
  const label = (name: string, text: string | undefined) => {
    if (text !== undefined) put(namedLines(name, column, [{ text: visible(text) }], page, 'quiet'));
  };
  label('known', body.known);
  label('review', body.review);
  label('why', body.reason);
  label('to do', body.todo);
  label('attempt', body.attempt);
  label('accepted', body.accepted);
  if ('members' in body) {
    label('waits', body.waits);
    if (body.members.length > 0) put(memberLines(body.members, column, page));
    if (body.places.length > 0) label('from', body.places.join(', '));
  } else if (body.facts.length > 0) label('read', body.facts.join(' · '));
  return lines;
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
