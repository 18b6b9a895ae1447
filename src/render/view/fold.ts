import type { Change } from '../../model/change/plan.js';
import { type Address, nameOf } from '../../model/resource/address.js';
import { visible } from '../characters/visible.js';
import { type FactsOf, ownerIdOf, ownerKindOf, rejectionOf, titleText } from './fact-view.js';
import { type FieldView, fieldViews } from './field-view.js';
import { groupBy } from './group-by.js';
import { originOf } from './origin.js';
import { type FactorFold, foldByFactor } from './price-factor.js';
import { remarkOfMany, waitsFor } from './remarks.js';
import { kindCount, type RuleOf } from './wording.js';

/** Many changes of one kind that do the same thing: what they do once, and every one of them by name. */
export interface Fold {
  readonly kind: string;
  readonly action: Change['action'];
  readonly count: number;
  /** `3 groups`: what they belong to, if to more than one. */
  readonly owners?: string;
  readonly fields: readonly FieldView[];
  readonly reason?: string;
  readonly todo?: string;
  readonly attempt?: string;
  readonly accepted?: string;
  readonly known?: string;
  /** What those that cannot be made yet wait for. */
  readonly waits?: string;
  /** What the service's review said of those that it rejected. */
  readonly review?: string;
  /** `80001234 女鞋`, in plan order. */
  readonly members: readonly string[];
  /** `keywords/shoes.csv:2-213`. */
  readonly places: readonly string[];
}

/** Equal in everything that a person would be shown but the name and the place. */
export function signature(change: Change, asOf: string): string {
  const settledBy = change.action === 'blocked' ? change.desiredDigest : change.attempt?.id;
  const reason = showsReason(change) ? change.reason : '';
  const fields = change.fields.map(({ priorAt: _at, ...field }) => field);
  return JSON.stringify([change.action, change.drift, reason, change.todo, settledBy, fields, originOf(change, asOf)]);
}

function showsReason({ action }: Change): boolean {
  return action !== 'create' && action !== 'update' && action !== 'forget';
}

interface FoldSetting {
  readonly foldFrom: number;
  readonly asOf: string;
  readonly unobserved: string;
  readonly held: ReadonlySet<Address>;
  readonly ruleOf: RuleOf;
  readonly factsOf: FactsOf;
}

export function foldChanges(
  changes: readonly Change[],
  setting: FoldSetting,
): { readonly folds: readonly Fold[]; readonly rest: readonly Change[] } {
  const { foldFrom, asOf, ruleOf } = setting;
  if (changes.length < foldFrom) return { folds: [], rest: changes };
  const folds: Fold[] = [];
  const folded = new Set<Change>();
  const byFactor = foldByFactor(changes, foldFrom, ruleOf);
  if (byFactor !== undefined) {
    folds.push(factorFoldOf(byFactor, setting));
    for (const { change } of byFactor.edits) folded.add(change);
  }
  const others = changes.filter((change) => !folded.has(change));
  for (const alike of groupBy(others, (change) => signature(change, asOf)).values()) {
    if (alike.length < foldFrom) continue;
    folds.push(foldOf(alike, setting));
    for (const change of alike) folded.add(change);
  }
  return { folds, rest: others.filter((change) => !folded.has(change)) };
}

function foldOf(alike: readonly Change[], setting: FoldSetting): Fold {
  const { asOf, unobserved, ruleOf, factsOf } = setting;
  const first = alike[0];
  if (first === undefined) throw new RangeError('a fold of nothing');
  const known = originOf(first, asOf);
  return {
    ...common(first, alike, setting),
    fields: first.fields.flatMap((field) => fieldViews(first, field, { unobserved, ruleOf })),
    ...(known !== undefined && { known }),
    ...(showsReason(first) && { reason: first.reason }),
    ...(first.todo !== undefined && { todo: first.todo }),
    ...(first.action === 'unresolved' && first.attempt !== undefined && { attempt: first.attempt.id }),
    ...(first.action === 'blocked' && first.desiredDigest !== undefined && { accepted: first.desiredDigest }),
    members: alike.map((change) => memberName(change, factsOf)),
  };
}

function factorFoldOf({ factor, path, edits }: FactorFold, setting: FoldSetting): Fold {
  const changes = edits.map(({ change }) => change);
  const [first] = changes;
  if (first === undefined) throw new RangeError('a fold of nothing');
  return {
    ...common(first, changes, setting),
    fields: [{ path, form: 'value', value: `× ${factor}`, notes: ['rounded to cents'] }],
    members: edits.map(
      ({ change, from, to }) => `${memberName(change, setting.factsOf)} ${visible(from)} → ${visible(to)}`,
    ),
  };
}

function common(first: Change, alike: readonly Change[], { held, factsOf }: FoldSetting) {
  const owners = new Set(alike.map((change) => ownerIdOf(change, factsOf)).filter((id) => id !== undefined));
  const ownerKind = ownerKindOf(first.kind, factsOf);
  const waits = remarkOfMany(alike.map((change) => waitsFor(change, held)));
  const review = remarkOfMany(alike.map((change) => rejectionOf(change, factsOf)));
  return {
    kind: first.kind,
    action: first.action,
    count: alike.length,
    ...(owners.size > 1 && ownerKind !== undefined && { owners: kindCount(ownerKind, owners.size) }),
    places: placesOf(alike),
    ...(waits !== undefined && { waits }),
    ...(review !== undefined && { review }),
  };
}

function memberName(change: Change, factsOf: FactsOf): string {
  const title = titleText(change, factsOf);
  return visible(nameOf(change.address)) + (title === undefined ? '' : ` ${visible(title)}`);
}

/** Lines by file, runs of neighbours joined. */
function placesOf(changes: readonly Change[]): string[] {
  const sources = changes.map((change) => change.source).filter((source) => source !== undefined);
  return [...groupBy(sources, (source) => source.file)].map(
    ([file, inFile]) => `${visible(file)}:${runs(inFile.map((source) => source.line))}`,
  );
}

function runs(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let index = 0; index < sorted.length; ) {
    let end = index;
    while (end + 1 < sorted.length && (sorted[end + 1] ?? 0) === (sorted[end] ?? 0) + 1) end++;
    parts.push(end === index ? `${sorted[index]}` : `${sorted[index]}-${sorted[end]}`);
    index = end + 1;
  }
  return parts.join(',');
}
