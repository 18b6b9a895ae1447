import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Clock } from '../../model/ports/ports.js';
import { sameBytes } from './log-record.js';
import type { LogStore } from './store.js';

/** How long to wait before each further try, in milliseconds. */
const PAUSES: readonly number[] = [100, 400, 1000, 2000];
/** No further try begins after this: a store that does not answer takes half a minute for each. */
const LAST_TRY_MS = 40_000;
const LAST_TRY_AGAIN_MS = 5_000;

/** A store whose faults that may pass are waited out, and whose lost replies are settled by what is there. */
export class NumberedLog {
  readonly #store: LogStore;
  readonly #clock: Clock;

  constructor(store: LogStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  get where(): string {
    return this.#store.where;
  }

  read(number: number): Promise<Uint8Array | undefined> {
    return this.patiently(() => this.#store.read(number));
  }

  /** For a store that has just failed: throws where it fails for some more seconds, or does not answer at once. */
  async assertAnswers(number: number): Promise<void> {
    await this.#patiently(() => this.#store.read(number), this.#pauses(LAST_TRY_AGAIN_MS));
  }

  /** The highest number there is. `known` is one that was seen. */
  async newest(known = 0): Promise<number> {
    let newest = Math.max(known, await this.patiently(() => this.#store.newest()));
    while ((await this.read(newest + 1)) !== undefined) newest++;
    return newest;
  }

  /**
   * Creates a record, and says whether the one of that number is this one. A store may say "taken" of what it has just stored
   * (its reply was lost, and something on the way sent the request again), and may store what it reports as failed: only
   * what is there counts.
   */
  async add(number: number, bytes: Uint8Array): Promise<boolean> {
    const pauses = this.#pauses();
    for (;;) {
      const outcome = await this.#try(number, bytes);
      if (outcome === true) return true;
      const there = await this.#patiently(() => this.#store.read(number), pauses);
      if (there !== undefined) return sameBytes(there, bytes);
      if (outcome instanceof Failure) throw outcome;
      const why = outcome || `record ${number} is said to be there, and is not`;
      await this.#pause(pauses, why);
    }
  }

  /**
   * Throws unless the store refuses to create a record again that is there. Undefined where the record was emptied since: then
   * another run has gone on.
   */
  async assertRefusesTwice(number: number, bytes: Uint8Array, other: Uint8Array): Promise<boolean> {
    const pauses = this.#pauses();
    for (;;) {
      const outcome = await this.#try(number, other);
      if (outcome === true) throw this.#unsafe(`record ${number} was created a second time`);
      const there = await this.#patiently(() => this.#store.read(number), pauses);
      if (there?.length === 0) return false;
      if (there === undefined || !sameBytes(there, bytes))
        throw this.#unsafe(`record ${number} is no longer what this run has just stored`);
      if (outcome === false) return true;
      if (outcome instanceof Failure) throw outcome;
      await this.#pause(pauses, outcome);
    }
  }

  /** Repeats what may be repeated. */
  patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#patiently(work, this.#pauses());
  }

  async #patiently<Result>(work: () => Promise<Result>, pauses: Iterator<number>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof Failure) throw error;
        await this.#pause(pauses, error);
      }
    }
  }

  #pauses(milliseconds = LAST_TRY_MS): Iterator<number> {
    return pausesUntil(this.#clock.now().getTime() + milliseconds, this.#clock);
  }

  async #pause(pauses: Iterator<number>, why: unknown): Promise<void> {
    const { value: pause } = pauses.next();
    if (pause === undefined) throw this.failed(why);
    await this.#clock.sleep(pause);
  }

  failed(error: unknown): Failure {
    const why = (error instanceof Error ? error.message : String(error)).replace(/\.$/u, '');
    return new Failure([diagnostic('state-store-failed', { detail: `${this.where}: ${why}.` })]);
  }

  async #try(number: number, bytes: Uint8Array): Promise<unknown> {
    try {
      return await this.#store.create(number, bytes);
    } catch (error) {
      return error ?? new Error('it failed without a reason');
    }
  }

  #unsafe(what: string): Failure {
    const detail = `${this.where} does not protect the state: ${what}. Nothing was sent.`;
    return new Failure([diagnostic('state-store-unsafe', { detail })]);
  }
}

/** The pauses between tries, as long as there may be another one. */
function* pausesUntil(end: number, clock: Clock): Generator<number> {
  for (const pause of PAUSES) {
    if (clock.now().getTime() + pause > end) return;
    yield pause;
  }
}
