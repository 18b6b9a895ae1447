import type { ApplyResult, ApplyStatus, ItemOutcome, ItemResult } from '../../model/change/result.js';
import { groupBy } from '../../model/kind/group-by.js';
import { kindOf } from '../../model/resource/address.js';
import { shellWord } from '../../model/text/shell-word.js';
import { displayWidth } from '../characters/measure.js';
import { layout, type Paint, painter, type Style, usableWidth } from '../characters/paint.js';
import { visible } from '../characters/visible.js';
import { kindCount, OUTCOMES } from '../view/wording.js';
import { renderDiagnostics, type TextOptions } from './diagnostics.js';
import { type Column, renderTable } from './table.js';

/** What needs a person comes last, next to the prompt. */
const ORDER: readonly ItemOutcome[] = ['done', 'pending', 'held', 'skipped', 'failed', 'unknown'];

const OUTCOME_STYLE: Readonly<Record<ItemOutcome, Style>> = {
  done: 'done',
  pending: 'pending',
  held: 'warning',
  skipped: 'quiet',
  failed: 'error',
  unknown: 'unresolved',
};

/** From this many on, done items without anything to tell are only counted. */
const COUNT_FROM = 21;

/** A longer reason is never put into a table. */
const LONGEST_BESIDE = 160;

interface Row {
  readonly outcome: ItemOutcome;
  readonly what: string;
  readonly id: string;
  readonly why: string;
}

/** The result of an apply: a table of every item, what to do about the open ones, one summary line. */
export function renderApplyText(result: ApplyResult, options: TextOptions & { readonly verbose?: boolean }): string {
  const width = usableWidth(options.width);
  const paint = painter(options.color);
  const lines: string[] = [];
  const { groups, open } = toldItems(result.items, options.verbose === true);
  const rows = ORDER.flatMap((outcome) => rowsOf(groups.filter((group) => group.outcome === outcome)));
  if (rows.length > 0) {
    const columns: Column<Row>[] = [
      {
        title: 'outcome',
        value: (row) => `${OUTCOMES[row.outcome].sign} ${row.outcome}`,
        whole: true,
        style: (row) => OUTCOME_STYLE[row.outcome],
      },
      { title: 'item', value: (row) => row.what, whole: true },
      { title: 'id', value: (row) => row.id, whole: true },
      { title: 'why', value: (row) => row.why },
    ];
    const used = columns.filter((column) => rows.some((row) => column.value(row) !== ''));
    const table = renderTable(rows, used, { color: options.color, width: Number.POSITIVE_INFINITY });
    const fits =
      !rows.some((row) => row.why.length > LONGEST_BESIDE) &&
      table.split('\n').every((line) => displayWidth(line) <= width);
    // Reasons are not cut: where they do not fit next to the items they come below, equal ones once.
    const shown = fits ? used : used.filter((column) => column.title !== 'why');
    lines.push(renderTable(rows, shown, { color: options.color, width }), '');
    if (!fits) for (const line of reasons(open, width, paint)) lines.push(line);
    for (const line of howToSettle(open, width, paint)) lines.push(line);
  }
  if (result.diagnostics.length > 0) lines.push(renderDiagnostics(result.diagnostics, options), '');
  lines.push(paint(applySummary(result), 'heading'));
  return `${lines.join('\n')}\n`;
}

/** Items of one kind, action and outcome. */
interface ToldItems {
  readonly outcome: ItemOutcome;
  readonly kind: string;
  readonly action: string;
  /** Without those that are only counted. */
  items: ItemResult[];
  /** Done, with nothing to tell. */
  silent: number;
}

