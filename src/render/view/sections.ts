import type { Change, Plan } from '../../model/change/plan.js';
import { visible } from '../characters/visible.js';
import { type FactsOf, ownerIdOf, ownerKindOf } from './fact-view.js';
import { groupBy } from './group-by.js';
import { kindTitle, SECTIONS, type SectionName } from './wording.js';

/** Changes that are shown under one heading, by kind. */
export interface SectionOfChanges {
  readonly name: SectionName;
  readonly title: string;
  readonly intro?: string;
  readonly kinds: readonly (readonly [kind: string, changes: readonly Change[]])[];
  /** Things that are counted and not listed one by one. */
  readonly uncounted: number;
}

/** The changes of a plan by section, and inside it by kind in the order of `kinds`; others follow, as they first appear. */
export function sectionsOf(
  { changes, summary }: Pick<Plan, 'changes'> & { readonly summary: Pick<Plan['summary'], 'forget'> },
  kinds: readonly string[] = [],
): readonly SectionOfChanges[] {
  const bySection = groupBy(changes, sectionOf);
  const rank = (kind: string) => {
    const index = kinds.indexOf(kind);
    return index < 0 ? Number.MAX_SAFE_INTEGER : index;
  };
  const names = Object.entries(SECTIONS) as [SectionName, { title: string; intro?: string }][];
  return names.flatMap(([name, words]) => {
    const own = bySection.get(name) ?? [];
    const uncounted = name === 'forget' ? Math.max(0, summary.forget - own.length) : 0;
    if (own.length + uncounted === 0) return [];
    const byKind = [...groupBy(own, (change) => change.kind)].sort(([a], [b]) => rank(a) - rank(b));
    return [{ name, ...words, kinds: byKind, uncounted }];
  });
}

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

export interface OwnerNames {
  readonly factsOf: FactsOf;
  /** Names of owners by id, where the state or a report has one. */
  readonly ownerNames?: ReadonlyMap<string, string>;
  /** What an owner spent, in words, by its id. */
  readonly spent?: ReadonlyMap<string, string>;
}

/** Changes of one kind by the owner that a thing belongs to, in the order in which they first appear. */
export function groupsByOwner(
  kind: string,
  changes: readonly Change[],
  { factsOf, ownerNames, spent }: OwnerNames,
): readonly { readonly title: string; readonly changes: readonly Change[] }[] {
  return [...groupBy(changes, (change) => ownerIdOf(change, factsOf))].map(([id, ofOwner]) => {
    const name = id === undefined ? undefined : ownerNames?.get(id);
    const named = name === undefined ? '' : ` ${visible(name)}`;
    const owner = id === undefined ? '' : ` in ${ownerKindOf(kind, factsOf)} ${visible(id)}${named}`;
    const cost = spent?.get(id ?? '');
    return { title: `${kindTitle(kind)}${owner}${cost === undefined ? '' : `, ${cost}`}`, changes: ofOwner };
  });
}
