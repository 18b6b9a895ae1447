import { LIMITS } from '../../contract/index.js';
import type { Address, KindPorts, ObservedBatch, ObserveTarget, Values } from '../../model/index.js';
import { groupBy, isServiceId, type Observation, ObserveFailure, urlMeaning } from '../../model/index.js';
import { distinctReadings } from '../live/distinct-readings.js';
import { APP_FACTS } from './facts.js';
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
  return distinctReadings(
    result.reply.appList.map((record) => fromWireApp(record, at)),
    APP_FACTS,
  );
}

interface Evidence {
  readonly evidence: ReadonlyMap<ObserveTarget, Observation>;
  /** By address, why what is listed settles nothing, where only a person can tell. */
  readonly unsure: ReadonlyMap<Address, string>;
}

const linkOf = (values: Values) => `${String(values['type'])} ${urlMeaning(String(values['appUrl']))}`;

/** What several apps of one type and link are told apart by, the surest first: what is alike has the same text. */
const TELLING: readonly ((values: Values) => string)[] = [
  (values) => JSON.stringify([linkOf(values), values['title'], values['appUrl']]),
  (values) => JSON.stringify([linkOf(values), values['title']]),
  linkOf,
];

/**
 * A submitted app is known again by its type and download link (in any spelling), listed or updated after the sending. The title is only a
 * hint, as the service may have cut it: it tells apart several of one link. What nothing tells apart is paired only if
 * there are as many apps as submissions; else no one can say whose is whose, and all stay as they are. Of too few apps the
 * rest may still come, and of too many a person has to say which it is: that something is listed is told in any case, as
 * who is told nothing would state it absent and submit it once more.
 */
function evidenceFor(targets: readonly ObserveTarget[], apps: readonly Observation[], timeZone: string): Evidence {
  const evidence = new Map<ObserveTarget, Observation>();
  const unsure = new Map<Address, string>();
  // A target without `since` was never sent, so nothing can be evidence for it.
  const open = new Set(targets.filter(({ since }) => since !== undefined));
  const free = new Set(apps);
  for (const telling of TELLING) {
    const listed = groupBy(free, ({ values }) => telling(values));
    for (const [key, alike] of groupBy(open, ({ desired }) => telling(desired))) {
      const timed = (listed.get(key) ?? []).map((app) => ({ app, at: updatedAt(app, timeZone) }));
      const rivals = alike.flatMap((target): Rival[] => {
        const earliest = Date.parse(target.since ?? '') - CLOCK_MARGIN_MS;
        const fits = timed.flatMap(({ app, at }) => (at >= earliest ? [app] : []));
        return fits.length === 0 ? [] : [{ target, fits }];
      });
      for (const { target, fits } of rivals) {
        if (!unsure.has(target.address)) unsure.set(target.address, mayBe(fits, rivals.length));
      }
      for (const [target, app] of certainPairs(rivals)) {
        open.delete(target);
        free.delete(app);
        unsure.delete(target.address);
        if (app.unusable === undefined) evidence.set(target, app);
        else unsure.set(target.address, mayBe([app], 1));
      }
    }
  }
  return { evidence, unsure };
}

/** One of several submissions that only their times tell apart, and the listed apps that may be it. */
interface Rival {
  readonly target: ObserveTarget;
  readonly fits: readonly Observation[];
}

/**
 * What fits one that was sent later fits those sent before, too. So those with the fewest are first: as long as they are as
 * many as the apps that fit them, these are theirs and no one else's.
 */
function certainPairs(rivals: readonly Rival[]): readonly (readonly [ObserveTarget, Observation])[] {
  const ids = new Set(rivals.flatMap(({ fits }) => fits.map(({ id }) => id)));
  if (ids.size !== rivals.length) return [];
  const pairs = new Map<Observation, ObserveTarget>();
  for (const { target, fits } of rivals.toSorted((one, other) => one.fits.length - other.fits.length)) {
    if (rivals.filter((other) => other.fits.length <= fits.length).length !== fits.length) break;
    const app = fits.find((one) => !pairs.has(one));
    if (app !== undefined) pairs.set(app, target);
  }
  return [...pairs].map(([app, target]) => [target, app] as const);
}

/** A sentence names at most this many. */
const NAMED = 5;

/** Why this does not settle one of so many submissions. */
function mayBe(apps: readonly Observation[], submissions: number): string {
  // An id may be listed twice, with different values.
  const [first, ...others] = new Map(apps.map((app) => [app.id, app])).values();
  if (first === undefined) return '';
  if (others.length > 0) {
    const names = [first, ...others].slice(0, NAMED).map(nameOfListed).join(', ');
    const more = others.length < NAMED ? '' : `, and ${others.length + 1 - NAMED} more`;
    return `the service lists ${others.length + 1} that may be it: ${names}${more}`;
  }
  const rival = submissions > 1 ? ' or another one that was submitted' : '';
  const why = first.unusable !== undefined && isServiceId(first.id) ? `: ${first.unusable}` : '';
  return `the service lists ${nameOfListed(first)}, which may be it${rival}${why}`;
}

function nameOfListed({ id }: Observation): string {
  if (isServiceId(id)) return `app ${id}`;
  return id === '' ? 'an app without an id' : `an app without a usable id (${JSON.stringify(id)})`;
}

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
