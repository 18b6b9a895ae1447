import type { Turn } from '../model/index.js';

/** Items that are cut at once. */
const CUT_AT_ONCE = 500;
/** Items made in one turn: what else has work waits no longer than about a millisecond for them. */
const MADE_AT_ONCE = 50;

/**
 * The batches of a long list, each made when it is asked for: the same as those of the whole list. `cut` fills each batch
 * before it begins the next one, so only the last of a part can take more.
 */
export async function* batchesOf<Item>(
  items: Iterable<Item>,
  cut: (items: readonly Item[]) => readonly (readonly Item[])[],
  turn: Turn,
): AsyncGenerator<readonly Item[]> {
  let waiting: Item[] = [];
  let enough = CUT_AT_ONCE;
  for (const item of items) {
    waiting.push(item);
    if (waiting.length % MADE_AT_ONCE === 0) await turn();
    if (waiting.length < enough) continue;
    const batches = cut(waiting);
    const last = batches.at(-1) ?? [];
    for (let index = 0; index < batches.length - 1; index++) yield batches[index] as readonly Item[];
    waiting = [...last];
    enough = waiting.length + CUT_AT_ONCE;
  }
  if (waiting.length > 0) yield* cut(waiting);
}
