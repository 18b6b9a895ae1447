import type { CreativeKey, RequestOf } from '../../contract/index.js';
import type { ChildItem, ProjectFiles } from '../../model/index.js';
import { senderOf } from '../../model/index.js';
import { withBase64, withoutImages } from '../calls/image-bytes.js';
import type { ItemNames } from '../calls/item-names.js';
import { creativeKeyOf } from './creative-key.js';
import { type CreativeValues, RICH_CREATIVE_FIELDS, type WireCreatives } from './fields.js';

export type NewCreative = ChildItem<CreativeValues>;
type AddRequest = RequestOf<'addRichCreatives'>;

const toWireFields = senderOf<WireCreatives>(RICH_CREATIVE_FIELDS);

function groupIdsOf(items: readonly NewCreative[]): readonly string[] {
  return [...new Set(items.map(({ parentId }) => parentId))];
}

/** One call: every group of the batch gets every creative of the batch (addRichCreatives), all with one status. */
export async function toWireRequest(items: readonly NewCreative[], files: ProjectFiles): Promise<AddRequest> {
  const contents = oneForEachKey(items).map(async ({ desired: { content }, address }) =>
    toWireFields({ content: await withBase64(content, files) }, address),
  );
  return requestWith(items, await Promise.all(contents));
}

/** The same request with empty images, to be measured. */
export function measurable(items: readonly NewCreative[]): AddRequest {
  const contents = oneForEachKey(items).map(({ desired: { content }, address }) =>
    toWireFields({ content: withoutImages(content) }, address),
  );
  return requestWith(items, contents);
}

/** The first item of each creative key; the others of that key have the same content. */
export function oneForEachKey(items: readonly NewCreative[]): readonly NewCreative[] {
  const byKey = new Map<CreativeKey, NewCreative>();
  for (const item of items) if (!byKey.has(creativeKeyOf(item.address))) byKey.set(creativeKeyOf(item.address), item);
  return [...byKey.values()];
}

function requestWith(items: readonly NewCreative[], contents: readonly WireCreatives[]): AddRequest {
  const [first] = items;
  const status = first === undefined ? {} : toWireFields(first.desired, first.address, ['status']);
  return { groupIdList: groupIdsOf(items), ...Object.assign({}, ...contents), ...status };
}

/** What a reply may call each creative of a call. An index counts groups, so it names one only where each has one. */
export function creativeNames(items: readonly NewCreative[]): readonly ItemNames[] {
  const groups = new Map(groupIdsOf(items).map((id, position) => [id, position]));
  const isColumn = new Set(items.map((item) => creativeKeyOf(item.address))).size === 1;
  return items.map(({ address, parentId: id }): ItemNames => {
    const key = creativeKeyOf(address);
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
