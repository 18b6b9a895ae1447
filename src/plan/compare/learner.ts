import type { Baseline, BaselineMark, FieldRules, Values } from '../../model/index.js';
import { markOf } from './baseline-prior.js';

/** Hears of each thing with a baseline mark that is in effect, or is shown as an equivalent (`shown`). */
export interface Learner {
  settled(baseline: Baseline, id: string, rules: FieldRules, desired: Values, shown: Values): void;
  /** What the baseline does not hold already. */
  readonly marks: readonly BaselineMark[];
}

/** For a plan that is applied: of the values only the mark is kept. */
export class MarkLearner implements Learner {
  readonly #marks: BaselineMark[] = [];

  get marks(): readonly BaselineMark[] {
    return this.#marks;
  }

  settled(baseline: Baseline, id: string, rules: FieldRules, desired: Values, shown: Values): void {
    const mark = markOf(id, rules, desired, shown);
    const known = baseline.get(id);
    if (known?.digest !== mark.digest || known.mask !== mark.mask) this.#marks.push(mark);
  }
}
