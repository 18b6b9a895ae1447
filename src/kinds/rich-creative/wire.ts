import type { CreativeKey, RequestOf, WireCreativeSet } from '../../contract/index.js';
import type { Address, CreateItem, ProjectFiles, Value } from '../../model/index.js';
import { nameOf } from '../../model/index.js';
import { withBase64, withoutImages } from '../image-bytes.js';
import type { ItemNames } from '../item-names.js';

type AddRequest = RequestOf<'addRichCreatives'>;

/** `rich-creative/<group>/<creative key>`: the key stands last. */
export function creativeKeyOf(address: Address): CreativeKey {
  const name = nameOf(address);
  return name.slice(name.lastIndexOf('/') + 1) as CreativeKey;
}

/** The manifest holds one object for a video and a list of items for everything else; the wire always has a list. */
function itemsOf(content: Value): readonly Value[] {
  return Array.isArray(content) ? content : [content];
}

function groupIdsOf(items: readonly CreateItem[]): readonly string[] {
  return [...new Set(items.map((item) => item.parentId as string))];
}

/** One call: every group of the batch gets every creative of the batch (addRichCreatives), all with one status. */
export async function toWireRequest(items: readonly CreateItem[], files: ProjectFiles): Promise<AddRequest> {
  const sets: { [Key in CreativeKey]?: readonly WireCreativeSet[] } = {};
  for (const item of oneForEachKey(items)) {
    const set = await Promise.all(itemsOf(item.desired['content'] as Value).map((one) => withBase64(one, files)));
    sets[creativeKeyOf(item.address)] = [set as WireCreativeSet];
  }
  return requestWith(items, sets);
}

/** The same request with empty images, to be measured. */
export function measurable(items: readonly CreateItem[]): AddRequest {
  const sets: { [Key in CreativeKey]?: readonly WireCreativeSet[] } = {};
  for (const item of oneForEachKey(items)) {
    const set = itemsOf(item.desired['content'] as Value).map(withoutImages);
    sets[creativeKeyOf(item.address)] = [set as WireCreativeSet];
  }
  return requestWith(items, sets);
}

/** The first item of each creative key; the others of that key have the same content. */
export function oneForEachKey(items: readonly CreateItem[]): readonly CreateItem[] {
  const byKey = new Map<CreativeKey, CreateItem>();
  for (const item of items) if (!byKey.has(creativeKeyOf(item.address))) byKey.set(creativeKeyOf(item.address), item);
  return [...byKey.values()];
}

function requestWith(
  items: readonly CreateItem[],
  sets: { readonly [Key in CreativeKey]?: readonly WireCreativeSet[] },
): AddRequest {
  const status = items[0]?.desired['status'];
  return { groupIdList: groupIdsOf(items), ...sets, ...(typeof status === 'string' && { status }) };
}

/** What a reply may call each creative of a call. An index counts groups, so it names one only where each has one. */
export function creativeNames(items: readonly CreateItem[]): readonly ItemNames[] {
  const groups = new Map(groupIdsOf(items).map((id, position) => [id, position]));
  const isColumn = new Set(items.map((item) => creativeKeyOf(item.address))).size === 1;
  return items.map((item): ItemNames => {
    const key = creativeKeyOf(item.address);
    const id = item.parentId as string;
    const position = groups.get(id) ?? 0;
    const at = key.lastIndexOf('-');
    return {
      ...(isColumn && { position }),
      lists: { [key]: 'any', groupIdList: position },
      ids: { groupId: id, id },
      type: key.slice(0, at),
      device: key.slice(at + 1),
    };
  });
}
