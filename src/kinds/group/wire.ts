import type { WireGroup } from '../../contract/index.js';
import type { CreateItem, Values } from '../../model/index.js';
import type { ItemNames } from '../item-names.js';
import { idNumber, priceNumber } from '../json-number.js';

/** A group as addGroups wants it. The manifest's schema has settled the shapes. */
export function toWireGroup(desired: Values): WireGroup {
  const negative = desired['negativeWords'] as WireGroup['negativeWords'];
  const industry = desired['industryTags'] as WireGroup['industryTags'];
  return {
    campaignId: idNumber(desired['campaignId'] as string),
    name: desired['name'] as string,
    price: priceNumber(desired['price'] as string),
    ...(negative !== undefined && { negativeWords: negative }),
    ...(industry !== undefined && { industryTags: industry }),
    ...(desired['status'] !== undefined && { status: desired['status'] as string }),
  };
}

/** What a reply may call a group. An `id` that is given for one that does not exist yet is its campaign's, if any. */
export function groupNames({ desired }: CreateItem, position: number): ItemNames {
  const campaignId = String(desired['campaignId']);
  const name = desired['name'] as string;
  return { position, lists: { groups: position }, ids: { campaignId, id: campaignId }, name };
}
