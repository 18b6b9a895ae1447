import type { ReplyOf } from '../../contract/index.js';
import type { CallOptions, CreateItem, KindPorts, SendResult, SentItem } from '../../model/index.js';
import { defineKind } from '../../model/index.js';
import { errorOf, errorOfItem, wholeRefusal } from '../item-errors.js';
import { batchCreatives } from './batch.js';
import { richCreativeFields, richCreativeSection } from './schema.js';
import { creativeKeyOf, toWireRequest } from './wire.js';

/** Rich creatives can be added to groups and nothing else (4.3): at most one of each type and device in a group. */
export const richCreative = defineKind({
  name: 'rich-creative',
  section: richCreativeSection,
  fields: richCreativeFields,
  identity: 'parent',
  parentKind: 'group',
  memory: 'entry',
  byHand: {
    update:
      'The interface cannot change a rich creative. Change it in the console, then run `adwright accept ADDRESS`; or put the old content back into the manifest.',
    unknown:
      'Look in the console whether the group has a creative of this type and device. If it has, `adwright resolve ADDRESS --id ID`; if it has not, `adwright resolve ADDRESS --absent`.',
  },
  create: { endpoint: 'addRichCreatives', batch: batchCreatives, send: addCreatives },
});

async function addCreatives(
  batch: readonly CreateItem[],
  { service, files }: KindPorts,
  options: CallOptions,
): Promise<SendResult> {
  const result = await service.call('addRichCreatives', await toWireRequest(batch, files), options);
  if (!result.ok) return result;
  const { success, failures } = result.reply;
  if (success === undefined) {
    return { ok: true, cause: 'the reply held no list of results', items: batch.map(() => ({ fate: 'unknown' })) };
  }
  const results = new Map(success.map((one) => [`${one.groupId} ${keyOfResult(one)}`, one]));
  const failedItems = success.filter((one) => one.id === '0').length;
  const refusal = wholeRefusal(failures, batch.length, failedItems);
  if (refusal !== undefined) return { ok: false, failure: refusal };
  return {
    ok: true,
    ...(result.quotaRemaining !== undefined && { quotaRemaining: result.quotaRemaining }),
    ...(results.size < batch.length && { cause: 'the reply did not speak of every creative' }),
    items: batch.map((item, position): SentItem => {
      const one = results.get(`${item.parentId} ${creativeKeyOf(item.address)}`);
      if (one === undefined) {
        const own = failures.find((failure) => failure.index === position);
        return own === undefined ? { fate: 'unknown' } : { fate: 'failed', error: errorOf(own) };
      }
      if (one.id !== '0') return { fate: 'done', id: one.id };
      const ids = batch.length === 1 ? [item.parentId as string] : [];
      return { fate: 'failed', error: errorOfItem(failures, { position, ids, failedItems }, NOT_INSERTED) };
    }),
  };
}

const NOT_INSERTED =
  'the service did not insert it (id 0); often the group has a creative of this type and device already, and it takes only one';

/** `type` matches the creative key (4.3): some services answer the whole key, some only what stands before the device. */
function keyOfResult(one: NonNullable<ReplyOf<'addRichCreatives'>['success']>[number]): string {
  return one.device === '' || one.type.endsWith(`-${one.device}`) ? one.type : `${one.type}-${one.device}`;
}
