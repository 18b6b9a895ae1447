import type { CallOptions, KindPorts, SendResult } from '../../model/index.js';
import { cutBatches, defineKind, nameOf, plural } from '../../model/index.js';
import { itemOfId, wholeRefusal } from '../calls/item-errors.js';
import { doubtfulReply, reasonsOf, refusedItems, type Standing } from '../calls/reasons.js';
import { blockingTexts } from './blocking-texts.js';
import { GROUP_FIELDS, type GroupValues } from './fields.js';
import { groupFields, groupSection } from './schema.js';
import { groupNames, type NewGroup, toWireGroup } from './wire.js';

/** Groups can be added and nothing else (addGroups): the state is the only witness of what one is like. */
export const group = defineKind<GroupValues>({
  name: 'group',
  section: groupSection,
  table: GROUP_FIELDS,
  fields: groupFields,
  identity: 'assigned',
  memory: 'entry',
  byHand: {
    update:
      'The interface cannot change a group. Change it in the console, then run `adwright accept ADDRESS`; or put the old value back into the manifest.',
    unknown:
      'Look in the console for a group of this name in this campaign. If it is there, `adwright resolve ADDRESS --id ID`; if it is not, `adwright resolve ADDRESS --absent`.',
  },
  blockingTexts,
  title: ({ name }) => name,
  rememberedEntry: ({ address, values, id }) => ({
    name: nameOf(address),
    entry: { ...values, ...(id !== undefined && { id }) },
  }),
  create: {
    endpoint: 'addGroups',
    batch: (items, { limits, service }, most) =>
      cutBatches(items, Math.min(limits.groupsPerAdd, most), limits.bodyBytes, (batch, enough) =>
        service.bodyBytes('addGroups', { groups: batch.map(toWireGroup) }, enough),
      ),
    send: addGroups,
  },
});

async function addGroups(
  batch: readonly NewGroup[],
  { service }: KindPorts,
  options: CallOptions,
): Promise<SendResult> {
  const groups = batch.map(toWireGroup);
  const result = await service.call('addGroups', { groups }, options);
  const names = batch.map(groupNames);
  if (!result.ok) return refusedItems(result.failure, names) ?? result;
  const { groupIdList, failures } = result.reply;
  if (groupIdList === undefined || groupIdList.length !== batch.length) {
    const cause =
      groupIdList === undefined
        ? 'the reply has no list of ids'
        : `the reply has ${plural(groupIdList.length, 'id')} for ${plural(batch.length, 'group')}, so they cannot be matched to the groups`;
    return doubtfulReply(cause, failures, names);
  }
  const standings = groupIdList.map((id): Standing => (id === undefined ? 'doubtful' : id === '0' ? 'failed' : 'made'));
  const refusal = wholeRefusal(failures, names, standings.filter((one) => one === 'failed').length);
  if (refusal !== undefined) return { ok: false, failure: refusal };
  const { errors, nameless } = reasonsOf(failures, names, standings, () => NOT_CREATED);
  return {
    ok: true,
    ...(nameless.length > 0 && { nameless }),
    ...(result.quotaRemaining !== undefined && { quotaRemaining: result.quotaRemaining }),
    items: groupIdList.map((id, position) => itemOfId(id, errors[position], NOT_CREATED)),
  };
}

const NOT_CREATED = 'the service did not create the group';
