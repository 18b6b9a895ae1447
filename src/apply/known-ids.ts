import type { Address, CreateItem, Kind, KindRegistry, SendResult, SentItem, StateEntry } from '../model/index.js';

/**
 * Ids that are in use already: in the state, or since a moment ago in this run. The service gives each id once,
 * so a reply that gives one again speaks of something else than the item, and the item is in doubt.
 */
export class KnownIds {
  readonly #owners = new Map<string, Address>();

  constructor(entries: Iterable<StateEntry>, kinds: KindRegistry) {
    for (const { address, kind, id, taskId, parentId } of entries) {
      if (id !== undefined) this.add(kind, id, address);
      if (taskId !== undefined) this.#own(taskKey(kind, taskId), address);
      const parentKind = kinds.get(kind)?.parentKind;
      if (parentKind !== undefined && parentId !== undefined)
        this.add(parentKind, parentId, `the ${parentKind} of ${address}`);
    }
  }

  add(kind: string, id: string, owner: Address): void {
    this.#own(idKey(kind, id), owner);
  }

  /** The reply as far as it can be true. What it gives is known from then on, whether it is believed or not. */
  believed(batch: readonly CreateItem[], { name: kind }: Kind, result: SendResult): SendResult {
    if (!result.ok) return result;
    const given = result.items.map((item) => keyOf(kind, item));
    const firsts = new Map<string, Address>();
    const twice = new Set<string>();
    result.items.forEach(({ id }, position) => {
      const key = given[position];
      if (key === undefined || id === undefined) return;
      if (firsts.has(key)) twice.add(key);
      else firsts.set(key, batch[position]?.address ?? '');
    });
    const items = result.items.map((item, position): SentItem => {
      const key = given[position];
      if (key === undefined) return item;
      const owner = this.#owners.get(key);
      const what = item.id === undefined ? `the task ${item.taskId}` : `the id ${item.id}`;
      if (owner !== undefined) return inDoubt(`the reply gives it ${what}, which already belongs to ${owner}`);
      return twice.has(key) ? inDoubt(`the reply gives ${what} to more than one item`) : item;
    });
    given.forEach((key, position) => {
      if (key !== undefined) this.#own(key, batch[position]?.address ?? '');
    });
    return { ...result, items };
  }

  #own(key: string, owner: Address): void {
    if (!this.#owners.has(key)) this.#owners.set(key, owner);
  }
}

const idKey = (kind: string, id: string) => `${kind} ${id}`;
const taskKey = (kind: string, taskId: string) => `${kind} task ${taskId}`;

/** All items of one task share its id. */
function keyOf(kind: string, { fate, id, taskId }: SentItem): string | undefined {
  if (fate === 'done' && id !== undefined) return idKey(kind, id);
  return fate === 'pending' && taskId !== undefined ? taskKey(kind, taskId) : undefined;
}

const inDoubt = (message: string): SentItem => ({ fate: 'unknown', error: { message } });
