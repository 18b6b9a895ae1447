/**
 * Cuts items into batches of at most `most` items whose request takes at most `bytes`. An item that is too large alone
 * still gets a batch of its own: the service decides. Sizes are asked for batch by batch, not item by item.
 */
export function* cutBatches<Item>(
  items: readonly Item[],
  most: number,
  bytes: number,
  sizeOf: (batch: readonly Item[]) => number,
): Generator<readonly Item[], void, undefined> {
  for (let start = 0; start < items.length; start += most) yield* halve(items.slice(start, start + most));

  function* halve(batch: readonly Item[]): Generator<readonly Item[], void, undefined> {
    if (batch.length <= 1 || sizeOf(batch) <= bytes) {
      yield batch;
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    yield* halve(batch.slice(0, middle));
    yield* halve(batch.slice(middle));
  }
}

/** Maps in order with at most `ahead` calls under way; what was started is awaited even when the reader stops early. */
export async function* mapAhead<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const under: Promise<Result>[] = [];
  const start = (item: Item) => {
    const result = map(item);
    // An error surfaces where the result is awaited; until then it must not count as unhandled.
    result.catch(() => undefined);
    under.push(result);
  };
  try {
    for (const item of items) {
      start(item);
      const next = under.length >= Math.max(1, ahead) ? under.shift() : undefined;
      if (next !== undefined) yield await next;
    }
    for (let next = under.shift(); next !== undefined; next = under.shift()) yield await next;
  } finally {
    await Promise.allSettled(under);
  }
}
