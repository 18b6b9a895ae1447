import type { Change, Plan } from '../../model/change/plan.js';
import { groupBy } from '../../model/kind/group-by.js';
import { visible } from '../characters/visible.js';
import { type FactsOf, ownerKindOf } from './fact-view.js';
import { kindTitle, SECTIONS, type SectionName } from './wording.js';

/** Changes that are shown under one heading, by kind. */
export interface SectionOfChanges<List = readonly Change[]> {
  readonly name: SectionName;
  readonly title: string;
  readonly intro?: string;
  readonly kinds: readonly (readonly [kind: string, changes: List])[];
  /** Things that are counted and not listed one by one. */
  readonly uncounted: number;
}

/** Lists of changes by section and kind. */
export type BySection<List> = ReadonlyMap<SectionName, ReadonlyMap<string, List>>;

interface Forgotten {
  readonly summary: Pick<Plan['summary'], 'forget'>;
}

/** The changes of a plan by section, and inside it by kind in the order of `kinds`; others follow, as they first appear. */
export function sectionsOf(
  { changes, summary }: Forgotten & { readonly changes: readonly Change[] },
  kinds: readonly string[] = [],
): readonly SectionOfChanges[] {
  const bySection = new Map<SectionName, Map<string, Change[]>>();
  for (const [name, own] of groupBy(changes, sectionOf)) {
    if (name !== undefined)
      bySection.set(
        name,
        groupBy(own, (change) => change.kind),
      );
  }
  return inOrder(bySection, { summary }, kinds);
}

/** The sections in their order, without those that are empty. */
export function inOrder<List extends { readonly length: number }>(
  bySection: BySection<List>,
  { summary }: Forgotten,
  kinds: readonly string[] = [],
): readonly SectionOfChanges<List>[] {
  const rank = (kind: string) => {
    const index = kinds.indexOf(kind);
    return index < 0 ? Number.MAX_SAFE_INTEGER : index;
  };
  const names = Object.entries(SECTIONS) as [SectionName, { title: string; intro?: string }][];
  return names.flatMap(([name, words]) => {
    const own = [...(bySection.get(name) ?? [])];
    const count = own.reduce((sum, [, ofKind]) => sum + ofKind.length, 0);
    const uncounted = name === 'forget' ? Math.max(0, summary.forget - count) : 0;
    if (count + uncounted === 0) return [];
    return [{ name, ...words, kinds: own.sort(([a], [b]) => rank(a) - rank(b)), uncounted }];
  });
}

export function sectionOf(change: Change): SectionName | undefined {
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

/** Things of one kind by the owner that they belong to, in the order in which they first appear. */
export function groupsByOwner<Item>(
  kind: string,
  items: readonly Item[],
  ownerOf: (item: Item) => string | undefined,
  { factsOf, ownerNames, spent }: OwnerNames,
): readonly { readonly title: string; readonly items: readonly Item[] }[] {
  return [...groupBy(items, ownerOf)].map(([id, ofOwner]) => {
    const name = id === undefined ? undefined : ownerNames?.get(id);
    const named = name === undefined ? '' : ` ${visible(name)}`;
    const owner = id === undefined ? '' : ` in ${ownerKindOf(kind, factsOf)} ${visible(id)}${named}`;
    const cost = spent?.get(id ?? '');
    return { title: `${kindTitle(kind)}${owner}${cost === undefined ? '' : `, ${cost}`}`, items: ofOwner };
  });
}
