import type { ReplyId, ReplyOf, ServiceFailure } from '../../contract/index.js';
import type { CallOptions, ItemError, KindPorts, ObserveTarget, SendResult, SentItem } from '../../model/index.js';
import { defineKind } from '../../model/index.js';
import { codeAndWords, itemOfId, wholeRefusal } from '../calls/item-errors.js';
import type { ItemNames } from '../calls/item-names.js';
import { doubtfulReply, reasonsOf, refusedItems, type Standing } from '../calls/reasons.js';
import { batchCreatives } from './batch.js';
import { creativeCautions } from './cautions.js';
import { creativeKeyOf } from './creative-key.js';
import { drawCreative } from './drawing.js';
import { type CreativeValues, RICH_CREATIVE_FIELDS } from './fields.js';
import { rememberedCreative } from './remembered-creative.js';
import { richCreativeFields, richCreativeSection } from './schema.js';
import { creativeNames, type NewCreative, toWireRequest } from './wire.js';

/** Rich creatives can be added to groups and nothing else (addRichCreatives): at most one of each type and device in a group. */
export const richCreative = defineKind<CreativeValues, ObserveTarget, NewCreative>({
  name: 'rich-creative',
  section: richCreativeSection,
  table: RICH_CREATIVE_FIELDS,
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
  cautions: creativeCautions,
  draw: drawCreative,
  rememberedEntry: rememberedCreative,
  create: { endpoint: 'addRichCreatives', batch: batchCreatives, send: addCreatives },
});

async function addCreatives(
  batch: readonly NewCreative[],
  { service, files }: KindPorts,
  options: CallOptions,
): Promise<SendResult> {
  const result = await service.call('addRichCreatives', await toWireRequest(batch, files), options);
  const names = creativeNames(batch);
  if (!result.ok) return refusedItems(result.failure, names) ?? result;
  const { success, failures } = result.reply;
  if (success === undefined) {
    return doubtfulReply('the reply has no list of results', failures, names);
  }
  const results = matchResults(batch, success);
  const refusal = wholeRefusal(failures, names, results.failedItems);
  if (refusal !== undefined) return { ok: false, failure: refusal };
  const { items, nameless } = itemsOfReply(batch, names, results, failures);
  const unsaid = items.some(({ fate }) => fate === 'unknown');
  return {
    ok: true,
    ...(result.quotaRemaining !== undefined && { quotaRemaining: result.quotaRemaining }),
    ...(nameless.length > 0 && { nameless }),
    ...(unsaid && { cause: UNSAID }),
    items,
  };
}

interface Results {
  /** The ids that the reply gives an item; several that differ contradict each other. */
  readonly idsOf: (item: NewCreative) => readonly ReplyId[];
  readonly failedItems: number;
  /** Something may have been made of which the reply does not say what it is. */
  readonly stray: boolean;
}

type Result = NonNullable<ReplyOf<'addRichCreatives'>['success']>[number];

/** Each result names its group and creative, so that nothing depends on the order. */
function matchResults(batch: readonly NewCreative[], success: readonly Result[]): Results {
  const nameOf = (item: NewCreative) => `${item.parentId} ${creativeKeyOf(item.address)}`;
  const ids = new Map<string, Set<ReplyId>>(batch.map((item) => [nameOf(item), new Set()]));
  let stray = false;
  for (const one of success) {
    const own = ids.get(`${one.groupId} ${keyOfResult(one)}`);
    own?.add(one.id);
    if (own === undefined && one.id !== '0') stray = true;
  }
  const idsOf = (item: NewCreative) => [...(ids.get(nameOf(item)) ?? [])];
  const failedItems = batch.filter((item) => idsOf(item).join() === '0').length;
  return { idsOf, failedItems, stray };
}

/** What has no result may have a failure. */
function itemsOfReply(
  batch: readonly NewCreative[],
  names: readonly ItemNames[],
  { idsOf, stray }: Results,
  failures: readonly ServiceFailure[],
): { readonly items: readonly SentItem[]; readonly nameless: readonly ItemError[] } {
  const standings = batch.map((item) => standingOf(idsOf(item)));
  const { errors, nameless } = reasonsOf(failures, names, standings, () => NOT_INSERTED);
  const items = batch.map((item, position): SentItem => {
    const ids = idsOf(item);
    const error = errors[position];
    if (ids.length === 1) return itemOfId(ids[0], error, NOT_INSERTED);
    if (ids.length === 0 && !stray && error !== undefined) return { fate: 'failed', error };
    if (error === undefined) return { fate: 'unknown' };
    return { fate: 'unknown', error: { message: `${UNSAID}; its failures say of it: ${codeAndWords(error)}` } };
  });
  return { items, nameless };
}

function standingOf(ids: readonly ReplyId[]): Standing {
  const [id, ...more] = ids;
  if (ids.length === 0) return 'silent';
  if (more.length > 0 || id === undefined) return 'doubtful';
  return id === '0' ? 'failed' : 'made';
}

const UNSAID = 'the reply did not mention every creative, or named one twice';

const NOT_INSERTED =
  'the service did not insert it (id 0); often the group has a creative of this type and device already, and it takes only one';

/** `type` matches the creative key (addRichCreatives): some services answer the whole key, some only the part before the device. */
function keyOfResult(one: Result): string {
  return one.device === '' || one.type.endsWith(`-${one.device}`) ? one.type : `${one.type}-${one.device}`;
}
