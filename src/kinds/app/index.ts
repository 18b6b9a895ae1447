import { LIMITS } from '../../contract/index.js';
import type { CallOptions, KindPorts, SendResult } from '../../model/index.js';
import { cutBatches, defineKind } from '../../model/index.js';
import { encodedImageBytes } from '../calls/image-bytes.js';
import { codeAndWords, errorOf, wholeRefusal } from '../calls/item-errors.js';
import type { ItemNames } from '../calls/item-names.js';
import { doubtfulReply, reasonsOf, refusedItems } from '../calls/reasons.js';
import { appCautions } from './cautions.js';
import { drawApp } from './drawing.js';
import { APP_FACTS } from './facts.js';
import { APP_FIELDS, type AppValues } from './fields.js';
import { manifestEntry } from './manifest-entry.js';
import { listApps, observeApps } from './observe.js';
import { appFields, appSection } from './schema.js';
import { measurable, type NewApp, toWireApp } from './wire.js';

/** Apps are submitted to an offline task (addAppTask) that returns only its own id, and show up in a listing later (getApps). */
export const app = defineKind<AppValues>({
  name: 'app',
  section: appSection,
  table: APP_FIELDS,
  fields: appFields,
  facts: APP_FACTS,
  identity: 'assigned',
  memory: 'entry',
  byHand: {
    update:
      'The interface cannot change an app. Change it in the console, then run `adwright accept ADDRESS`; or put the old value back into the manifest.',
    create: 'An app of this type and link already exists. Put its `id` into the manifest to adopt it.',
    missing: 'The listing no longer shows this app. If it was removed, `adwright state rm ADDRESS`.',
    unknown:
      'Every plan reads the listing; this is settled when an app of this type and download link appears. If the console shows none and no running task, `adwright resolve ADDRESS --absent`.',
  },
  cautions: appCautions,
  draw: drawApp,
  manifestEntry,
  list: listApps,
  observe: observeApps,
  create: {
    endpoint: 'addAppTask',
    batch: (items, { limits, service }, most) =>
      cutBatches(
        items,
        Math.min(LIMITS.appsPerTask, most),
        limits.bodyBytes,
        (batch) =>
          service.bodyBytes('addAppTask', { apps: batch.map(measurable) }) +
          batch.reduce((bytes, { desired }) => bytes + encodedImageBytes(desired), 0),
      ),
    send: addAppTask,
  },
});

async function addAppTask(
  batch: readonly NewApp[],
  { service, files }: KindPorts,
  options: CallOptions,
): Promise<SendResult> {
  const apps = await Promise.all(batch.map((item) => toWireApp(item, files)));
  const result = await service.call('addAppTask', { apps }, options);
  const names = batch.map(
    ({ desired }, position): ItemNames => ({
      position,
      lists: { apps: position },
      ids: {},
      name: desired.title,
    }),
  );
  if (!result.ok) return refusedItems(result.failure, names) ?? result;
  const { appTaskId, failures } = result.reply;
  if (appTaskId === undefined) {
    return doubtfulReply('the reply has no task id', failures, names);
  }
  const quota = result.quotaRemaining === undefined ? {} : { quotaRemaining: result.quotaRemaining };
  if (appTaskId === '0') {
    const [first] = failures;
    // The task is one for all, so what is said of none of them is said of it.
    const ofAll = first !== undefined && wholeRefusal(failures, names, batch.length) ? errorOf(first) : undefined;
    const standings = batch.map(() => 'failed' as const);
    const told = ofAll === undefined ? reasonsOf(failures, names, standings, () => NOT_TAKEN) : undefined;
    return {
      ok: true,
      ...quota,
      ...(told !== undefined && told.nameless.length > 0 && { nameless: told.nameless }),
      items: batch.map((_, position) => ({
        fate: 'failed',
        error: ofAll ?? told?.errors[position] ?? { message: NOT_TAKEN },
      })),
    };
  }
  // The task was taken. What it says of no app in particular is kept, as one of them may never show up.
  const standings = batch.map(() => 'accepted' as const);
  const { errors, nameless } = reasonsOf(failures, names, standings, () => NOT_TAKEN);
  return {
    ok: true,
    ...quota,
    ...(nameless.length > 0 && { nameless, cause: causeOf(nameless.map(codeAndWords)) }),
    items: errors.map((error) =>
      error === undefined ? { fate: 'pending', taskId: appTaskId } : { fate: 'failed', error },
    ),
  };
}

const NOT_TAKEN = 'the service did not accept the task';
const MOST_IN_CAUSE = 3;

/** Kept with each app until it shows up; the journal has all of it, once. */
function causeOf(said: readonly string[]): string {
  const distinct = [...new Set(said)];
  const more = distinct.length > MOST_IN_CAUSE ? ` · and ${distinct.length - MOST_IN_CAUSE} more` : '';
  return `the reply also said: ${distinct.slice(0, MOST_IN_CAUSE).join(' · ')}${more}`;
}
