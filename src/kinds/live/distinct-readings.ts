import { isDeepStrictEqual } from 'node:util';
import { isServiceId, type KnownTarget, type Observation, type ObservedBatch } from '../../model/index.js';

/**
 * What was read, each reading once. A thing that is returned with different values may be any of them, so none of them can
 * be worked with. `facts` names what counts besides the values.
 */
export function distinctReadings(
  read: Iterable<Observation | undefined>,
  facts: readonly string[] = [],
): readonly Observation[] {
  const said = (one: Observation) => [one.values, one.unusable, ...facts.map((name) => one.facts[name])];
  const firsts = new Map<string, Observation>();
  const twice = new Set<string>();
  const distinct: Observation[] = [];
  for (const one of read) {
    if (one === undefined) continue;
    const first = firsts.get(one.id);
    if (first === undefined) firsts.set(one.id, one);
    else if (isDeepStrictEqual(said(first), said(one))) continue;
    // What has no id of its own is not one thing.
    else if (isServiceId(one.id)) twice.add(one.id);
    distinct.push(one);
  }
  return twice.size === 0
    ? distinct
    : distinct.map((one) => (twice.has(one.id) ? { ...one, unusable: RETURNED_TWICE } : one));
}

const RETURNED_TWICE = 'the service returns it twice, with different values';

/** Which of these readings is whose. */
export function matchById(targets: readonly KnownTarget[], read: readonly Observation[]): ObservedBatch {
  const byId = new Map(read.map((one) => [one.id, one]));
  const found: [KnownTarget, Observation][] = [];
  const missing: KnownTarget[] = [];
  for (const target of targets) {
    const observation = byId.get(target.id);
    if (observation === undefined) missing.push(target);
    else found.push([target, observation]);
  }
  return { found, missing };
}
