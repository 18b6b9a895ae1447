import type { Address } from '../resource/address.js';
import { PackedList } from './packed-list.js';
import type { Change, Changes, Plan } from './plan.js';

/** Texts that many changes have in common; the others differ from change to change. */
const SHARED = ['kind', 'action', 'reason', 'todo', 'file', 'path', 'observedAt', 'priorKnown', 'priorAt', 'priorBy'];

/** Changes that are found one by one, each with its position: the order is that of the positions. */
export class ChangeList {
  readonly #list = new PackedList<Change>(SHARED);
  readonly #positions: number[] = [];
  #sorted = true;

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

/** Some of the changes, by their indexes. */
export function pick(changes: Changes, indexes: readonly number[]): Changes {
  const at = (index: number) => {
    const which = indexes[index];
    return which === undefined ? undefined : changes.at(which);
  };
  return viewOf(indexes.length, at, function* () {
    for (const index of indexes) {
      const change = changes.at(index);
      if (change !== undefined) yield change;
    }
  });
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
  return indexes.length === changes.length ? changes : pick(changes, indexes);
}

export function joinChanges(first: Changes, second: Changes): Changes {
  if (second.length === 0) return first;
  const at = (index: number) => (index < first.length ? first.at(index) : second.at(index - first.length));
  return viewOf(first.length + second.length, at, function* () {
    yield* first;
    yield* second;
  });
}

/** What a plan asks for and cannot make yet: until it is there, apply skips what depends on it. */
export function heldUp({ changes, summary }: Pick<Plan, 'changes' | 'summary'>): ReadonlySet<Address> {
  const held = new Set<Address>();
  // Nothing else holds anything up, and a long list is gone through once less.
  if (summary.blocked + summary.unresolved + summary.pending === 0) return held;
  for (const { address, blocksChildren } of changes) if (blocksChildren === true) held.add(address);
  return held;
}
