import type { Action, PlanSummary } from '../../model/change/plan.js';
import type { ItemOutcome } from '../../model/change/result.js';
import type { FieldRule } from '../../model/kind/field-rule.js';
import { plural } from '../../model/text/plural.js';

/** Every fixed phrase that more than one format shows. Text, Markdown and progress say the same thing the same way. */
export const SIGNS: Readonly<Record<Action, string>> = {
  create: '+',
  update: '~',
  import: '←',
  forget: '-',
  blocked: '!',
  unresolved: '?',
  pending: '…',
  'no-op': ' ',
};

export const NOT_OBSERVED = 'not observed: the interface cannot read it';
export const NOT_READ = 'not read (--no-refresh)';
export const NOT_SET = '(not set)';
export const DRIFT = 'drift';

/** What people call the three versions of a value. */
export const SIDE_WORDS = { desired: 'manifest', prior: 'last applied', observed: 'live' } as const;

/** The rule of a field of a kind; the caller who knows the kinds passes it. */
export type RuleOf = (kind: string, path: string) => FieldRule | undefined;

/** What a field's value means to people, beyond its text. */
export interface FieldWords {
  /** A bid in yuan: changes are shown as amount and percentage. */
  readonly money: boolean;
  /** Special values: what the service does with them. */
  readonly meanings?: FieldRule['meanings'];
  /** What an edit may bring with it. */
  readonly onEdit?: string;
}

export function fieldWords(rule: FieldRule | undefined): FieldWords {
  return {
    money: rule?.role === 'bid',
    ...(rule?.meanings !== undefined && { meanings: rule.meanings }),
    ...(rule?.role === 'address' && { onEdit: 'may be reviewed again' }),
  };
}

/** `rich-creative` → `Rich creatives`. */
export function kindTitle(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}s`;
}

export function kindCount(kind: string, count: number): string {
  return plural(count, kind.replaceAll('-', ' '));
}

export type SectionName = 'changes' | 'drift' | 'blocked' | 'unresolved' | 'pending' | 'forget';

export const SECTIONS: Readonly<Record<SectionName, { readonly title: string; readonly intro?: string }>> = {
  changes: { title: 'Changes' },
  drift: {
    title: 'Drift',
    intro: "Changed outside Adwright since the last apply. Apply sets the manifest's values again.",
  },
  blocked: {
    title: 'Blocked',
    intro:
      'Never sent: the interface has no operation for it, or it is likely a mistake. Once you have done it by hand, record that with `adwright accept ADDRESS`, or with its `accepted:` digest in resolutions.yaml.',
  },
  unresolved: {
    title: 'Unresolved',
    intro:
      'Sent by an earlier run; whether it was carried out is not known. Look at the service, then settle it with `adwright resolve ADDRESS --id ID` or `--absent`, or with its `attempt:` in resolutions.yaml.',
  },
  pending: { title: 'Pending', intro: 'In progress at the service. Nothing is sent until it has ended.' },
  forget: {
    title: 'Forgotten',
    intro:
      'In the state and in no manifest. No longer managed, but left in place: what is enabled still runs and spends. To stop it, pause it in the console.',
  },
};

/** Names that changed in the manifests only. */
export const MOVED = 'Moved';

/** The one line at the end, in the manner of terraform. `waiting` of the creations are held up by another item. */
export function summaryLine(summary: PlanSummary, waiting: number): string {
  const { create, update, blocked, unresolved, pending, forget, noop, drift } = summary;
  const imports = summary.import;
  const unchanged = `${noop} unchanged`;
  const held = [
    drift > 0 ? `${drift} in drift` : undefined,
    blocked > 0 ? `${blocked} blocked` : undefined,
    unresolved > 0 ? `${unresolved} unresolved` : undefined,
    pending > 0 ? `${pending} pending` : undefined,
    forget > 0 ? `${forget} forgotten (still runs and spends)` : undefined,
  ].filter((part) => part !== undefined);
  if (create + update + imports === 0) {
    if (held.length === 0)
      return `No changes. The account matches the manifests, as far as it can be read. ${unchanged}.`;
    return `Plan: nothing to apply; ${held.join(', ')}, ${unchanged}.`;
  }
  const doing = [
    `${create} to create${waiting > 0 ? ` (${waiting} waiting)` : ''}`,
    `${update} to update`,
    ...(imports > 0 ? [`${imports} to import`] : []),
  ];
  return `Plan: ${doing.join(', ')}; ${[...held, unchanged].join(', ')}.`;
}

export const OUTCOMES: Readonly<Record<ItemOutcome, { readonly sign: string; readonly words: string }>> = {
  done: { sign: '✓', words: 'done' },
  pending: { sign: '…', words: 'pending: in progress at the service' },
  held: { sign: '=', words: 'held back: it changed since the plan' },
  skipped: { sign: '·', words: 'skipped' },
  failed: { sign: '✗', words: 'failed' },
  unknown: { sign: '?', words: 'outcome unknown' },
};
