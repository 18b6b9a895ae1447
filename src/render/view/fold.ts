import type { Action, Change, Changes } from '../../model/change/plan.js';
import { visible } from '../characters/visible.js';
import { type FactsOf, ownerKindOf } from './fact-view.js';
import { type FieldView, fieldViews } from './field-view.js';
import { groupBy } from './group-by.js';
import { originOf } from './origin.js';
import { type FactorFold, factorOfMost } from './price-factor.js';
import { remarkOfMany } from './remarks.js';
import { showsReason } from './signature.js';
import type { Alike, SortedChange } from './sorted-change.js';
import { kindCount, type RuleOf } from './wording.js';

/** Many changes of one kind that do the same thing: what they do once, and every one of them by name. */
export interface Fold {
  readonly kind: string;
  readonly action: Action;
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

interface FoldSetting {
  readonly changes: Changes;
  readonly foldFrom: number;
  readonly asOf: string;
  readonly unobserved: string;
  readonly ruleOf: RuleOf;
  readonly factsOf: FactsOf;
}

export function foldRows(
  rows: readonly SortedChange[],
  setting: FoldSetting,
): { readonly folds: readonly Fold[]; readonly rest: readonly SortedChange[] } {
  const { foldFrom } = setting;
  if (rows.length < foldFrom) return { folds: [], rest: rows };
  const folds: Fold[] = [];
  const byFactor = factorOfMost(new Set(rows.map(({ alike }) => alike)), foldFrom);
  let others = rows;
  if (byFactor !== undefined) {
    folds.push(
      factorFoldOf(
        byFactor,
        rows.filter(({ alike }) => byFactor.alike.has(alike)),
        setting,
      ),
    );
    others = rows.filter(({ alike }) => !byFactor.alike.has(alike));
  }
  const many = (alike: Alike) => alike.count >= foldFrom;
  for (const alike of groupBy(
    others.filter((row) => many(row.alike)),
    (row) => row.alike,
  ).values())
    folds.push(foldOf(alike, setting));
  return { folds, rest: others.filter((row) => !many(row.alike)) };
}

function foldOf(rows: readonly SortedChange[], setting: FoldSetting): Fold {
  const { asOf, unobserved, ruleOf } = setting;
  const first = firstOf(rows, setting);
  const known = originOf(first, asOf);
  return {
    ...common(first, rows, setting),
    fields: first.fields.flatMap((field) => fieldViews(first, field, { unobserved, ruleOf })),
    ...(known !== undefined && { known }),
    ...(showsReason(first) && { reason: first.reason }),
    ...(first.todo !== undefined && { todo: first.todo }),
    ...(first.action === 'unresolved' && first.attempt !== undefined && { attempt: first.attempt.id }),
    ...(first.action === 'blocked' && first.desiredDigest !== undefined && { accepted: first.desiredDigest }),
    members: rows.map(({ name }) => name),
  };
}

function factorFoldOf({ factor, path }: FactorFold, rows: readonly SortedChange[], setting: FoldSetting): Fold {
  return {
    ...common(firstOf(rows, setting), rows, setting),
    fields: [{ path, form: 'value', value: `× ${factor}`, notes: ['rounded to cents'] }],
    members: rows.map(({ name, alike: { edit } }) =>
      edit === undefined ? name : `${name} ${visible(edit.from)} → ${visible(edit.to)}`,
    ),
  };
}

function firstOf([first]: readonly SortedChange[], { changes }: FoldSetting): Change {
  const change = first === undefined ? undefined : changes.at(first.index);
  if (change === undefined) throw new RangeError('a fold of nothing');
  return change;
}

function common(first: Change, rows: readonly SortedChange[], { factsOf }: FoldSetting) {
  const owners = new Set(rows.map(({ owner }) => owner).filter((id) => id !== undefined));
  const ownerKind = ownerKindOf(first.kind, factsOf);
  const waits = remarkOfMany(rows.map((row) => row.waits));
  const review = remarkOfMany(rows.map((row) => row.review));
  return {
    kind: first.kind,
    action: first.action,
    count: rows.length,
    ...(owners.size > 1 && ownerKind !== undefined && { owners: kindCount(ownerKind, owners.size) }),
    places: placesOf(rows),
    ...(waits !== undefined && { waits }),
    ...(review !== undefined && { review }),
  };
}

/** Lines by file, runs of neighbours joined. */
function placesOf(rows: readonly SortedChange[]): string[] {
  return [...groupBy(rows, ({ file }) => file)].flatMap(([file, inFile]) =>
    file === undefined ? [] : [`${visible(file)}:${runs(inFile.map(({ line }) => line))}`],
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
