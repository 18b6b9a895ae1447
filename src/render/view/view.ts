import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Change, Finding, Plan } from '../../model/change/plan.js';
import { visible } from '../characters/visible.js';
import {
  bodyView,
  type ChangeSetting,
  type ChangeView,
  changeSetting,
  headView,
  SPEAKS_FOR_ITSELF,
} from './change-view.js';
import { type FactsOf, rejectionOf } from './fact-view.js';
import { type Fold, foldChanges, signature } from './fold.js';
import { groupBy } from './group-by.js';
import { type ImpactView, impactView, spentByOwner } from './impact-view.js';
import { readingText } from './origin.js';
import { awaited } from './remarks.js';
import { groupsByOwner, sectionsOf } from './sections.js';
import { kindTitle, type RuleOf, type SectionName, summaryLine } from './wording.js';

export interface GroupView {
  readonly title: string;
  readonly folds: readonly Fold[];
  readonly changes: readonly ChangeView[];
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
  /** What an owner spent, in words, by its id. */
  readonly spent: ReadonlyMap<string, string>;
}

export function planView(plan: Plan, options: ViewOptions = {}): PlanView {
  const setting: Setting = { ...options, ...changeSetting(plan, options), spent: spentByOwner(plan.impact) };
  const sections = sectionsOf(plan, options.kinds).map(
    ({ kinds, ...section }): SectionView => ({
      ...section,
      groups: kinds.flatMap(([kind, changes]) => groupViews(kind, changes, setting)),
    }),
  );
  return { ...planHead(plan, setting, options), sections };
}

/** All that a plan says besides its changes. */
export function planHead(
  plan: Plan,
  { held }: Pick<ChangeSetting, 'held'>,
  { ownerNames }: Pick<ViewOptions, 'ownerNames'>,
): Omit<PlanView, 'sections'> {
  const reading = readingText(plan);
  const only = plan.targets.length > 0 ? `, only ${plan.targets.map(visible).join(' ')}` : '';
  const without = plan.excludes.length > 0 ? `, without ${plan.excludes.map(visible).join(' ')}` : '';
  return {
    heading: `Plan for account ${visible(plan.account)} (uid ${visible(plan.uid)}), made ${plan.createdAt}${only}${without}`,
    ...(reading !== undefined && { reading }),
    moves: (plan.moved ?? []).map(({ from, to }) => `${visible(from)} has moved to ${visible(to)}`),
    findings: plan.findings,
    diagnostics: plan.diagnostics,
    summary: summaryLine(plan.summary, plan.changes.filter((change) => awaited(change, held)).length),
    ...(plan.impact !== undefined && { impact: impactView(plan.impact, ownerNames) }),
    digest: plan.digest,
  };
}

/** What repeats first, then the rest by owner. */
function groupViews(kind: string, changes: readonly Change[], options: Setting): GroupView[] {
  const { folds, rest } = foldChanges(changes, { ...options, foldFrom: options.foldFrom ?? FOLD_FROM });
  return [
    ...(folds.length > 0 ? [{ title: kindTitle(kind), folds, changes: [] }] : []),
    ...groupsByOwner(kind, rest, options).map(({ title, changes: ofOwner }) => ({
      title,
      folds: [],
      changes: changeViews(ofOwner, options),
    })),
  ];
}

/** Changes that say the same at some length are said once, below the lines of all of them. */
function changeViews(changes: readonly Change[], options: Setting): ChangeView[] {
  const views: ChangeView[] = [];
  for (const alike of groupBy(changes, (change) =>
    mayBeLong(change) ? `${signature(change, options.asOf)}${rejectionOf(change, options.factsOf) ?? ''}` : change,
  ).values()) {
    const [first] = alike;
    if (first === undefined) continue;
    const body = bodyView(first, options);
    if (alike.length > 1 && (body.fields.length >= LONG_BODY || body.reason !== undefined) && body.facts.length === 0) {
      views.push({ ...body, heads: alike.map((change) => headView(change, options)) });
    } else {
      for (const change of alike) views.push({ ...bodyView(change, options), heads: [headView(change, options)] });
    }
  }
  return views;
}

const LONG_BODY = 3;

/** Spares the comparing of what is short anyway. */
function mayBeLong({ action, fields }: Change): boolean {
  if (!SPEAKS_FOR_ITSELF.has(action)) return true;
  return fields.length >= LONG_BODY || fields.some((field) => typeof field.desired === 'object');
}
