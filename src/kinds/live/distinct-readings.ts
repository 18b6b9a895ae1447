import { isDeepStrictEqual } from 'node:util';
import {
  type FactRules,
  isServiceId,
  type KnownTarget,
  type Observation,
  type ObservedBatch,
  reviewsIn,
} from '../../model/index.js';

/**
 * What was read, each reading once. A thing that is returned with different values may be any of them, so none of them can
 * be worked with; where only the reviews differ, the values can, and the review is not known. `counting` names the facts
 * that count besides the values.
 */
export function distinctReadings(
  read: Iterable<Observation | undefined>,
  rules: FactRules = {},
  counting: readonly string[] = [],
): readonly Observation[] {
  const said = (one: Observation) => [one.values, one.unusable, ...counting.map((name) => one.facts[name])];
  const reviews = (one: Observation) => reviewsIn(rules, one.facts);
  const firsts = new Map<string, Observation>();
  const differing = new Map<string, Pick<Observation, 'unusable' | 'disputed'>>();
  const distinct: Observation[] = [];
  for (const one of read) {
    if (one === undefined) continue;
    const first = firsts.get(one.id);
    if (first === undefined) firsts.set(one.id, one);
    else if (isDeepStrictEqual(said(first), said(one))) {
      const isSame = differing.has(one.id) || isDeepStrictEqual(reviews(first), reviews(one));
      if (!isSame) differing.set(one.id, { disputed: REVIEWED_TWICE });
      continue;
    }
    // What has no id of its own is not one thing.
    else if (isServiceId(one.id)) differing.set(one.id, { unusable: RETURNED_TWICE, disputed: RETURNED_TWICE });
    distinct.push(one);
  }
  return differing.size === 0 ? distinct : distinct.map((one) => ({ ...one, ...differing.get(one.id) }));
}

const RETURNED_TWICE = 'the service returns it twice, with different values';
const REVIEWED_TWICE = 'the service returns it twice, with different reviews';

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
