import type { Baseline, BaselineMark, FieldRules, Values } from '../model/index.js';
import { markOf } from './baseline-prior.js';
import type { Learnt, PriorEntries } from './learnt.js';

/** Collects what an apply is to record, and only what the state does not hold already. */
export class Learner {
  /** Seen to be as wanted: ids, and their values in the same places. Digests are made when an apply asks for them. */
  readonly #ids: string[] = [];
  readonly #desired: Values[] = [];
  readonly #dropMarks: string[] = [];
  #rules: FieldRules = {};

  constructor(readonly baseline: Baseline) {}

  settled(id: string, rules: FieldRules, desired: Values): void {
    this.#rules = rules;
    this.#ids.push(id);
    this.#desired.push(desired);
  }

  dropMark(id: string): void {
    this.#dropMarks.push(id);
  }

  learnt(entries: PriorEntries): Learnt {
    const newMarks = () => this.#marks();
    let marks: readonly BaselineMark[] | undefined;
    return {
      put: entries.put,
      drop: entries.drop,
      get marks() {
        marks ??= newMarks();
        return marks;
      },
      dropMarks: this.#dropMarks,
    };
  }

  #marks(): readonly BaselineMark[] {
    const marks: BaselineMark[] = [];
    for (const [index, id] of this.#ids.entries()) {
      const mark = markOf(id, this.#rules, this.#desired[index] ?? {});
      const known = this.baseline.get(id);
      if (known?.digest !== mark.digest || known.mask !== mark.mask) marks.push(mark);
    }
    return marks;
  }
}
