import type { WireGroup } from '../../contract/index.js';
import type { CreateItem } from '../../model/index.js';
import { senderOf } from '../../model/index.js';
import type { ItemNames } from '../calls/item-names.js';
import { GROUP_FIELDS, type GroupValues } from './fields.js';

export type NewGroup = CreateItem<GroupValues>;

const toWireFields = senderOf<WireGroup>(GROUP_FIELDS);

/** A group as addGroups wants it. */
export function toWireGroup({ desired, address }: NewGroup): WireGroup {
  return toWireFields(desired, address);
}

/** What a reply may call a group. An `id` that is given for one that does not exist yet is its campaign's, if any. */
export function groupNames({ desired }: NewGroup, position: number): ItemNames {
  const { campaignId, name } = desired;
  return { position, lists: { groups: position }, ids: { campaignId, id: campaignId }, name };
}
