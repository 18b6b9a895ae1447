import type { Baseline, BaselineMark, FieldRules, Values } from '../model/index.js';
import { markOf } from './baseline-prior.js';
import type { Learnt, PriorEntries } from './learnt.js';

/** Collects what an apply is to record, and only what the state does not hold already. */
export class Learner {
  readonly #marks: BaselineMark[] = [];
  readonly #dropMarks: string[] = [];

  /** `recorded`: an apply follows; else nothing needs to be kept of what is as wanted. */
  constructor(
    readonly baseline: Baseline,
    readonly recorded: boolean,
  ) {}

  /** Seen to be as wanted, or as an equivalent (`shown`). Of its values only the mark is kept. */
  settled(id: string, rules: FieldRules, desired: Values, shown: Values): void {
    if (!this.recorded) return;
    const mark = markOf(id, rules, desired, shown);
    const known = this.baseline.get(id);
    if (known?.digest !== mark.digest || known.mask !== mark.mask) this.#marks.push(mark);
  }

  dropMark(id: string): void {
    this.#dropMarks.push(id);
  }

  learnt(entries: PriorEntries): Learnt {
    return { put: entries.put, drop: entries.drop, marks: this.#marks, dropMarks: this.#dropMarks };
  }
}
