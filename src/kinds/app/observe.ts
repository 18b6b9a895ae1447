import { LIMITS } from '../../contract/index.js';
import type { Address, KindPorts, ObservedBatch, ObserveTarget, Values } from '../../model/index.js';
import { type Observation, ObserveFailure, urlMeaning } from '../../model/index.js';
import { distinctReadings } from '../live/distinct-readings.js';
import { fromWireApp } from './wire.js';

/** Clocks of the service and of this machine may differ by so much. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** All apps that the service lists. */
export async function* listApps(ports: KindPorts): AsyncIterable<readonly Observation[]> {
  yield await readApps({}, ports);
}

/** Lists all apps; those with a known id that the listing left out (its paging is not shown) are asked for by id. */
export async function* observeApps(targets: readonly ObserveTarget[], ports: KindPorts): AsyncIterable<ObservedBatch> {
  const apps = [...(await readApps({}, ports))];
  const listed = new Map(apps.map((app) => [app.id, app]));
  const known = targets.flatMap((target) => (target.id !== undefined && !listed.has(target.id) ? [target.id] : []));
  for (let from = 0; from < known.length; from += LIMITS.appIdsPerRead) {
    const appIdList = known.slice(from, from + LIMITS.appIdsPerRead);
    for (const app of await readApps({ appIdList }, ports)) {
      // Where the service does not mind the ids, it lists all of them again.
      if (listed.has(app.id)) continue;
      listed.set(app.id, app);
      apps.push(app);
    }
  }

  const found: [ObserveTarget, Observation][] = [];
  const missing: ObserveTarget[] = [];
  const taken = new Set<string>();
  const take = (target: ObserveTarget, app: Observation | undefined) => {
    if (app === undefined) return missing.push(target);
    taken.add(app.id);
    return found.push([target, app]);
  };
  for (const target of targets) if (target.id !== undefined) take(target, listed.get(target.id));
  // What is known by its id is out of the way: the rest may be evidence for what was submitted.
  const free = () => apps.filter(({ id }) => !taken.has(id));
  const submitted = targets.filter((target) => target.id === undefined);
  const { evidence, unsure } = evidenceFor(submitted, free(), ports.timeZone);
  for (const target of submitted) take(target, evidence.get(target));
  yield { found, missing, unclaimed: free(), unsure };
}

async function readApps(request: { appIdList?: readonly string[] }, ports: KindPorts): Promise<readonly Observation[]> {
  const options = ports.signal === undefined ? {} : { signal: ports.signal };
  const result = await ports.service.call('getApps', request, options);
  if (!result.ok) throw new ObserveFailure(result.failure);
  const at = ports.now();
  return distinctReadings(result.reply.appList.map((record) => fromWireApp(record, at)));
}

interface Evidence {
  readonly evidence: ReadonlyMap<ObserveTarget, Observation>;
  /** By address, why what is listed settles nothing, where only a person can tell. */
  readonly unsure: ReadonlyMap<Address, string>;
}

/** What tells apart several apps of one type and link, the surest first. */
const TELLING: readonly ((one: Values, other: Values) => boolean)[] = [
  (one, other) => one['title'] === other['title'] && one['appUrl'] === other['appUrl'],
  (one, other) => one['title'] === other['title'],
  () => true,
];

/**
 * A submitted app is known again by its type and download link (in any spelling), listed or updated after the sending. The title is only a
 * hint, as the service may have cut it: it tells apart several of one link. What nothing tells apart is paired only if
 * there are as many apps as submissions; else no one can say whose is whose, and all stay as they are. Of too few apps the
 * rest may still come; of too many a person has to say which it is.
 */
function evidenceFor(targets: readonly ObserveTarget[], apps: readonly Observation[], timeZone: string): Evidence {
  const evidence = new Map<ObserveTarget, Observation>();
  const unsure = new Map<Address, string>();
  // A target without `since` was never sent, so nothing can be evidence for it.
  const open = new Map(targets.filter(({ since }) => since !== undefined).map((one) => [one, linkOf(one.desired)]));
  const free = new Map(apps.map((app) => [app, linkOf(app.values)]));
  for (const isLike of TELLING) {
    const pairs = [...open].map(([target, link]) => {
      const rivals = [...open.keys()].filter((one) => open.get(one) === link && isLike(one.desired, target.desired));
      const earliest = Date.parse(target.since ?? '') - CLOCK_MARGIN_MS;
      const fits = [...free.keys()].filter(
        (app) => free.get(app) === link && isLike(app.values, target.desired) && updatedAt(app, timeZone) >= earliest,
      );
      if (fits.length > rivals.length && !unsure.has(target.address)) unsure.set(target.address, severalMayBe(fits));
      return [target, fits.length === rivals.length ? fits[rivals.indexOf(target)] : undefined] as const;
    });
    for (const [target, app] of pairs) {
      if (app === undefined) continue;
      open.delete(target);
      free.delete(app);
      unsure.delete(target.address);
      if (app.unusable === undefined) evidence.set(target, app);
      else unsure.set(target.address, `the service lists app ${app.id}, which may be it: ${app.unusable}`);
    }
  }
  return { evidence, unsure };
}

/** A sentence names at most this many. */
const NAMED = 5;

function severalMayBe(apps: readonly Observation[]): string {
  const ids = [...new Set(apps.map(({ id }) => id))];
  const more = ids.length > NAMED ? `, and ${ids.length - NAMED} more` : '';
  return `the service lists ${apps.length} that may be it: app ${ids.slice(0, NAMED).join(', app ')}${more}`;
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
