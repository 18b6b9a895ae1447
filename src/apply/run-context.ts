import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type {
  Address,
  Clock,
  ItemResult,
  ItemResults,
  KindPorts,
  KindRegistry,
  ProgressEvent,
  RandomId,
  Readings,
  StateEntry,
} from '../model/index.js';
import type { JournalWriter } from './journal-writer.js';
import { KnownIds } from './known-ids.js';
import { ResultList } from './result-list.js';

export type { ProgressEvent };

/** What every stage of an apply works with. */
export interface RunPorts {
  readonly kinds: KindRegistry;
  readonly kindPorts: KindPorts;
  readonly journal: JournalWriter;
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** Asked to stop by a signal: no new batch is begun, the one in flight is finished. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
  /** Keeps what could not be written to the journal. Absent where no one would read it. */
  readonly rescue?: (attempt: string, text: string) => Promise<Rescue>;
}

/** What became of an outcome that the journal did not take. */
export interface Rescue {
  /** Where it was saved. */
  readonly file?: string;
  /** The same for people: it goes on after "could not be written;". */
  readonly words: string;
}

/** What a run is about, besides its operations. */
export interface RunSubject {
  /** The state's entries as the plan saw them. */
  readonly entries: ReadonlyMap<Address, StateEntry>;
  readonly readings: Readings;
  /** What must not be a parent, although the state knows an id of it: the plan holds it back. */
  readonly withheld?: ReadonlySet<Address>;
}

/** What a run knows as it goes: results and ids so far, items in doubt, and whether it must stop. */
export class RunContext {
  readonly entries: ReadonlyMap<Address, StateEntry>;
  readonly readings: Readings;
  /** Real ids of what exists, by address. */
  readonly ids = new Map<Address, string>();
  /** Ids that are some thing's already, by kind. */
  readonly known: KnownIds;
  /** Reported at the end, with the results. */
  readonly warnings: Diagnostic[] = [];
  /** Made in this run: the service may not know them everywhere yet. */
  readonly fresh = new Set<Address>();
  /** Items in doubt over all kinds, earlier runs included. */
  doubt = 0;
  /** Something was not created since `maxUnknown` items are in doubt. */
  tooMuchDoubt = false;
  /** What came of something that was sent could not be kept. */
  unrecorded = false;
  readonly #results = new ResultList();
  #stop: string | undefined;
  #broken: { error: unknown } | undefined;

  constructor(
    readonly ports: RunPorts,
    { entries, readings, withheld = new Set() }: RunSubject,
  ) {
    this.entries = entries;
    this.readings = readings;
    this.known = new KnownIds(entries.values(), ports.kinds);
    for (const entry of entries.values()) {
      if (entry.status === 'unknown') this.doubt++;
      if (entry.id === undefined || entry.status !== 'settled' || withheld.has(entry.address)) continue;
      this.ids.set(entry.address, entry.id);
    }
  }

  /** Every item has one result; a second one would be a fault of ours. */
  record(result: ItemResult): void {
    if (!this.#results.add(result)) throw new Error(`${result.address} has a result already`);
  }

  has(address: Address): boolean {
    return this.#results.has(address);
  }

  get results(): ItemResults {
    return this.#results;
  }

  /** Whether anything was sent or adopted. */
  get didNothing(): boolean {
    const { skipped, held } = this.#results.counts;
    return skipped + held === this.#results.length;
  }

  stop(reason: string): void {
    this.#stop ??= reason;
  }

  /** Something that no stage expects: nothing more is sent, and what was done so far is still reported. */
  breakOff(error: unknown): void {
    this.#broken ??= { error };
    this.stop(error instanceof Error ? error.message : String(error));
  }

  /** Why nothing more is sent, if so. */
  get stopped(): string | undefined {
    if (this.#stop === undefined && this.ports.signal?.aborted) return 'the run was stopped';
    return this.#stop;
  }

  get broken(): { readonly error: unknown } | undefined {
    return this.#broken;
  }
}
