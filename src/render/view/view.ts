import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { pick } from '../../model/change/changes.js';
import { heldUp } from '../../model/change/held-up.js';
import type { Change, Changes, Finding, Plan } from '../../model/change/plan.js';
import { visible } from '../characters/visible.js';
import { bodyView, type ChangeSetting, type ChangeView, changeSetting, headView } from './change-view.js';
import type { FactsOf } from './fact-view.js';
import { type Fold, foldRows } from './fold.js';
import { type ImpactView, impactView, spentByOwner } from './impact-view.js';
import { readingText } from './origin.js';
import { groupsByOwner, inOrder } from './sections.js';
import { LONG_BODY, type Passed, sortChanges } from './sort-changes.js';
import type { Alike, SortedRows } from './sorted-rows.js';
import { kindTitle, type RuleOf, type SectionName, summaryLine } from './wording.js';

export interface GroupView {
  readonly title: string;
  readonly folds: readonly Fold[];
  /** Made when they are read, each time anew. */
  readonly changes: Iterable<ChangeView>;
  /** How many things it is about. */
  readonly count: number;
  /** The most columns that one of the addresses in `changes` takes. */
  readonly columns: number;
}

export interface SectionView {
  readonly name: SectionName;
  readonly title: string;
  readonly intro?: string;
  readonly groups: readonly GroupView[];
  /** Things that are counted and not listed one by one. */
  readonly uncounted: number;
}

/** A plan in words, for any format: nothing here knows of columns, colours or markup. */
export interface PlanView {
  readonly heading: string;
  /** That live values were not read, or took long to read. */
  readonly reading?: string;
  /** `group/autumn has moved to group/autumn-shoes`. */
  readonly moves: readonly string[];
  readonly sections: readonly SectionView[];
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: string;
  /** What the groups touched spent, where the plan has it. */
  readonly impact?: ImpactView;
  readonly digest: string;
}

export interface ViewOptions {
  readonly verbose?: boolean;
  /** Names of owners by id, where the state or a report has one. */
  readonly ownerNames?: ReadonlyMap<string, string>;
  /** Equal changes from this number on are folded. */
  readonly foldFrom?: number;
  /** The order of the kinds; others follow, as they first appear. */
  readonly kinds?: readonly string[];
  /** What is known of the fields; without it a value is no more than its text. */
  readonly ruleOf?: RuleOf;
  /** What is known of the facts; without it they are no more than texts. */
  readonly factsOf?: FactsOf;
}

const FOLD_FROM = 21;

/** What every part of the view gets besides its changes. */
interface Setting extends ViewOptions, ChangeSetting {
  readonly ruleOf: RuleOf;
  readonly factsOf: FactsOf;
  readonly verbose?: boolean;
  readonly changes: Changes;
  /** What an owner spent, in words, by its id. */
  readonly spent: ReadonlyMap<string, string>;
}

export function planView(plan: Plan, options: ViewOptions = {}): PlanView {
  const { changes } = plan;
  const spent = spentByOwner(plan.impact);
  const setting: Setting = { ...options, ...changeSetting(plan, heldUp(plan), options), changes, spent };
  const sorted = sortChanges(changes, setting);
  const sections = inOrder(sorted.sections, plan, options.kinds).map(
    ({ kinds, ...section }): SectionView => ({
      ...section,
      groups: kinds.flatMap(([kind, ofKind]) => groupViews(kind, ofKind, setting)),
    }),
  );
  return { ...planHead(plan, sorted, options), sections };
}

/** All that a plan says besides its changes. */
export function planHead(
  plan: Plan,
  { lastRead, awaited }: Passed,
  { ownerNames }: Pick<ViewOptions, 'ownerNames'>,
): Omit<PlanView, 'sections'> {
  const reading = readingText(plan, lastRead);
  const only = plan.targets.length > 0 ? `, only ${plan.targets.map(visible).join(' ')}` : '';
  const without = plan.excludes.length > 0 ? `, without ${plan.excludes.map(visible).join(' ')}` : '';
  return {
    heading: `Plan for account ${visible(plan.account)} (uid ${visible(plan.uid)}), made ${plan.createdAt}${only}${without}`,
    ...(reading !== undefined && { reading }),
    moves: (plan.moved ?? []).map(({ from, to }) => `${visible(from)} has moved to ${visible(to)}`),
    findings: plan.findings,
    diagnostics: plan.diagnostics,
    summary: summaryLine(plan.summary, awaited),
    ...(plan.impact !== undefined && { impact: impactView(plan.impact, ownerNames) }),
    digest: plan.digest,
  };
}

/** What repeats first, then the rest by owner. */
function groupViews(kind: string, rows: SortedRows, options: Setting): GroupView[] {
  const { folds, rest } = foldRows(rows, { ...options, foldFrom: options.foldFrom ?? FOLD_FROM });
  const folded = rows.length - rest.length;
  return [
    ...(folds.length > 0 ? [{ title: kindTitle(kind), folds, changes: [], count: folded, columns: 0 }] : []),
    ...groupsByOwner(kind, rest, rows.owner, options).map(({ title, items }) => ({
      title,
      folds: [],
      changes: { [Symbol.iterator]: () => eachView(rows, items, options) },
      count: items.length,
      columns: items.reduce((most, row) => Math.max(most, rows.columns(row)), 0),
    })),
  ];
}

/** Changes that say the same at some length are said once, below the lines of all of them. */
function* eachView(rows: SortedRows, numbers: readonly number[], options: Setting): Generator<ChangeView> {
  const indexes: number[] = [];
  for (const alike of together(rows, numbers)) for (const row of alike) indexes.push(rows.index(row));
  const each = pick(options.changes, indexes)[Symbol.iterator]();
  for (const { length } of together(rows, numbers)) {
    const changes: Change[] = [];
    for (let next = each.next(); next.done !== true; next = each.next()) if (changes.push(next.value) === length) break;
    const [first] = changes;
    if (first === undefined) continue;
    const body = bodyView(first, options);
    if (length > 1 && (body.fields.length >= LONG_BODY || body.reason !== undefined) && body.facts.length === 0) {
      yield { ...body, heads: changes.map((change) => headView(change, options)) };
    } else {
      for (const change of changes) yield { ...bodyView(change, options), heads: [headView(change, options)] };
    }
  }
}

/** Those that may be said together, in the place of the first of them; each of the others alone. */
function* together(rows: SortedRows, numbers: readonly number[]): Generator<readonly number[]> {
  const long = new Map<Alike, Map<string | undefined, number[]>>();
  for (const row of numbers) {
    const alike = rows.alike(row);
    if (!alike.long) continue;
    const byReview = long.get(alike) ?? new Map<string | undefined, number[]>();
    long.set(alike, byReview);
    const review = rows.review(row);
    const known = byReview.get(review);
    if (known === undefined) byReview.set(review, [row]);
    else known.push(row);
  }
  for (const row of numbers) {
    const alike = rows.alike(row);
    const same = alike.long ? (long.get(alike)?.get(rows.review(row)) ?? []) : [row];
    if (same[0] === row) yield same;
  }
}
