import type { Change, Finding } from '../../model/change/plan.js';
import type { DrawnThing } from '../../model/kind/drawing.js';
import type { ChangeSetting } from '../view/change-view.js';
import { ownerIdOf } from '../view/fact-view.js';
import { spentWords } from '../view/impact-view.js';
import { groupsByOwner, type SectionOfChanges, sectionsOf } from '../view/sections.js';

/** An image of the page: its size in pixels, or why it is not there. */
export type PageImage = { readonly width: number; readonly height: number } | { readonly missing: string };

/** How a thing will look, and looked. */
export interface Drawn {
  readonly after?: DrawnThing;
  readonly before?: DrawnThing;
}

/** All that the changes of a page are shown with; the same where the page is written and in the browser. */
export interface PageChanges {
  readonly plan: { readonly changes: readonly Change[]; readonly summary: { readonly forget: number } };
  readonly setting: ChangeSetting;
  readonly kinds: readonly string[];
  readonly ownerNames: ReadonlyMap<string, string>;
  readonly findings: ReadonlyMap<string, readonly Pick<Finding, 'rule' | 'allowed'>[]>;
  readonly drawn: ReadonlyMap<Change, Drawn>;
  readonly images: ReadonlyMap<string, PageImage>;
  /** What was spent, decimal text, by the id of what spent it; by its address as well, where that is known. */
  readonly costs: ReadonlyMap<string, string>;
}

/** A line of the list: a heading or a change. */
export type ListItem =
  | { readonly section: Omit<SectionOfChanges, 'kinds'> }
  | { readonly heading: string; readonly count: number }
  /** `apart`: no heading says what it belongs to. */
  | { readonly change: Change; readonly apart?: true };

/** The changes below their headings, as the text of the plan has them; only those of `among`, where it is given. */
export function pageItems(page: PageChanges, among?: ReadonlySet<Change>): readonly ListItem[] {
  const spent = new Map([...page.costs].map(([owner, cost]) => [owner, spentWords(cost)]));
  const owners = { factsOf: page.setting.factsOf, ownerNames: page.ownerNames, spent };
  const items: ListItem[] = [];
  for (const { kinds, ...section } of sectionsOf(page.plan, page.kinds)) {
    const start = items.length;
    for (const [kind, ofKind] of kinds) {
      const chosen = among === undefined ? ofKind : ofKind.filter((change) => among.has(change));
      if (chosen.length === 0) continue;
      const ownerOf = (change: Change) => ownerIdOf(change, page.setting.factsOf);
      for (const { title, items: changes } of groupsByOwner(kind, chosen, ownerOf, owners)) {
        items.push({ heading: title, count: changes.length });
        for (const change of changes) items.push({ change });
      }
    }
    const uncounted = among === undefined ? section.uncounted : 0;
    if (items.length > start || uncounted > 0) items.splice(start, 0, { section: { ...section, uncounted } });
  }
  return items;
}

/** Ids and addresses by which what a change belongs to is known; the thing itself comes last. */
export function ownersOfChange(change: Change, { setting }: Pick<PageChanges, 'setting'>): readonly string[] {
  const owner = ownerIdOf(change, setting.factsOf);
  return [
    ...(owner === undefined ? [] : [owner]),
    ...(change.parents ?? []),
    ...(change.id === undefined ? [] : [change.id]),
    change.address,
  ];
}

/** What was spent on what the change belongs to. */
export function costOf(change: Change, page: PageChanges): string | undefined {
  if (page.costs.size === 0) return undefined;
  for (const owner of ownersOfChange(change, page)) {
    const cost = page.costs.get(owner);
    if (cost !== undefined) return cost;
  }
  return undefined;
}
