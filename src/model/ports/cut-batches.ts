/**
 * Cuts items into as few batches as count and size allow, in order. An item that is too large by itself still gets a
 * batch of its own: the service then says so for that item alone. `bytes` may return more than it is, up to `enough`.
 */
export function cutBatches<Item>(
  items: readonly Item[],
  most: number,
  maxBytes: number,
  bytes: (batch: readonly Item[], enough?: number) => number,
): readonly (readonly Item[])[] {
  const byCount: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += most) byCount.push(items.slice(start, start + most));
  // Batches are seldom near the limit: a look at each as a whole costs far less than one at every item.
  if (maxBytes === Number.POSITIVE_INFINITY || byCount.every((batch) => bytes(batch, maxBytes) <= maxBytes))
    return byCount;
  const batches: Item[][] = [];
  let batch: Item[] = [];
  let size = 0;
  // Form bodies grow by their items, so each item is measured once against the empty body.
  const empty = items.length > 0 ? bytes([]) : 0;
  for (const item of items) {
    const own = bytes([item]) - empty + SEPARATOR_BYTES;
    if (batch.length > 0 && (batch.length >= most || empty + size + own > maxBytes)) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += own;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** A comma between two items of a JSON list, form-encoded. */
const SEPARATOR_BYTES = 3;
