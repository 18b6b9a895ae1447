import { OPEN_PAGES, PackedList } from './packed-list.js';
import type { Change, Changes } from './plan.js';

/** Names of texts of which there are few; those that differ are other templates. All others differ from change to change. */
const SHARED = ['kind', 'action', 'path', 'priorKnown'];

/** Changes that are found one by one, each with its position: the order is that of the positions. */
export class PlannedChanges {
  readonly #list: PackedList<Change>;
  readonly #positions: number[] = [];
  #sorted = true;

  constructor(openPages = OPEN_PAGES) {
    this.#list = new PackedList(SHARED, openPages);
  }

  get length(): number {
    return this.#list.length;
  }

  /** Of two at one position the later one counts. */
  add(change: Change, position: number): void {
    const last = this.#positions.at(-1);
    if (last !== undefined && position <= last) this.#sorted = false;
    this.#list.push(change);
    this.#positions.push(position);
  }

  inOrder(): Changes {
    return this.#sorted ? this.#list : pick(this.#list, this.#order());
  }

  #order(): readonly number[] {
    const positions = this.#positions;
    const order = Array.from(positions, (_, index) => index);
    order.sort((a, b) => (positions[a] as number) - (positions[b] as number) || a - b);
    return order.filter((index, at) => positions[index] !== positions[order[at + 1] as number]);
  }
}

/** Changes that are made at once where the order is another one than that of the list. */
const TOGETHER = 20_000;

/** Some of the changes, by their indexes, in that order; the list itself where that is all of it. */
export function pick(changes: Changes, indexes: readonly number[]): Changes {
  if (indexes.length === changes.length && indexes.every((index, at) => index === at)) return changes;
  const at = (index: number) => {
    const which = indexes[index];
    return which === undefined ? undefined : changes.at(which);
  };
  return viewOf(indexes.length, at, () => eachOf(changes, indexes));
}

/** Goes through the list from its beginning to its end for so many at a time: it is kept in pages, and each is read once. */
function* eachOf(changes: Changes, indexes: readonly number[]): Generator<Change> {
  for (let from = 0; from < indexes.length; from += TOGETHER) {
    const part = indexes.slice(from, from + TOGETHER);
    if (part.every((index, at) => at === 0 || (part[at - 1] as number) < index)) {
      for (const index of part) yield changes.at(index) as Change;
      continue;
    }
    const made = new Map<number, Change>();
    for (const index of [...part].sort((a, b) => a - b)) made.set(index, changes.at(index) as Change);
    for (const index of part) yield made.get(index) as Change;
  }
}

/** What `JSON.stringify` makes of it is a list, as of an array. */
const viewOf = (length: number, at: Changes['at'], each: () => Generator<Change>) => ({
  length,
  at,
  [Symbol.iterator]: each,
  toJSON: () => [...each()],
});

/** Those that fit; only their indexes are kept. */
export function filterChanges(changes: Changes, fits: (change: Change) => boolean): Changes {
  const indexes: number[] = [];
  let index = 0;
  for (const change of changes) {
    if (fits(change)) indexes.push(index);
    index++;
  }
  return pick(changes, indexes);
}

export function joinChanges(first: Changes, second: Changes): Changes {
  if (second.length === 0) return first;
  const at = (index: number) => (index < first.length ? first.at(index) : second.at(index - first.length));
  return viewOf(first.length + second.length, at, function* () {
    yield* first;
    yield* second;
  });
}
