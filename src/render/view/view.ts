import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Action, Change, FieldChange, Finding, Plan } from '../../model/change/plan.js';
import type { Address } from '../../model/resource/address.js';
import { visible } from '../characters/visible.js';
import { type FactsOf, furtherFacts, ownerIdOf, ownerKindOf, rejectionOf, titleText } from './fact-view.js';
import { type FieldView, fieldViews } from './field-view.js';
import { type Fold, foldChanges, signature } from './fold.js';
import { groupBy } from './group-by.js';
import { type ImpactView, impactView, spentWords } from './impact-view.js';
import { originOf, readingText } from './origin.js';
import { awaited, heldUp, waitsFor } from './remarks.js';
import {
  DRIFT,
  kindTitle,
  NOT_OBSERVED,
  NOT_READ,
  type RuleOf,
  SECTIONS,
  type SectionName,
  summaryLine,
} from './wording.js';

/** The line of a change: what it is, and where it is. */
export interface ChangeHead {
  readonly address: Address;
  /** What a person knows it by, as the word of a keyword. */
  readonly title?: string;
  /** The id at the service, where the address does not hold it. */
  readonly id?: string;
  /** `ads/shoes.yaml:14`. */
  readonly place?: string;
  readonly remarks: readonly string[];
}

/** A change, or several that say the same of different things. */
export interface ChangeView {
  readonly kind: string;
  readonly action: Action;
  /** At least one; several have everything below in common. */
  readonly heads: readonly ChangeHead[];
  readonly reason?: string;
  readonly todo?: string;
  readonly attempt?: string;
  readonly accepted?: string;
  /** Where the values last applied come from and how old they are. */
  readonly known?: string;
  /** What the service's review said, if it rejected what is live. */
  readonly review?: string;
  readonly fields: readonly FieldView[];
  /** Further facts, `status pending`, where asked for. */
  readonly facts: readonly string[];
}

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

function sectionOf(change: Change): SectionName | undefined {
  switch (change.action) {
    case 'create':
    case 'import':
      return 'changes';
    case 'update':
      return change.drift ? 'drift' : 'changes';
    case 'blocked':
    case 'unresolved':
    case 'pending':
    case 'forget':
      return change.action;
    case 'no-op':
      return undefined;
  }
}

/** What every part of the view gets besides its changes. */
interface Setting extends ViewOptions {
  readonly ruleOf: RuleOf;
  readonly factsOf: FactsOf;
  /** The time of the plan: ages are counted up to it. */
  readonly asOf: string;
  /** What is said of a value that was not read. */
  readonly unobserved: string;
  /** What cannot be made yet. */
  readonly held: ReadonlySet<Address>;
  /** What an owner spent, by its id. */
  readonly spent: ReadonlyMap<string, string>;
}

export function planView(plan: Plan, options: ViewOptions = {}): PlanView {
  const setting = {
    ...options,
    ruleOf: options.ruleOf ?? (() => undefined),
    factsOf: options.factsOf ?? (() => undefined),
    asOf: plan.createdAt,
    unobserved: plan.unread === true ? NOT_READ : NOT_OBSERVED,
    held: heldUp(plan),
    spent: new Map(plan.impact?.groups.flatMap(({ id, cost }) => (id && cost ? [[id, spentWords(cost)]] : []))),
  };
  const reading = readingText(plan);
  const bySection = groupBy(plan.changes, sectionOf);
  const sections: SectionView[] = [];
  for (const [name, { title, intro }] of Object.entries(SECTIONS) as [
    SectionName,
    { title: string; intro?: string },
  ][]) {
    const changes = bySection.get(name) ?? [];
    const uncounted = name === 'forget' ? Math.max(0, plan.summary.forget - changes.length) : 0;
    if (changes.length + uncounted === 0) continue;
    sections.push({
      name,
      title,
      ...(intro !== undefined && { intro }),
      groups: groupViews(changes, setting),
      uncounted,
    });
  }
  const only = plan.targets.length > 0 ? `, only ${plan.targets.map(visible).join(' ')}` : '';
  const without = plan.excludes.length > 0 ? `, without ${plan.excludes.map(visible).join(' ')}` : '';
  return {
    heading: `Plan for account ${visible(plan.account)} (uid ${visible(plan.uid)}), made ${plan.createdAt}${only}${without}`,
    ...(reading !== undefined && { reading }),
    moves: (plan.moved ?? []).map(({ from, to }) => `${visible(from)} has moved to ${visible(to)}`),
    sections,
    findings: plan.findings,
    diagnostics: plan.diagnostics,
    summary: summaryLine(plan.summary, plan.changes.filter((change) => awaited(change, setting.held)).length),
    ...(plan.impact !== undefined && { impact: impactView(plan.impact, options.ownerNames) }),
    digest: plan.digest,
  };
}

