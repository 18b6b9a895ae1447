import type { KindPorts } from '../../model/index.js';
import { canonicalText, groupBy } from '../../model/index.js';
import { encodedImageBytes } from '../calls/image-bytes.js';
import { smallestCover } from './cover.js';
import { creativeKeyOf } from './creative-key.js';
import { measurable, type NewCreative, oneForEachKey } from './wire.js';

type Batch = readonly NewCreative[];

/**
 * One call adds its creatives to each of its groups, so a batch is a rectangle: groups × creatives, all of one status.
 * Groups that want an equal set of creatives count as one row, creatives that go to an equal set of groups as one column.
 * Each row can share a call, and so can each column; the fewest of both that cover everything are taken, unless their
 * limits cut them into more calls than rows alone or columns alone would take.
 */
export function batchCreatives(items: readonly NewCreative[], ports: KindPorts, most: number): readonly Batch[] {
  const contentKey = contentKeys();
  return [...groupBy(items, (item) => String(item.desired.status)).values()].flatMap((same) => {
    const calls = coversOf(same, contentKey).map((cover) => cover.flatMap((rectangle) => cut(rectangle, ports, most)));
    return calls.reduce((best, other) => (other.length < best.length ? other : best));
  });
}

/** Ways of covering items with rectangles: by rows, by columns, and by the fewest of both. */
function coversOf(
  items: readonly NewCreative[],
  contentKey: (item: NewCreative) => string,
): readonly (readonly Batch[])[] {
  const column = numbering(items, contentKey);
  const row = numbering(items, (item) => item.parentId);
  const rowClass = classes(items, row, column);
  const columnClass = classes(items, column, row);
  const byRow = groupBy(items, rowClass);
  const byColumn = groupBy(items, columnClass);
  const rows: number[][] = [...byRow.values()].map((own) => [...new Set(own.map(columnClass))]);
  const cover = smallestCover(rows, byColumn.size);
  const mixed = groupBy(items, (item) =>
    cover.rows.has(rowClass(item)) ? `row ${rowClass(item)}` : `column ${columnClass(item)}`,
  );
  return [byRow, byColumn, mixed].map((parts) => [...parts.values()]);
}

/** Numbers from 0 for what differs by key, in the order of first sight. */
function numbering(items: readonly NewCreative[], keyOf: (item: NewCreative) => string): (item: NewCreative) => number {
  const numbers = new Map<string, number>();
  const byItem = new Map<NewCreative, number>();
  for (const item of items) {
    const key = keyOf(item);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    byItem.set(item, number);
  }
  return (item) => byItem.get(item) ?? 0;
}

/** Lines (rows or columns) that are crossed by the same others are one class. */
function classes(
  items: readonly NewCreative[],
  line: (item: NewCreative) => number,
  other: (item: NewCreative) => number,
): (item: NewCreative) => number {
  const crossings = new Map<number, string>();
  for (const [number, own] of groupBy(items, line)) {
    crossings.set(
      number,
      own
        .map(other)
        .sort((a, b) => a - b)
        .join(' '),
    );
  }
  return numbering(items, (item) => crossings.get(line(item)) ?? '');
}

/** Key and content, images by digest. An entry that serves many groups has one content object: it is worked out once. */
function contentKeys(): (item: NewCreative) => string {
  const texts = new Map<object, string>();
  return (item) => {
    const content = item.desired.content;
    let text = texts.get(content);
    if (text === undefined) {
      text = canonicalText('tree', content);
      texts.set(content, text);
    }
    return `${creativeKeyOf(item.address)} ${text}`;
  };
}

/** Cuts a rectangle by number of groups, number of items and size of the body. */
function cut(rectangle: Batch, ports: KindPorts, most: number): readonly Batch[] {
  const columns = oneForEachKey(rectangle);
  const perCall: NewCreative[][] = [];
  const groupIds = new Set(rectangle.map((item) => item.parentId));
  const perId = [...groupIds].reduce((longest, id) => Math.max(longest, id.length), 0) + QUOTED_BYTES;
  const room = ports.limits.bodyBytes - perId * Math.min(groupIds.size, ports.limits.groupsPerCreativeAdd);
  // Columns first: images make the size.
  let size = 0;
  for (const column of columns) {
    const own = bodyBytes([column], ports);
    const last = perCall.at(-1);
    if (last === undefined || size + own > room || last.length >= most) {
      perCall.push([column]);
      size = own;
    } else {
      last.push(column);
      size += own;
    }
  }
  return perCall.flatMap((kept) => {
    const keys = new Set(kept.map((item) => creativeKeyOf(item.address)));
    const chosen = rectangle.filter((item) => keys.has(creativeKeyOf(item.address)));
    const groups = [...groupBy(chosen, (item) => item.parentId).values()];
    const width = Math.max(1, Math.min(ports.limits.groupsPerCreativeAdd, Math.floor(most / keys.size)));
    const batches: Batch[] = [];
    for (let from = 0; from < groups.length; from += width) batches.push(groups.slice(from, from + width).flat());
    return batches;
  });
}

/** Quotes and a comma around an id in a JSON list, form-encoded. */
const QUOTED_BYTES = 9;

function bodyBytes(items: Batch, { service }: KindPorts): number {
  const images = oneForEachKey(items).reduce((bytes, item) => bytes + encodedImageBytes(item.desired.content), 0);
  return service.bodyBytes('addRichCreatives', measurable(items)) + images;
}
