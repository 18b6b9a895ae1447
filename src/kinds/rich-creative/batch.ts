import type { CreateItem, KindPorts } from '../../model/index.js';
import { canonicalText } from '../../model/index.js';
import { encodedImageBytes } from '../image-bytes.js';
import { creativeKeyOf, measurable, oneForEachKey } from './wire.js';

type Batch = readonly CreateItem[];

/**
 * One call adds its creatives to each of its groups, so a batch is a rectangle: groups × creatives, all of one status.
 * Two ways of covering the items are tried for each status, and the one with fewer calls is taken:
 * by group (groups that want an equal set of creatives share a call) and by creative (its groups share a call).
 */
export function batchCreatives(items: readonly CreateItem[], ports: KindPorts, most: number): readonly Batch[] {
  const batches: Batch[] = [];
  for (const same of partition(items, (item) => String(item.desired['status'])).values()) {
    const byGroup = rectanglesByGroup(same).flatMap((rectangle) => cut(rectangle, ports, most));
    const byCreative = [...partition(same, contentKey).values()].flatMap((rectangle) => cut(rectangle, ports, most));
    batches.push(...(byCreative.length < byGroup.length ? byCreative : byGroup));
  }
  return batches;
}

function partition<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const parts = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [item]);
    else part.push(item);
  }
  return parts;
}

const contentKeys = new WeakMap<object, string>();

/** Key and content, images by digest. An entry that serves many groups has one content object: it is worked out once. */
function contentKey(item: CreateItem): string {
  const content = item.desired['content'];
  if (typeof content !== 'object') return `${creativeKeyOf(item.address)} ${String(content)}`;
  let text = contentKeys.get(content);
  if (text === undefined) {
    text = canonicalText('tree', content);
    contentKeys.set(content, text);
  }
  return `${creativeKeyOf(item.address)} ${text}`;
}

function rectanglesByGroup(items: readonly CreateItem[]): readonly Batch[] {
  const groups = [...partition(items, (item) => item.parentId as string).values()];
  const signature = (group: Batch) => group.map(contentKey).sort().join('\n');
  return [...partition(groups, signature).values()].map((alike) => alike.flat());
}

/** Cuts a rectangle by number of groups, number of items and size of the body. */
function cut(rectangle: Batch, ports: KindPorts, most: number): readonly Batch[] {
  const columns = oneForEachKey(rectangle);
  const perCall: CreateItem[][] = [];
  // Columns first: images make the size, and a group id takes no room beside them.
  let size = 0;
  for (const column of columns) {
    const own = bodyBytes([column], ports);
    const last = perCall.at(-1);
    if (last === undefined || size + own > ports.limits.bodyBytes || last.length >= most) {
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
    const groups = [...partition(chosen, (item) => item.parentId as string).values()];
    const width = Math.max(1, Math.min(ports.limits.groupsPerCreativeAdd, Math.floor(most / keys.size)));
    const batches: Batch[] = [];
    for (let from = 0; from < groups.length; from += width) batches.push(groups.slice(from, from + width).flat());
    return batches;
  });
}

function bodyBytes(items: Batch, { service }: KindPorts): number {
  const images = oneForEachKey(items).reduce((bytes, item) => bytes + encodedImageBytes(item.desired['content']), 0);
  return service.bodyBytes('addRichCreatives', measurable(items)) + images;
}
