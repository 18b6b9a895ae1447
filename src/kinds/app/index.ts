import type { ServiceFailure } from '../../contract/index.js';
import { LIMITS } from '../../contract/index.js';
import type { CallOptions, CreateItem, KindPorts, SendResult } from '../../model/index.js';
import { cutBatches, defineKind } from '../../model/index.js';
import { encodedImageBytes } from '../image-bytes.js';
import { errorOf, errorOfItem } from '../item-errors.js';
import { appCautions } from './cautions.js';
import { manifestEntry } from './manifest-entry.js';
import { observeApps } from './observe.js';
import { appFields, appSection } from './schema.js';
import { toWireApp, withoutImages } from './wire.js';

/** Apps are submitted to an offline task (4.6) that returns only its own id, and show up in a listing later (4.8). */
export const app = defineKind({
  name: 'app',
  section: appSection,
  fields: appFields,
  identity: 'assigned',
  memory: 'entry',
  byHand: {
    update:
      'The interface cannot change an app. Change it in the console, then run `adwright accept ADDRESS`; or put the old value back into the manifest.',
    create: 'An app of this type and link is there already. Put its `id` into the manifest to adopt it.',
    missing: 'The listing does not show this app any more. If it was removed, `adwright state rm ADDRESS`.',
    unknown:
      'The listing is looked at in every plan and settles this by itself when an app of this type and download link appears. If the console shows none and no running task, `adwright resolve ADDRESS --absent`.',
  },
  cautions: appCautions,
  manifestEntry,
  observe: observeApps,
  create: {
    endpoint: 'addAppTask',
    batch: (items, { limits, service }, most) =>
      cutBatches(
        items,
        Math.min(LIMITS.appsPerTask, most),
        limits.bodyBytes,
        (batch) =>
          service.bodyBytes('addAppTask', { apps: batch.map((item) => withoutImages(item.desired)) }) +
          batch.reduce((bytes, { desired }) => bytes + encodedImageBytes(desired), 0),
      ),
    send: addAppTask,
  },
});

async function addAppTask(
  batch: readonly CreateItem[],
  { service, files }: KindPorts,
  options: CallOptions,
): Promise<SendResult> {
  const apps = await Promise.all(batch.map((item) => toWireApp(item.desired, files)));
  const result = await service.call('addAppTask', { apps }, options);
  if (!result.ok) return result;
  const { appTaskId, failures } = result.reply;
  if (appTaskId === undefined) {
    return { ok: true, cause: 'the reply held no task id', items: batch.map(() => ({ fate: 'unknown' })) };
  }
  const quota = result.quotaRemaining === undefined ? {} : { quotaRemaining: result.quotaRemaining };
  if (appTaskId === '0') {
    const error = (position: number) =>
      errorOfItem(failures, { position, failedItems: batch.length }, 'the service did not take the task');
    return { ok: true, ...quota, items: batch.map((_, position) => ({ fate: 'failed', error: error(position) })) };
  }
  // The task was taken; what it says of no item in particular is kept, for the case that one never shows up.
  const namesOne = ({ index }: ServiceFailure) => index !== undefined && index < batch.length;
  const said = failures.filter((one) => !namesOne(one)).map((one) => errorOf(one).message);
  const cause =
    said.length === 0 ? {} : { cause: `the reply also said: ${[...new Set(said)].slice(0, 3).join(' · ')}` };
  return {
    ok: true,
    ...quota,
    ...cause,
    items: batch.map((_, position) => {
      const own = failures.find((one) => one.index === position);
      return own === undefined ? { fate: 'pending', taskId: appTaskId } : { fate: 'failed', error: errorOf(own) };
    }),
  };
}
