import type { Observation } from '../resource/observation.js';
import type { Value, Values } from '../resource/value.js';
import type { StateEntry } from '../state/state.js';
import { sameValue } from './compare.js';
import type { FieldRules, ShownAs } from './field-rule.js';

/** Values of other things as the state knows them: confirmed by the service or by a person, not assumed. */
export class KnownValues {
  #entries: ReadonlyMap<string, StateEntry> | undefined;

  constructor(readonly entries: () => Iterable<StateEntry>) {}

  of(shownAs: ShownAs, facts: Observation['facts'] | undefined): Value | undefined {
    const { of } = shownAs;
    const id = of === undefined ? undefined : facts?.[of.idFact];
    if (of === undefined || id === undefined) return undefined;
    const entry = this.#byId().get(`${of.kind} ${id}`);
    if (entry === undefined || entry.provenance.how === 'assumed' || entry.assumed?.includes(of.field))
      return undefined;
    return entry.values[of.field];
  }

  /** Made when it is first asked for: mostly nothing is shown as something else. */
  #byId(): ReadonlyMap<string, StateEntry> {
    if (this.#entries === undefined) {
      const entries = new Map<string, StateEntry>();
      for (const entry of this.entries()) {
        if (entry.id !== undefined && entry.status === 'settled') entries.set(`${entry.kind} ${entry.id}`, entry);
      }
      this.#entries = entries;
    }
    return this.#entries;
  }
}

/** Of values that were taken, those that the service shows as others: field → what it shows. */
export function shownInstead(rules: FieldRules, sent: Values, live: Values): Values {
  let shown: Record<string, Value> | undefined;
  for (const path in sent) {
    const [rule, wanted, seen] = [rules[path], sent[path], live[path]];
    if (rule?.shownAs === undefined || wanted === undefined || seen === undefined || wanted === seen) continue;
    if (sameValue(rule.type, wanted, seen) || !rule.shownAs.fits(wanted, seen)) continue;
    shown ??= {};
    shown[path] = seen;
  }
  return shown ?? {};
}
