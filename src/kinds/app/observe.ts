import { LIMITS } from '../../contract/index.js';
import type { KindPorts, ObservedBatch, ObserveTarget, Values } from '../../model/index.js';
import { type Observation, ObserveFailure, urlMeaning } from '../../model/index.js';
import { fromWireApp } from './wire.js';

/** Clocks of the service and of this machine may differ by so much. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** All apps that the service lists. */
export async function* listApps(ports: KindPorts): AsyncIterable<readonly Observation[]> {
  yield await readApps({}, ports);
}

/** Lists all apps; those with a known id that the listing left out (its paging is not shown) are asked for by id. */
export async function* observeApps(targets: readonly ObserveTarget[], ports: KindPorts): AsyncIterable<ObservedBatch> {
  const listed = new Map((await readApps({}, ports)).map((app) => [app.id, app]));
  const known = targets.flatMap((target) => (target.id !== undefined && !listed.has(target.id) ? [target.id] : []));
  for (let from = 0; from < known.length; from += LIMITS.appIdsPerRead) {
    const appIdList = known.slice(from, from + LIMITS.appIdsPerRead);
    for (const app of await readApps({ appIdList }, ports)) listed.set(app.id, app);
  }

  const found: [ObserveTarget, Observation][] = [];
  const missing: ObserveTarget[] = [];
  const take = (target: ObserveTarget, app: Observation | undefined) => {
    if (app === undefined) return missing.push(target);
    listed.delete(app.id);
    return found.push([target, app]);
  };
  for (const target of targets) if (target.id !== undefined) take(target, listed.get(target.id));
  // What is known by its id is out of the way: the rest may be evidence for what was submitted.
  const submitted = targets.filter((target) => target.id === undefined);
  const evidence = evidenceFor(submitted, [...listed.values()], ports.timeZone);
  for (const target of submitted) take(target, evidence.get(target));
  yield { found, missing, unclaimed: [...listed.values()] };
}

async function readApps(request: { appIdList?: readonly string[] }, ports: KindPorts): Promise<readonly Observation[]> {
  const options = ports.signal === undefined ? {} : { signal: ports.signal };
  const result = await ports.service.call('getApps', request, options);
  if (!result.ok) throw new ObserveFailure(result.failure);
  const at = ports.now();
  return result.reply.appList.flatMap((record) => fromWireApp(record, at) ?? []);
}

/**
 * A submitted app is known again by its type and download link (in any spelling), listed or updated after the sending. The title is only a
 * hint, as the service may have cut it: it tells apart several of one link. Where titles do not, the rest is paired only
 * if there are as many apps as submissions; else no one can say whose is whose, and all stay as they are.
 */
function evidenceFor(
  targets: readonly ObserveTarget[],
  apps: readonly Observation[],
  timeZone: string,
): ReadonlyMap<ObserveTarget, Observation> {
  const evidence = new Map<ObserveTarget, Observation>();
  const free = new Set(apps);
  const claim = (target: ObserveTarget, app: Observation | undefined) => {
    if (app === undefined) return;
    evidence.set(target, app);
    free.delete(app);
  };
  // A target without `since` was never sent, so nothing can be evidence for it.
  const sent = targets.filter(({ since }) => since !== undefined);
  const fits = (target: ObserveTarget) =>
    [...free].filter(
      (app) =>
        linkOf(app.values) === linkOf(target.desired) &&
        updatedAt(app, timeZone) >= Date.parse(target.since ?? '') - CLOCK_MARGIN_MS,
    );
  for (const target of sent) {
    claim(
      target,
      bestOf(
        fits(target).filter((app) => app.values['title'] === target.desired['title']),
        target,
      ),
    );
  }
  const open = sent.filter((target) => !evidence.has(target));
  for (const [target, candidates] of open.map((one) => [one, fits(one)] as const)) {
    const rivals = open.filter((one) => linkOf(one.desired) === linkOf(target.desired));
    if (candidates.length === rivals.length) claim(target, candidates[rivals.indexOf(target)]);
  }
  return evidence;
}

/** The one with the link to the letter, else the first. */
function bestOf(apps: readonly Observation[], { desired }: ObserveTarget): Observation | undefined {
  return apps.find((app) => app.values['appUrl'] === desired['appUrl']) ?? apps[0];
}

const linkOf = (values: Values) => `${String(values['type'])} ${urlMeaning(String(values['appUrl']))}`;

/** `updateTime` is a date-time of the account without a zone. Without one, nothing speaks against the app. */
function updatedAt(app: Observation, timeZone: string): number {
  const text = app.facts['updateTime'];
  const match = text === undefined ? null : /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text);
  if (match === null) return Number.POSITIVE_INFINITY;
  const asUtc = Date.parse(`${match[1]}T${match[2]}Z`);
  return asUtc - offsetAt(asUtc, timeZone);
}

/** How far the zone is ahead of UTC at about this moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(moment / 1000) * 1000;
}
