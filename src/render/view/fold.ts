import type { Action, Change, Changes } from '../../model/change/plan.js';
import { groupBy } from '../../model/kind/group-by.js';
import { visible } from '../characters/visible.js';
import { type FactsOf, ownerKindOf } from './fact-view.js';
import { type FieldView, fieldViews } from './field-view.js';
import { originOf } from './origin.js';
import { type FactorFold, factorOfMost } from './price-factor.js';
import { remarkOfMany } from './remarks.js';
import { showsReason } from './signature.js';
import type { Alike, SortedRows } from './sorted-rows.js';
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
  readonly members: Iterable<string>;
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

/** Of the rows that are left over, their numbers. */
export function foldRows(
  rows: SortedRows,
  setting: FoldSetting,
): { readonly folds: readonly Fold[]; readonly rest: readonly number[] } {
  const { foldFrom } = setting;
  const all = rows.all();
  if (all.length < foldFrom) return { folds: [], rest: all };
  const folds: Fold[] = [];
  const byFactor = factorOfMost(new Set(all.map(rows.alike)), foldFrom);
  let others = all;
  if (byFactor !== undefined) {
    const fits = (row: number) => byFactor.alike.has(rows.alike(row));
    folds.push(factorFoldOf(byFactor, new Folded(rows, all.filter(fits)), setting));
    others = all.filter((row) => !fits(row));
  }
  const many = (row: number) => rows.alike(row).count >= foldFrom;
  for (const alike of groupBy(others.filter(many), rows.alike).values())
    folds.push(foldOf(new Folded(rows, alike), setting));
  return { folds, rest: others.filter((row) => !many(row)) };
}

/** Rows that are shown together. */
class Folded {
  constructor(
    readonly rows: SortedRows,
    readonly numbers: readonly number[],
  ) {}

  first({ changes }: FoldSetting): Change {
    const [row] = this.numbers;
    const change = row === undefined ? undefined : changes.at(this.rows.index(row));
    if (change === undefined) throw new RangeError('a fold of nothing');
    return change;
  }

  /** Made when they are read, each time anew. */
  members(text: (name: string, alike: Alike) => string = (name) => name): Iterable<string> {
    const { rows, numbers } = this;
    return {
      *[Symbol.iterator]() {
        for (const row of numbers) yield text(rows.name(row), rows.alike(row));
      },
    };
  }
}

function foldOf(folded: Folded, setting: FoldSetting): Fold {
  const { asOf, unobserved, ruleOf } = setting;
  const first = folded.first(setting);
  const known = originOf(first, asOf);
  return {
    ...common(first, folded, setting),
    fields: first.fields.flatMap((field) => fieldViews(first, field, { unobserved, ruleOf })),
    ...(known !== undefined && { known }),
    ...(showsReason(first) && { reason: first.reason }),
    ...(first.todo !== undefined && { todo: first.todo }),
    ...(first.action === 'unresolved' && first.attempt !== undefined && { attempt: first.attempt.id }),
    ...(first.action === 'blocked' && first.desiredDigest !== undefined && { accepted: first.desiredDigest }),
    members: folded.members(),
  };
}

function factorFoldOf({ factor, path }: FactorFold, folded: Folded, setting: FoldSetting): Fold {
  return {
    ...common(folded.first(setting), folded, setting),
    fields: [{ path, form: 'value', value: `× ${factor}`, notes: ['rounded to cents'] }],
    members: folded.members((name, { edit }) =>
      edit === undefined ? name : `${name} ${visible(edit.from)} → ${visible(edit.to)}`,
    ),
  };
}

function common(first: Change, folded: Folded, { factsOf }: FoldSetting) {
  const { rows, numbers } = folded;
  const owners = new Set(numbers.map(rows.owner).filter((id) => id !== undefined));
  const ownerKind = ownerKindOf(first.kind, factsOf);
  const waits = remarkOfMany(numbers.map(rows.waits));
  const review = remarkOfMany(numbers.map(rows.review));
  return {
    kind: first.kind,
    action: first.action,
    count: numbers.length,
    ...(owners.size > 1 && ownerKind !== undefined && { owners: kindCount(ownerKind, owners.size) }),
    places: placesOf(folded),
    ...(waits !== undefined && { waits }),
    ...(review !== undefined && { review }),
  };
}

/** Lines by file, runs of neighbours joined. */
function placesOf({ rows, numbers }: Folded): string[] {
  return [...groupBy(numbers, rows.file)].flatMap(([file, inFile]) =>
    file === undefined ? [] : [`${visible(file)}:${runs(inFile.map(rows.line))}`],
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
