import type { ServiceFailure } from '../../contract/index.js';

/** What a reply may call one item of a request. A kind leaves out what says nothing of its items. */
export interface ItemNames {
  /** Where `index` would put it; absent where the request has no one list of its items. */
  readonly position?: number;
  /** Its position in the lists of the request; `any` where a list is about the item whatever the position. */
  readonly lists: Readonly<Record<string, number | 'any'>>;
  /** Ids by the key that a failure may give them under. */
  readonly ids: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly type?: string;
  readonly device?: string;
}

type Fits = (item: ItemNames) => boolean;

/**
 * Positions of the items that a failure may be about: undefined where it names none, empty where it names something that
 * is not here, and several where what it says fits several. Everything that it says must fit.
 */
export function ownersOf(failure: ServiceFailure, items: readonly ItemNames[]): readonly number[] | undefined {
  const facts = factsOf(failure, items);
  if (facts.length === 0) return undefined;
  return items.flatMap((item, position) => (facts.every((fits) => fits(item)) ? [position] : []));
}

function factsOf(failure: ServiceFailure, items: readonly ItemNames[]): readonly Fits[] {
  const { index, name, type, device } = failure;
  const facts: Fits[] = [];
  // Where the request has no one list of its items, no one can say what an index counts: it names none.
  if (index !== undefined && items.some(({ position }) => position !== undefined)) {
    facts.push(({ position }) => position === index);
  }
  const ids = Object.entries(failure.ids ?? {});
  const known = ids.filter(([key]) => items.some((item) => key in item.ids));
  for (const [key, id] of known) facts.push((item) => item.ids[key] === id);
  // Ids under other keys alone are those of something else.
  if (ids.length > 0 && known.length === 0) facts.push(() => false);
  if (name !== undefined && items.some((item) => item.name !== undefined))
    facts.push((item) => item.name?.trim() === name);
  if (items.some((item) => item.type !== undefined)) {
    if (type !== undefined) facts.push((item) => item.type === type || `${item.type}-${item.device}` === type);
    if (device !== undefined) facts.push((item) => item.device === device);
  }
  for (const { list, position } of failure.places ?? []) {
    if (!items.some((item) => list in item.lists)) continue;
    facts.push((item) => item.lists[list] === 'any' || item.lists[list] === position);
  }
  return facts;
}
