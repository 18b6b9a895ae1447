import { pMapIterable } from 'p-map';
import type {
  CallOptions,
  KindPorts,
  KnownTarget,
  ObservedBatch,
  SendResult,
  SentItem,
  UpdateItem,
} from '../../model/index.js';
import { createTurn, cutBatches, defineKind, type Observation, ObserveFailure } from '../../model/index.js';
import { readAhead } from '../calls/read-ahead.js';
import { reasonsOf, refusedItems } from '../calls/reasons.js';
import { distinctReadings, matchById } from '../live/distinct-readings.js';
import { keywordCautions, membership } from './cautions.js';
import { KEYWORD_FACTS } from './facts.js';
import { KEYWORD_FIELDS, type KeywordValues } from './fields.js';
import { manifestEntry } from './manifest-entry.js';
import { keywordFields, keywordSection } from './schema.js';
import { fromWireKeyword, keywordNames, statusOf, toWireUpdate } from './wire.js';

/** Keywords are read (getKeywords) and updated (updateKeywords) by id; the interface neither creates nor lists nor deletes one. */
export const keyword = defineKind<KeywordValues, KnownTarget>({
  name: 'keyword',
  section: keywordSection,
  table: KEYWORD_FIELDS,
  fields: keywordFields,
  facts: KEYWORD_FACTS,
  identity: 'address',
  memory: 'baseline',
  byHand: {
    update: 'Change the keyword in the console, or the manifest to what is there.',
    missing:
      'The interface cannot create a keyword. Check the id against the console’s export, or take the entry out of the manifest.',
  },
  cautions: keywordCautions,
  membership,
  manifestEntry,
  observe: (targets, ports) => observe([targets], ports),
  observeRows: observe,
  update: {
    endpoint: 'updateKeywords',
    batch: (items, { limits, service }) =>
      cutBatches(items, limits.keywordsPerUpdate, limits.bodyBytes, (batch, enough) =>
        service.bodyBytes('updateKeywords', { keywords: batch.map(toWireUpdate) }, enough),
      ),
    send: updateKeywords,
  },
});

/**
 * Batch by batch as the replies arrive. One more is under way than calls may be in flight: the client holds it back until
 * a call has ended, and it goes out before that reply is read.
 */
async function* observe(
  pages: Iterable<readonly KnownTarget[]> | AsyncIterable<readonly KnownTarget[]>,
  ports: KindPorts,
): AsyncIterable<ObservedBatch> {
  const batches = readAhead(recut(pages, ports.limits.keywordsPerRead), 1, ports.service.turn ?? createTurn());
  yield* pMapIterable(batches, (batch) => observeBatch(batch, ports), {
    concurrency: ports.limits.concurrentReads + 1,
    backpressure: ports.limits.concurrentReads + 1,
  });
}

/** Pages of any length as batches of `most`. */
async function* recut<Item>(
  pages: Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>,
  most: number,
): AsyncGenerator<readonly Item[]> {
  let rest: readonly Item[] = [];
  for await (const page of pages) {
    const items = rest.length === 0 ? page : [...rest, ...page];
    let at = 0;
    for (; at + most <= items.length; at += most) yield items.slice(at, at + most);
    rest = items.slice(at);
  }
  if (rest.length > 0) yield rest;
}

async function observeBatch(batch: readonly KnownTarget[], ports: KindPorts): Promise<ObservedBatch> {
  const idList = batch.map((target) => target.id);
  const options = ports.signal === undefined ? {} : { signal: ports.signal };
  const result = await ports.service.call('getKeywords', { idList }, options);
  if (!result.ok) throw new ObserveFailure(result.failure);
  const at = ports.now();
  return matched(
    batch,
    result.reply.keywordList.map((record) => fromWireKeyword(record, at)),
  );
}

/** Which reading is whose. Mostly they come as they were asked for. */
function matched(batch: readonly KnownTarget[], read: readonly (Observation | undefined)[]): ObservedBatch {
  const inOrder = read.length === batch.length && batch.every(({ id }, index) => read[index]?.id === id);
  // Which status an update should carry is not known of a keyword that is returned twice.
  if (!inOrder) return matchById(batch, distinctReadings(read, KEYWORD_FACTS, ['groupId', 'word']));
  return { found: batch.map((target, index) => [target, read[index] as Observation]), missing: [] };
}

async function updateKeywords(
  batch: readonly UpdateItem[],
  { service }: KindPorts,
  options: CallOptions,
): Promise<SendResult> {
  // Without a status the service might switch a paused keyword on: better not sent.
  const safe = batch.filter((item) => statusOf(item) !== undefined);
  if (safe.length === 0) return { ok: true, items: batch.map(() => NO_STATUS) };
  const result = await service.call('updateKeywords', { keywords: safe.map(toWireUpdate) }, options);
  if (!result.ok) {
    const refused = safe.length === batch.length && refusedItems(result.failure, safe.map(keywordNames));
    return refused || result;
  }
  const quota = result.quotaRemaining === undefined ? {} : { quotaRemaining: result.quotaRemaining };
  const { failKeywordIds, failures } = result.reply;
  if (failKeywordIds.length === 0 && failures.length === 0) {
    return { ok: true, ...quota, items: batch.map((item) => (statusOf(item) === undefined ? NO_STATUS : DONE)) };
  }
  const failed = new Set(failKeywordIds);
  const standings = safe.map(({ id }) => (failed.has(id) ? 'failed' : 'accepted'));
  const { errors, nameless } = reasonsOf(failures, safe.map(keywordNames), standings, (position) =>
    refusedUpdate(safe[position] as UpdateItem),
  );
  let next = 0;
  return {
    ok: true,
    ...quota,
    ...(nameless.length > 0 && { nameless }),
    items: batch.map((item) => {
      if (statusOf(item) === undefined) return NO_STATUS;
      const error = errors[next++];
      return error === undefined ? DONE : { fate: 'failed', error };
    }),
  };
}

const DONE: SentItem = { fate: 'done' };

const NO_STATUS: SentItem = {
  fate: 'failed',
  error: {
    message:
      'not sent: the service does not say whether it is enabled or paused, and an update without `status` could switch it on; put `status` into the manifest',
  },
};

/** updateKeywords says only that the data was invalid, "for example a too-low price": show what was sent. */
function refusedUpdate(item: UpdateItem): string {
  const sent = item.changed.map((name) => `${name} ${String(item.desired[name])}`).join(', ');
  return `the service refused the data (${sent})`;
}
