import type { FieldChange, FieldRules, Observation, StateEntry, Values } from '../../model/index.js';
import { sameValue } from '../../model/index.js';

export interface FieldDifference extends FieldChange {
  /** An operation of the interface can carry it out. */
  readonly mutable: boolean;
}

/**
 * Compares field by field what is wanted with what is there: with the service's word where it can be read, else with
 * what was last applied. A pair (sent, stored) that still holds is no difference where nothing could be sent again, and
 * neither is another form of the same.
 */
export function diffFields(
  rules: FieldRules,
  desired: Values,
  entry: StateEntry | undefined,
  observation: Observation | undefined,
): readonly FieldDifference[] {
  const differences: FieldDifference[] = [];
  for (const path in desired) {
    const wanted = desired[path];
    const rule = rules[path];
    if (rule === undefined || wanted === undefined) continue;
    // By far the most: as it is wanted, to the letter.
    if (rule.readable && observation?.values[path] === wanted) continue;
    const prior = entry?.values[path];
    const stored = entry?.stored?.[path];
    const observed = rule.readable ? observation?.values[path] : undefined;
    const is = (a: Values[string], b: Values[string]) => sameValue(rule.type, a, b);

    const unchangedSince = prior !== undefined && is(wanted, prior);
    if (observed === undefined ? unchangedSince : is(wanted, observed)) continue;
    const pairHolds = observed !== undefined && stored !== undefined && unchangedSince && is(stored, observed);
    const shown = observed !== undefined && rule.shownAs?.fits(wanted, observed) === true;
    if ((pairHolds || shown) && rule.change !== 'mutable') continue;

    const lastSeen = stored ?? prior;
    differences.push({
      path,
      desired: wanted,
      ...(prior !== undefined && { prior }),
      ...(observed !== undefined && { observed }),
      drift: observed !== undefined && lastSeen !== undefined && !is(lastSeen, observed),
      ...provenanceOf(entry, path, prior, rule.readable),
      mutable: rule.change === 'mutable',
    });
  }
  return differences;
}

function provenanceOf(
  entry: StateEntry | undefined,
  path: string,
  prior: Values[string] | undefined,
  readable: boolean,
): Pick<FieldChange, 'priorKnown' | 'priorAt' | 'priorBy'> {
  if (entry === undefined || prior === undefined) return {};
  const { how, at, by } = entry.provenance;
  if (entry.assumed?.includes(path)) return { priorKnown: 'assumed', priorAt: at };
  // The thing was seen, and not this field of it: what is known of that is what was sent.
  const known = how === 'observed' && !readable ? 'acknowledged' : how;
  return { priorKnown: known, priorAt: at, ...(by !== undefined && { priorBy: by }) };
}

/** Fields in which the service holds something else than was sent: field → what it holds. */
export function storedDifferently(rules: FieldRules, sent: Values, observation: Observation): Values {
  const stored: Record<string, Values[string]> = {};
  for (const [path, value] of Object.entries(sent)) {
    const rule = rules[path];
    const observed = observation.values[path];
    if (rule?.readable && observed !== undefined && !sameValue(rule.type, value, observed)) stored[path] = observed;
  }
  return stored;
}
