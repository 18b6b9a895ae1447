import type { Change, KindRegistry, Value } from '../../model/index.js';
import { asFixture, FIXTURE_LISTS, type SandboxFixture } from '../../sandbox/index.js';

/** Nothing is refused that a service might take, and nothing waits for a review. */
const LENIENT = {
  lowPrice: 'accepted',
  matchTypeAllowList: true,
  review: { keywordSeconds: 0, appSeconds: 0 },
} as const;

const FIRST_FREE_ID = 500_001;

/** Gathers the records of a fixture: what a plan observed, in the interface's names. */
export class SeedRecords {
  /** All ids that the account has before. */
  readonly ids = new Set<string>();
  readonly #lists = new Map<string, Map<string, Record<string, unknown>>>();
  #next = FIRST_FREE_ID;

  constructor(
    readonly uid: string,
    readonly kinds: KindRegistry,
  ) {}

  /** An id that nothing has. */
  newId(): string {
    while (this.ids.has(String(this.#next))) this.#next++;
    return String(this.#next);
  }

  /** With a change, what was observed of it; without one, that it exists. */
  add(kind: string, id: string, change?: Change): void {
    this.ids.add(id);
    const place = FIXTURE_LISTS[kind];
    if (place === undefined) return;
    const records = this.#lists.get(place.list) ?? new Map<string, Record<string, unknown>>();
    this.#lists.set(place.list, records);
    const observed = change === undefined ? {} : asFixture(place, this.#read(change));
    records.set(id, { ...records.get(id), ...observed, [place.id]: id });
  }

  fixture(): SandboxFixture {
    const lists = [...this.#lists].map(([list, records]) => [list, [...records.values()]]);
    return { account: { uid: this.uid }, ...Object.fromEntries(lists), options: LENIENT };
  }

  /** The record that the change was read from, as far as the plan has it. */
  #read({ kind, fields, facts = {} }: Change): Readonly<Record<string, Value>> {
    const read: Record<string, Value> = { ...facts };
    const table = this.kinds.get(kind)?.table ?? {};
    const { record = {} } = FIXTURE_LISTS[kind] ?? {};
    for (const { path, observed } of fields) {
      const as = table[path]?.read;
      if (observed === undefined || as === undefined || as === 'never') continue;
      const words = record[as.name]?.words ?? [];
      read[as.name] = words.find((word) => as.as?.(word) === observed) ?? observed;
    }
    return read;
  }
}
