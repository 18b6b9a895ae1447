import type { Baseline, Caution, Kind, Observation, Resource, ShownAs, StateEntry, Values } from '../../model/index.js';
import { KnownValues } from '../../model/index.js';
import { judgeByMark } from './baseline-prior.js';
import type { FieldDifference } from './diff.js';

/** Reports what differs from what the service only shows as something else, and remarks on the latter. */
export class ShownFields {
  readonly #known: KnownValues;

  constructor(
    readonly baseline: Baseline,
    entries: { values(): Iterable<StateEntry> },
    readonly remark: (resource: Resource, remarks: readonly Caution[]) => void,
  ) {
    this.#known = new KnownValues(() => entries.values());
  }

  /** The differences with what the baseline says of them, and what is shown in place of values that are in effect. */
  judge(
    kind: Kind,
    resource: Resource,
    observation: Observation | undefined,
    differences: readonly FieldDifference[],
  ): { readonly differences: readonly FieldDifference[]; readonly shown: Values } {
    const { id, desired } = resource;
    const mark = kind.memory === 'baseline' && id !== undefined ? this.baseline.get(id) : undefined;
    if (mark === undefined) return { differences, shown: {} };
    const rules = kind.fields;
    const known = (rule: ShownAs) => this.#known.of(rule, observation?.facts);
    const judged = judgeByMark(differences, mark, { rules, desired, observed: observation?.values ?? {}, known });
    for (const [path, value] of Object.entries(judged.shown)) {
      const rule = rules[path]?.shownAs;
      if (rule === undefined) continue;
      const remark = rule.remark(known(rule) !== undefined);
      this.remark(resource, [{ ...remark, particular: String(value), path: [path] }]);
    }
    return judged;
  }
}
