import type { HeldLock, JournalEntry, StateBackend } from '../../model/index.js';

/** One write of a run into its state: what it was about, and which batch of that kind. */
export interface Step {
  readonly what: 'lock' | 'snapshot' | 'unlock' | JournalEntry['type'];
  readonly kind?: string;
  readonly batch?: number;
}

export interface KillPoint {
  /** Which write of the run, counted from 1. */
  readonly at: number;
  readonly when: 'before' | 'after';
}

/**
 * Ends a run at one of its writes, as a kill would: from then on nothing that it asks for is done or answered. It waits for
 * ever, and the code that raced with `killed` goes on. Works with any backend, and without a process of its own.
 */
export class Boundaries {
  /** What the run wrote so far, the boundary of the kill included. */
  readonly steps: Step[] = [];
  /** Resolves at the kill. */
  readonly killed: Promise<void>;
  readonly #point: KillPoint | undefined;
  readonly #batches: BatchNumbers;
  /** What had begun when the kill came: as with a real one, it is finished by disk and network. */
  readonly #begun = new Set<Promise<unknown>>();
  #kill: () => void = () => undefined;
  #isDead = false;
  #held: HeldLock | undefined;

  /** `markKind`: the kind that is remembered in the baseline. */
  constructor(point: KillPoint | undefined, markKind: string | undefined) {
    this.#point = point;
    this.#batches = new BatchNumbers(markKind);
    this.killed = new Promise((resolve) => {
      this.#kill = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** When nothing of the killed run is under way any more. */
  async settled(): Promise<void> {
    while (this.#begun.size > 0) await Promise.allSettled(this.#begun);
  }

  /** Closes what the killed run left open in this process. Only for a store that no one reads any more. */
  async discard(): Promise<void> {
    await this.#held?.release();
  }

  /** Something that a kill does not call back once it has begun. */
  async follow<T>(work: Promise<T>): Promise<T> {
    this.#begun.add(work);
    try {
      return await work;
    } finally {
      this.#begun.delete(work);
      if (this.#isDead) await never();
    }
  }

  /** Waits for ever once the run is dead. */
  alive(): Promise<void> {
    return this.#isDead ? never() : Promise.resolve();
  }

  wrap(backend: StateBackend): StateBackend {
    return {
      get place() {
        return backend.place;
      },
      read: (options) => this.alive().then(() => this.follow(backend.read(options))),
      lock: (command, wait) =>
        this.#step({ what: 'lock' }, async () => {
          const { held, diagnostics } = await backend.lock(command, wait);
          this.#held = held;
          return { held: this.#mortal(held), diagnostics };
        }),
      holder: () => backend.holder(),
      forceUnlock: () => backend.forceUnlock(),
      append: (_, entries, reserve) =>
        this.#step(this.#batches.stepOf(entries), () => backend.append(this.#lock(), entries, reserve)),
      write: (_, snapshot, baseline, expected) =>
        this.#step({ what: 'snapshot' }, () => backend.write(this.#lock(), snapshot, baseline, expected)),
    };
  }

  #mortal(held: HeldLock): HeldLock {
    return {
      record: held.record,
      check: () => this.alive().then(() => held.check()),
      release: () => this.#step({ what: 'unlock' }, () => held.release()),
    };
  }

  #lock(): HeldLock {
    if (this.#held === undefined) throw new Error('the state is written without its lock');
    return this.#held;
  }

  async #step<T>(step: Step, work: () => Promise<T>): Promise<T> {
    await this.alive();
    this.steps.push(step);
    const at = this.steps.length;
    const dies = (when: KillPoint['when']) => this.#point?.at === at && this.#point.when === when;
    if (dies('before')) await this.#die();
    const done = await this.follow(work());
    if (dies('after')) await this.#die();
    return done;
  }

  #die(): Promise<never> {
    this.#isDead = true;
    this.#kill();
    return never();
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Numbers the batches of each kind as the journal shows them. */
class BatchNumbers {
  readonly #counts = new Map<string, number>();
  readonly #attempts = new Map<string, Step>();

  constructor(readonly markKind: string | undefined) {}

  stepOf([entry]: readonly JournalEntry[]): Step {
    switch (entry?.type) {
      case 'intent': {
        const step = this.#next('intent', entry.items[0]?.kind);
        this.#attempts.set(entry.attempt, step);
        return step;
      }
      case 'sending':
      case 'outcome':
        return { ...this.#attempts.get(entry.attempt), what: entry.type };
      case 'put':
        return this.#next('put', entry.put?.[0]?.kind);
      case 'baseline':
        return this.#next('baseline', this.markKind);
      default:
        return { what: 'run' };
    }
  }

  #next(what: Step['what'], kind: string | undefined): Step {
    if (kind === undefined) return { what };
    const batch = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, batch);
    return { what, kind, batch };
  }
}