/** By kind, and inside a kind by the owner that a thing belongs to; in the order in which they first appear. */
function groupViews(changes: readonly Change[], options: Setting): GroupView[] {
  const rank = (kind: string) => {
    const index = options.kinds?.indexOf(kind) ?? -1;
    return index < 0 ? Number.MAX_SAFE_INTEGER : index;
  };
  const byKind = [...groupBy(changes, (change) => change.kind)].sort(([a], [b]) => rank(a) - rank(b));
  const views: GroupView[] = [];
  for (const [kind, ofKind] of byKind) {
    const { folds, rest } = foldChanges(ofKind, { ...options, foldFrom: options.foldFrom ?? FOLD_FROM });
    if (folds.length > 0) views.push({ title: kindTitle(kind), folds, changes: [] });
    for (const [id, ofOwner] of groupBy(rest, (change) => ownerIdOf(change, options.factsOf))) {
      const name = id === undefined ? undefined : options.ownerNames?.get(id);
      const named = name === undefined ? '' : ` ${visible(name)}`;
      const owner = id === undefined ? '' : ` in ${ownerKindOf(kind, options.factsOf)} ${visible(id)}${named}`;
      const spent = options.spent.get(id ?? '');
      const cost = spent === undefined ? '' : `, ${spent}`;
      views.push({ title: `${kindTitle(kind)}${owner}${cost}`, folds: [], changes: changeViews(ofOwner, options) });
    }
  }
  return views;
}

/** Nothing of it was read, although there is something to compare with. */
function isUnobserved(change: Change): boolean {
  const known = change.action === 'import' || change.fields.some((field) => field.prior !== undefined);
  return known && change.fields.length > 0 && change.fields.every((field) => field.observed === undefined);
}

/** Where `create` and `update` speak for themselves the reason is noise. */
const SPEAKS_FOR_ITSELF: ReadonlySet<Action> = new Set(['create', 'update', 'forget']);

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

function headView(change: Change, { unobserved, held, factsOf }: Setting): ChangeHead {
  const { source } = change;
  const title = titleText(change, factsOf);
  const waits = waitsFor(change, held);
  const idShown = change.id !== undefined && !change.address.endsWith(`/${change.id}`);
  return {
    address: change.address,
    ...(title !== undefined && { title }),
    ...(idShown && { id: change.id }),
    ...(source !== undefined && { place: `${visible(source.file)}:${source.line}` }),
    remarks: [
      ...(waits === undefined ? [] : [`waits ${waits}`]),
      ...(change.drift && change.action !== 'update' ? [DRIFT] : []),
      ...(isUnobserved(change) ? [unobserved] : []),
      ...(change.action === 'forget' ? ['left in place'] : []),
    ],
  };
}

function bodyView(change: Change, options: Setting): Omit<ChangeView, 'heads'> {
  const unobserved = isUnobserved(change) ? undefined : options.unobserved;
  const known = originOf(change, options.asOf);
  const review = rejectionOf(change, options.factsOf);
  const showReason = options.verbose === true || !SPEAKS_FOR_ITSELF.has(change.action);
  return {
    kind: change.kind,
    action: change.action,
    ...(showReason && change.reason !== '' && { reason: change.reason }),
    ...(change.todo !== undefined && { todo: change.todo }),
    ...(change.action === 'unresolved' && change.attempt !== undefined && { attempt: change.attempt.id }),
    ...(change.action === 'blocked' && change.desiredDigest !== undefined && { accepted: change.desiredDigest }),
    ...(known !== undefined && { known }),
    ...(review !== undefined && { review }),
    fields: change.fields.flatMap((field: FieldChange) =>
      fieldViews(change, field, { unobserved, ruleOf: options.ruleOf }),
    ),
    facts: options.verbose === true ? furtherFacts(change, options.factsOf) : [],
  };
}
