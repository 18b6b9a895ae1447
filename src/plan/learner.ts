import type { Baseline, BaselineMark } from '../model/index.js';
import type { Learnt, PriorEntries } from './learnt.js';

/** Collects what an apply is to record, and only what the state does not hold already. */
export class Learner {
  readonly #marks: BaselineMark[] = [];
  readonly #dropMarks: string[] = [];

  constructor(readonly baseline: Baseline) {}

  mark(mark: BaselineMark, known: BaselineMark | undefined): void {
    if (known === undefined || known.digest !== mark.digest || known.mask !== mark.mask) this.#marks.push(mark);
  }

  dropMark(id: string): void {
    this.#dropMarks.push(id);
  }

  learnt(entries: PriorEntries): Learnt {
    return { put: entries.put, drop: entries.drop, marks: this.#marks, dropMarks: this.#dropMarks };
  }
}