/** One pass: of a million done items only the number is kept. */
function toldItems(
  items: Iterable<ItemResult>,
  verbose: boolean,
): { readonly groups: readonly ToldItems[]; readonly open: readonly ItemResult[] } {
  const groups = new Map<string, ToldItems>();
  // Those that have a reason, or are to be settled.
  const open: ItemResult[] = [];
  for (const item of items) {
    const { outcome, action } = item;
    const kind = kindOf(item.address);
    const key = `${outcome} ${kind} ${action}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = { outcome, kind, action, items: [], silent: 0 };
      groups.set(key, group);
    }
    if (outcome === 'unknown' || whyOf(item) !== '') open.push(item);
    if (verbose || outcome !== 'done' || tells(item)) group.items.push(item);
    else if (++group.silent < COUNT_FROM) group.items.push(item);
    else if (group.silent === COUNT_FROM) group.items = group.items.filter(tells);
  }
  return { groups: [...groups.values()], open };
}

function rowsOf(groups: readonly ToldItems[]): Row[] {
  const rows: Row[] = [];
  for (const { outcome, kind, action, items, silent } of groups) {
    if (silent >= COUNT_FROM) rows.push({ outcome, what: `${action} ${kindCount(kind, silent)}`, id: '', why: '' });
    for (const item of items)
      rows.push({ outcome, what: `${action} ${item.address}`, id: idOf(item), why: whyOf(item) });
  }
  return rows;
}

/** An item whose line holds more than its address: a new id, a remark. */
function tells(item: ItemResult): boolean {
  return idOf(item) !== '' || whyOf(item) !== '';
}

function idOf(item: ItemResult): string {
  if (item.attempt !== undefined && item.outcome === 'unknown') return `attempt ${item.attempt}`;
  if (item.id !== undefined) return item.address.endsWith(`/${item.id}`) ? '' : item.id;
  return item.taskId === undefined ? '' : `task ${item.taskId}`;
}

function whyOf({ error, note }: ItemResult): string {
  const code = error?.code === undefined ? '' : `${error.code}: `;
  const parts = [error === undefined ? undefined : `${code}${error.message}`, note];
  return parts.filter((part) => part !== undefined).join('; ');
}

function reasons(items: readonly ItemResult[], width: number, paint: Paint): string[] {
  const lines: string[] = [];
  for (const outcome of ORDER) {
    const chosen = items.filter((item) => item.outcome === outcome && whyOf(item) !== '');
    for (const [why, alike] of groupBy(chosen, whyOf)) {
      const names = alike.map((item) => visible(item.address)).join(', ');
      lines.push(
        ...layout([{ text: `${outcome}: `, style: OUTCOME_STYLE[outcome] }, { text: visible(why) }], width, 2, paint),
        ...layout([{ text: `    ${names}`, style: 'quiet' }], width, 4, paint),
      );
    }
  }
  return lines.length === 0 ? [] : [...lines, ''];
}

function howToSettle(items: readonly ItemResult[], width: number, paint: Paint): string[] {
  const unknown = items.filter((item) => item.outcome === 'unknown');
  if (unknown.length === 0) return [];
  const text =
    'Sent, but it is not known whether they were carried out. Look for each at the service, then give its id, or say that it is absent:';
  const commands = unknown.map(
    ({ address }) => `adwright resolve ${shellWord(visible(address))} --id ID   (or --absent)`,
  );
  return [
    ...layout([{ text }], width, 2, paint),
    ...commands.flatMap((command) => layout([{ text: `    ${command}` }], width, 8, paint)),
    '',
  ];
}

const STATUS_WORDS: Readonly<Record<ApplyStatus, string>> = {
  applied: 'Applied',
  'nothing-to-do': 'Nothing to do',
  partial: 'Applied in part',
  unresolved: 'Ended with items in doubt',
  failed: 'Failed',
  interrupted: 'Interrupted; what was done is recorded',
};

/** `Applied in part: 3 done, 1 failed, 2 held back.` Where nothing was to be done, nothing is counted either. */
export function applySummary({ status, summary }: ApplyResult): string {
  const counts = ORDER.filter(
    (outcome) => summary[outcome] > 0 || (outcome === 'done' && status !== 'nothing-to-do'),
  ).map((outcome) => `${summary[outcome]} ${outcome === 'held' ? 'held back' : outcome}`);
  return `${[STATUS_WORDS[status], counts.join(', ')].filter((part) => part !== '').join(': ')}.`;
}
