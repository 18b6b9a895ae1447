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
