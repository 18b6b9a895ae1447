import type {
  Address,
  ApplyResult,
  CallFailure,
  Clock,
  ItemResult,
  KindPorts,
  KindRegistry,
  Observation,
  RandomId,
  StateEntry,
} from '../model/index.js';
import type { JournalWriter } from './journal-writer.js';

export interface ProgressEvent {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** What every stage of an apply works with. */
export interface RunPorts {
  readonly kinds: KindRegistry;
  readonly kindPorts: KindPorts;
  readonly journal: JournalWriter;
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** Told to stop by a signal: no new batch is begun, the one in flight is finished. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
  /** Keeps what could not be written to the journal; says where, for people. */
  readonly rescue: (attempt: string, text: string) => Promise<string>;
}

/** What a run knows as it goes: ids made so far, items in doubt, and whether it must stop. */
export class RunContext {
  readonly results: ItemResult[] = [];
  /** Real ids of what exists, by address. */
  readonly ids = new Map<Address, string>();
  /** Made in this run: the service may not know them everywhere yet. */
  readonly fresh = new Set<Address>();
  doubt = 0;
  #stop: { reason: string; failure?: CallFailure } | undefined;

  constructor(
    readonly ports: RunPorts,
    readonly entries: ReadonlyMap<Address, StateEntry>,
    readonly readings: ReadonlyMap<Address, Observation>,
  ) {
    for (const entry of entries.values()) {
      if (entry.id !== undefined && entry.status === 'settled') this.ids.set(entry.address, entry.id);
      if (entry.status === 'unknown') this.doubt++;
    }
  }

  record(result: ItemResult): void {
    this.results.push(result);
  }

  stop(reason: string, failure?: CallFailure): void {
    this.#stop ??= { reason, ...(failure !== undefined && { failure }) };
  }

  /** Why nothing more is sent, if so. */
  get stopped(): string | undefined {
    if (this.ports.signal?.aborted) return 'the run was told to stop';
    return this.#stop?.reason;
  }

  get stopFailure(): CallFailure | undefined {
    return this.#stop?.failure;
  }
}

export type ApplySummary = ApplyResult['summary'];
