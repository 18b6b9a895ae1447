import { APP_RECORD, LIMITS } from '../../contract/index.js';
import type { AppRecord } from '../account/records.js';
import { appAt, startReview } from '../account/review.js';
import type { Answer, Call } from '../call/call.js';
import { recordOnRead } from '../call/record-on-read.js';
import { type Checked, type Refusal, refused } from '../call/refusal.js';
import { type FailureItem, failureItem } from '../call/reply.js';
import { checkApp, type SubmittedApp } from '../rules/app-rules.js';
import { idList, requiredList } from '../rules/fields.js';

/** Create a batch-add application task. */
export async function addAppTask(call: Call): Promise<Answer> {
  const apps = requiredList(call, 'apps', LIMITS.appsPerTask);
  // The documented form of a failed submission: a task id of 0 with failures.
  if (!apps.ok) return { ...apps, extra: { appTaskId: call.forms.idNumber('0') } };
  const good: SubmittedApp[] = [];
  const refusals: Refusal[] = [];
  for (const [index, entry] of apps.value.entries()) {
    const app: Checked<SubmittedApp> = call.stamp
      ? { ok: false, refusal: call.stamp }
      : await checkApp(call, entry, `apps[${index}]`);
    const fresh = app.ok ? freshApp(call, app.value, good) : app;
    if (fresh.ok) good.push(fresh.value);
    else refusals.push(fresh.refusal);
  }
  if (good.length === 0 || (refusals.length > 0 && call.options.appTask === 'all-or-nothing')) {
    return { reply: failedTask(call, refusals) };
  }
  const id = call.account.newId('tasks');
  const appIds = good.map((app) => addApp(call, app));
  call.commit([['tasks', id, { id, appIds, addTime: call.clock.text() }]]);
  return { reply: { appTaskId: call.forms.idNumber(id), ...call.forms.failures(refusals.map(taskFailure)) } };
}

function failedTask(call: Call, refusals: readonly Refusal[]) {
  return { appTaskId: call.forms.idNumber('0'), ...call.forms.failures(refusals.map(taskFailure)) };
}

/** Only `code`, `description` and `message`, as addAppTask documents. */
function taskFailure(refusal: Refusal): FailureItem {
  return failureItem(refusal);
}

function freshApp(call: Call, app: SubmittedApp, before: readonly SubmittedApp[]): Checked<SubmittedApp> {
  if (call.options.duplicateApps === 'allowed' || updated(call, app) !== undefined) return { ok: true, value: app };
  const same = (one: { type: string; appUrl: string }) =>
    one.type.toLowerCase() === app.type.toLowerCase() && one.appUrl === app.appUrl;
  const known = before.some(same) || [...call.account.tables.apps.values()].some(same);
  return known ? refused('appExists', app.appUrl) : { ok: true, value: app };
}

function updated(call: Call, app: SubmittedApp): AppRecord | undefined {
  return call.options.appIdInTask === 'updates' ? call.account.tables.apps.get(app.appId ?? '') : undefined;
}

/** The app of a task is there at once, but is listed only when the task has ended. */
function addApp(call: Call, sent: SubmittedApp): string {
  const existing = updated(call, sent);
  const { icon, copyrights, appId: _role, ...app } = sent;
  const id = existing?.id ?? call.account.newId('apps');
  const { appTaskSeconds, appTaskFails, review } = call.options;
  // A failed task leaves no trace: no operation of the interface reports it.
  if (appTaskFails.some((word) => app.title.includes(word) || app.appUrl.includes(word))) return id;
  const ends = new Date(call.clock.now().getTime() + appTaskSeconds * 1000);
  const record: AppRecord = {
    ...app,
    id,
    imageUrl: `https://img.example.com/app/${icon.sha256.slice(0, 24)}.${icon.format}`,
    copyright: copyrights.map((one) => `https://img.example.com/copyright/${one.sha256.slice(0, 24)}`).join(','),
    status: 'enable',
    cause: '',
    updateTime: call.clock.text(ends),
    listedMilliseconds: existing === undefined ? ends.getTime() : 0,
    review: startReview(ends, review.appSeconds, review.rejectWords, [app.title]),
  };
  call.commit([['apps', id, record]]);
  return id;
}

/** Get applications. */
export function getApps(call: Call): Answer {
  const ids = idList(call, 'appIdList', LIMITS.appIdsPerRead);
  if (!ids.ok) return ids;
  if (call.stamp) return { refusal: call.stamp };
  const now = call.clock.now();
  const listed = (app: AppRecord | undefined): app is AppRecord =>
    app !== undefined && (app.listedMilliseconds ?? 0) <= now.getTime();
  const { apps } = call.account.tables;
  const wanted = ids.value?.length ? [...new Set(ids.value)].map((id) => apps.get(id)) : [...apps.values()];
  return {
    reply: call.forms.list(
      'appList',
      wanted.filter(listed).map((app) => appOnRead(call, appAt(app, now))),
    ),
  };
}

function appOnRead(call: Call, app: AppRecord): Record<string, unknown> {
  const { appAutoCheck, developer, privacyUrl, authUrl, ...common } = app;
  // getApps: present only for Android.
  const android = app.type.toLowerCase() === 'android' ? { appAutoCheck, developer, privacyUrl, authUrl } : {};
  return recordOnRead(call, APP_RECORD, { ...common, ...android, appId: app.id });
}
