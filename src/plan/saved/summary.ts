import type { Action, Change, Changes, PlanSummary } from '../../model/index.js';

/** Counts changes by action as they pass. */
export class Counts {
  readonly #actions: Partial<Record<Action, number>> = {};
  #drift = 0;

  see({ action, drift }: Change): void {
    this.#actions[action] = (this.#actions[action] ?? 0) + 1;
    if (drift) this.#drift++;
  }

  /** `noop` and what is remembered by id only (`forgotten`) are not among the changes. */
  summary(noop: number, forgotten: number): PlanSummary {
    const count = (action: Action) => this.#actions[action] ?? 0;
    return {
      create: count('create'),
      update: count('update'),
      import: count('import'),
      forget: count('forget') + forgotten,
      blocked: count('blocked'),
      unresolved: count('unresolved'),
      pending: count('pending'),
      noop,
      drift: this.#drift,
    };
  }
}

export function summarise(changes: Changes, noop: number, forgotten: number): PlanSummary {
  const counts = new Counts();
  for (const change of changes) counts.see(change);
  return counts.summary(noop, forgotten);
}
