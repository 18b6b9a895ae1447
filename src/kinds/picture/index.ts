import { ENDPOINTS, LIMITS } from '../../contract/index.js';
import type { CallOptions, KindPorts, KnownTarget, ObservedBatch, SendResult, UpdateItem } from '../../model/index.js';
import {
  cutBatches,
  defineKind,
  type Observation,
  ObserveFailure,
  senderOf,
  type Values,
  walkPages,
} from '../../model/index.js';
import type { ItemNames } from '../calls/item-names.js';
import { reasonsOf, refusedItems } from '../calls/reasons.js';
import { distinctReadings, matchById } from '../live/distinct-readings.js';
import { PICTURE_FIELDS, type PictureValues } from './fields.js';
import { pictureFields, pictureSection } from './schema.js';
import { fromWirePictures } from './wire.js';

/** Library pictures are listed (listPictures) and their tags replaced (updatePictureTags). Unbinding is a command of its own. */
export const picture = defineKind<PictureValues, KnownTarget>({
  name: 'picture',
  section: pictureSection,
  table: PICTURE_FIELDS,
  fields: pictureFields,
  identity: 'address',
  memory: 'entry',
  byHand: {
    update: 'Change the tags in the console.',
    missing: 'The interface cannot add a picture to the library. Check the id with `adwright pictures list`.',
  },
  manifestEntry: ({ id, values }) => ({ entry: { id, ...values } }),
  list,
  observe,
  update: {
    endpoint: 'updatePictureTags',
    batch: (items, { limits, service }) =>
      cutBatches(items, LIMITS.picturesPerPage, limits.bodyBytes, (batch, enough) =>
        service.bodyBytes('updatePictureTags', { data: batch.map(toWire) }, enough),
      ),
    send: updateTags,
  },
});

type Update = UpdateItem<PictureValues>;

const toWireFields = senderOf<{ readonly tags: readonly string[] }>(PICTURE_FIELDS);
const toWire = ({ id, desired, address }: Update) => ({ picId: id, ...toWireFields(desired, address) });

/** The listing page by page; a page is asked for when the one before is used up. */
async function* pages(ports: KindPorts): AsyncGenerator<readonly Observation[]> {
  const { service, signal, now } = ports;
  const listing = walkPages({
    size: LIMITS.picturesPerPage,
    title: ENDPOINTS.listPictures.title,
    ahead: false,
    warn: service.warn ?? (() => undefined),
    async fetch(page) {
      const options = signal === undefined ? {} : { signal };
      const result = await service.call('listPictures', { page: String(page) }, options);
      if (!result.ok) throw new ObserveFailure(result.failure);
      const { pictureList, tags, count } = result.reply;
      return { rows: pictureList.map((record, index) => ({ record, tags: tags[index] ?? [] })), count };
    },
  });
  for await (const rows of listing) yield fromWirePictures(rows, now());
}

/** Pictures without tags have nothing to manage. */
async function* list(ports: KindPorts): AsyncIterable<readonly Observation[]> {
  const read: Observation[] = [];
  for await (const page of pages(ports)) read.push(...page);
  yield distinctReadings(read).filter(({ values }) => hasTags(values));
}

const hasTags = ({ tags }: Values) => Array.isArray(tags) && tags.length > 0;

/**
 * Reads until every wanted picture was seen: the library may be far larger than what is managed. A picture may come once
 * more until then, so nothing is said of one before.
 */
async function* observe(targets: readonly KnownTarget[], ports: KindPorts): AsyncIterable<ObservedBatch> {
  if (targets.length === 0) return;
  const wanted = new Set(targets.map(({ id }) => id));
  const unseen = new Set(wanted);
  const read: Observation[] = [];
  for await (const page of pages(ports)) {
    for (const one of page) {
      if (wanted.has(one.id)) read.push(one);
      unseen.delete(one.id);
    }
    if (unseen.size === 0) break;
  }
  yield matchById(targets, distinctReadings(read));
}

async function updateTags(batch: readonly Update[], { service }: KindPorts, options: CallOptions): Promise<SendResult> {
  const result = await service.call('updatePictureTags', { data: batch.map(toWire) }, options);
  const names = batch.map(
    ({ id }, position): ItemNames => ({ position, lists: { data: position }, ids: { picId: id, id } }),
  );
  if (!result.ok) return refusedItems(result.failure, names) ?? result;
  const { success, failures } = result.reply;
  const updated = new Set(success);
  const standings = batch.map(({ id }) => (updated.has(id) ? 'made' : 'silent'));
  const { errors, nameless } = reasonsOf(failures, names, standings, () => '');
  return {
    ok: true,
    ...(result.quotaRemaining !== undefined && { quotaRemaining: result.quotaRemaining }),
    ...(nameless.length > 0 && { nameless }),
    items: batch.map((item, position) => {
      if (updated.has(item.id)) return { fate: 'done' };
      const error = errors[position];
      // Neither named as updated nor as failed: reading back decides.
      return error === undefined ? { fate: 'unknown' } : { fate: 'failed', error };
    }),
  };
}
