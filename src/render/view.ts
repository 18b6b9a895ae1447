import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Address } from '../model/address.js';
import type { Action, Change, FieldChange, Finding, Plan } from '../model/plan.js';
import { type FieldView, fieldViews } from './field-view.js';
import { type Fold, foldChanges } from './fold.js';
import { groupBy } from './group-by.js';
import { visible } from './visible.js';
import { DRIFT, kindTitle, NOT_OBSERVED, SECTIONS, type SectionName, summaryLine } from './wording.js';

export interface ChangeView {
  readonly address: Address;
  readonly kind: string;
  readonly action: Action;
  /** The word of a keyword: what a person knows it by. */
  readonly word?: string;
  /** The id at the service, where the address does not hold it. */
  readonly id?: string;
  /** `ads/shoes.yaml:14`. */
  readonly place?: string;
  readonly remarks: readonly string[];
  readonly reason?: string;
  readonly todo?: string;
  readonly attempt?: string;
  readonly accepted?: string;
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

/** A plan in words, for whatever format: nothing here knows of columns, colours or markup. */
export interface PlanView {
  readonly heading: string;
  readonly sections: readonly SectionView[];
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: string;
  readonly digest: string;
}

export interface ViewOptions {
  readonly verbose?: boolean;
  /** Names of groups by id, where the state or a report has one. */
  readonly groupNames?: ReadonlyMap<string, string>;
  /** Equal changes from this number on are folded. */
  readonly foldFrom?: number;
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

export function planView(plan: Plan, options: ViewOptions = {}): PlanView {
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
      groups: groupViews(changes, options),
      uncounted,
    });
  }
  const scope = plan.targets.length > 0 ? `, only ${plan.targets.map(visible).join(' ')}` : '';
  return {
    heading: `Plan for account ${visible(plan.account)} (uid ${visible(plan.uid)}), made ${plan.createdAt}${scope}`,
    sections,
    findings: plan.findings,
    diagnostics: plan.diagnostics,
    summary: summaryLine(plan.summary),
    digest: plan.digest,
  };
}

/** By kind, and inside a kind by the group that a thing belongs to; in the order in which they first appear. */
function groupViews(changes: readonly Change[], options: ViewOptions): GroupView[] {
  const byKind = groupBy(changes, (change) => change.kind);
  const views: GroupView[] = [];
  for (const [kind, ofKind] of byKind) {
    const { folds, rest } = foldChanges(ofKind, options.foldFrom ?? FOLD_FROM);
    if (folds.length > 0) views.push({ title: kindTitle(kind), folds, changes: [] });
    for (const [groupId, inGroup] of groupBy(rest, (change) => change.facts?.['groupId'])) {
      const name = groupId === undefined ? undefined : options.groupNames?.get(groupId);
      const named = name === undefined ? '' : ` ${visible(name)}`;
      const title = groupId === undefined ? kindTitle(kind) : `${kindTitle(kind)} in group ${visible(groupId)}${named}`;
      views.push({ title, folds: [], changes: inGroup.map((change) => changeView(change, options)) });
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

export function changeView(change: Change, options: ViewOptions = {}): ChangeView {
  const { facts = {}, source } = change;
  const unobserved = isUnobserved(change);
  const remarks = [
    ...(change.drift && change.action !== 'update' ? [DRIFT] : []),
    ...(unobserved ? [NOT_OBSERVED] : []),
    ...(change.action === 'forget' ? ['left in place'] : []),
  ];
  const showReason = options.verbose === true || !SPEAKS_FOR_ITSELF.has(change.action);
  const idShown = change.id !== undefined && !change.address.endsWith(`/${change.id}`);
  return {
    address: change.address,
    kind: change.kind,
    action: change.action,
    ...(facts['word'] !== undefined && { word: facts['word'] }),
    ...(idShown && { id: change.id }),
    ...(source !== undefined && { place: `${visible(source.file)}:${source.line}` }),
    remarks,
    ...(showReason && change.reason !== '' && { reason: change.reason }),
    ...(change.todo !== undefined && { todo: change.todo }),
    ...(change.action === 'unresolved' && change.attempt !== undefined && { attempt: change.attempt.id }),
    ...(change.action === 'blocked' && change.desiredDigest !== undefined && { accepted: change.desiredDigest }),
    fields: change.fields.flatMap((field: FieldChange) => fieldViews(change, field, !unobserved)),
    facts:
      options.verbose === true
        ? Object.entries(facts)
            .filter(([name, value]) => name !== 'word' && name !== 'groupId' && value !== '')
            .map(([name, value]) => `${name} ${visible(value)}`)
        : [],
  };
}
