import { kindOf } from '../../model/address.js';
import type { ApplyResult, ApplyStatus, ItemResult, Outcome } from '../../model/result.js';
import { groupBy } from '../group-by.js';
import { layout, painter, type Style, usableWidth } from '../paint.js';
import { shellWord, visible } from '../visible.js';
import { kindCount, OUTCOMES } from '../wording.js';
import { renderDiagnostics, type TextOptions } from './diagnostics.js';
import { type Column, renderTable } from './table.js';

/** What needs a person comes last, next to the prompt. */
const ORDER: readonly Outcome[] = ['done', 'pending', 'held', 'skipped', 'failed', 'unknown'];

const OUTCOME_STYLE: Readonly<Record<Outcome, Style>> = {
  done: 'done',
  pending: 'pending',
  held: 'warning',
  skipped: 'quiet',
  failed: 'error',
  unknown: 'unresolved',
};

/** From this many on, done items without anything to tell are only counted. */
const COUNT_FROM = 21;

interface Row {
  readonly outcome: Outcome;
  readonly what: string;
  readonly id: string;
  readonly why: string;
}

/** What an apply came to: a table of every item, what to do about the open ones, one summary line. */
export function renderApplyText(result: ApplyResult, options: TextOptions & { readonly verbose?: boolean }): string {
  const width = usableWidth(options.width);
  const paint = painter(options.color);
  const lines: string[] = [];
  const rows = ORDER.flatMap((outcome) => rowsOf(result.items, outcome, options.verbose === true));
  if (rows.length > 0) {
    const columns: Column<Row>[] = [
      {
        title: 'outcome',
        value: (row) => `${OUTCOMES[row.outcome].sign} ${row.outcome}`,
        whole: true,
        style: (row) => OUTCOME_STYLE[row.outcome],
      },
      { title: 'item', value: (row) => row.what },
      { title: 'id', value: (row) => row.id, whole: true },
      { title: 'why', value: (row) => row.why },
    ];
    lines.push(
      renderTable(
        rows,
        columns.filter((column) => column.title === 'outcome' || rows.some((row) => column.value(row) !== '')),
        { ...options, width },
      ),
      '',
    );
    lines.push(...fullReasons(result.items, width, options.color));
  }
  if (result.diagnostics.length > 0) lines.push(renderDiagnostics(result.diagnostics, options), '');
  lines.push(...layout([{ text: applySummary(result), style: 'heading' }], width, 2, paint));
  return `${lines.join('\n')}\n`;
}

function rowsOf(items: readonly ItemResult[], outcome: Outcome, verbose: boolean): Row[] {
  const rows: Row[] = [];
  const chosen = items.filter((item) => item.outcome === outcome);
  for (const [key, alike] of groupBy(chosen, (item) => `${kindOf(item.address)} ${item.action}`)) {
    const [kind = '', action = ''] = key.split(' ');
    const silent = verbose ? [] : alike.filter((item) => outcome === 'done' && !tells(item));
    const folded = silent.length >= COUNT_FROM ? new Set(silent) : new Set<ItemResult>();
    if (folded.size > 0) rows.push({ outcome, what: `${action} ${kindCount(kind, folded.size)}`, id: '', why: '' });
    for (const item of alike) {
      if (!folded.has(item))
        rows.push({ outcome, what: `${action} ${item.address}`, id: idOf(item), why: whyOf(item) });
    }
  }
  return rows;
}

/** An item whose line holds more than its address: a new id, a remark. */
function tells(item: ItemResult): boolean {
  return idOf(item) !== '' || whyOf(item) !== '';
}

function idOf(item: ItemResult): string {
  if (item.id !== undefined) return item.address.endsWith(`/${item.id}`) ? '' : item.id;
  return item.taskId === undefined ? '' : `task ${item.taskId}`;
}

function whyOf(item: ItemResult): string {
  const { error, note, attempt } = item;
  const code = error?.code === undefined ? '' : `${error.code}: `;
  return [
    error === undefined ? undefined : `${code}${error.message}`,
    note,
    attempt === undefined ? undefined : `attempt ${attempt}`,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
}

/** Reasons in full (the table may cut them), equal ones once, and how to settle what is unknown. */
function fullReasons(items: readonly ItemResult[], width: number, color: boolean): string[] {
  const paint = painter(color);
  const lines: string[] = [];
  const open = items.filter(
    (item) => item.outcome === 'failed' || item.outcome === 'held' || item.outcome === 'skipped',
  );
  for (const [reason, alike] of groupBy(open, (item) => `${item.outcome}: ${whyOf(item)}`)) {
    if (alike.length > 1 || reason.length > width / 2) {
      const names = alike.map((item) => item.address).join(', ');
      lines.push(
        ...layout([{ text: visible(reason) }], width, 2, paint),
        ...layout([{ text: `  ${visible(names)}`, style: 'quiet' }], width, 2, paint),
      );
    }
  }
  const unknown = items.filter((item) => item.outcome === 'unknown');
  if (unknown.length > 0) {
    const text =
      'Sent, and not known whether carried out. Look for each at the service, then state its id, or that it is absent:';
    lines.push(...layout([{ text }], width, 2, paint));
    for (const { address } of unknown)
      lines.push(
        ...layout([{ text: `  adwright resolve ${shellWord(address)} --id ID   (or --absent)` }], width, 6, paint),
      );
  }
  return lines.length === 0 ? [] : [...lines, ''];
}

const STATUS_WORDS: Readonly<Record<ApplyStatus, string>> = {
  applied: 'Applied',
  'nothing-to-do': 'Nothing to do',
  partial: 'Applied in part',
  unresolved: 'Ended with items in doubt',
  failed: 'Failed',
  interrupted: 'Interrupted; what was done is recorded',
};

/** `Applied in part: 3 done, 1 failed, 2 held back.` */
export function applySummary(result: ApplyResult): string {
  const counts = ORDER.filter((outcome) => result.summary[outcome] > 0 || outcome === 'done').map(
    (outcome) =>
      `${result.summary[outcome]} ${outcome === 'held' ? 'held back' : outcome === 'unknown' ? 'unknown' : outcome}`,
  );
  return `${STATUS_WORDS[result.status]}: ${counts.join(', ')}.`;
}
