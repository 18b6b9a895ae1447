import type { Change, Kind, KindRegistry, StateEntry, Value, Values } from '../../model/index.js';
import { ACTIONABLE, compareDecimals, fieldsWithRole, PAUSED } from '../../model/index.js';
import type { ObservedPart } from '../observe/observe.js';
import { bidOf } from './bids.js';
import { fieldWithRole, hostsIn } from './guardrails.js';
import { OutlierCheck } from './outlier-check.js';

/**
 * What an account looks like, as far as it was read or is remembered: its usual bid, its hosts, how many things run. Only
 * tallies are kept, since there may be a million keywords: a count for each distinct bid, a set of hosts, a number.
 */
export class Outliers {
  /** Prices as they are spelt; sorted out only at the end. */
  readonly #prices = new Map<string, number>();
  readonly #hosts = new Set<string>();
  /** By field, how the address that was seen last begins, `https://www.example.com/`: mostly the next one does too. */
  readonly #recent: Record<string, string> = {};
  readonly #running = new Map<string, number>();
  /** By kind, the names of its bids. */
  readonly #bids = new Map<string, readonly string[]>();

  constructor(readonly kinds: Pick<KindRegistry, 'get'>) {}

  /** What the service says, as it arrives. */
  seeLive({ kind, batch }: ObservedPart): void {
    let running = 0;
    const bids = this.#bidsOf(kind.name);
    const [off] = fieldsWithRole(kind.fields, 'switch');
    for (const [, { values }] of batch.found) {
      this.#see(values, bids);
      if (off === undefined || values[off] !== PAUSED) running++;
    }
    if (isMany(kind) && running > 0) this.#running.set(kind.name, (this.#running.get(kind.name) ?? 0) + running);
    for (const { values } of batch.unclaimed ?? []) this.#see(values, bids);
  }

  /** What can only be remembered, as groups and creatives. */
  seePrior(entries: Iterable<StateEntry>): void {
    for (const { kind, values } of entries) this.#see(values, this.#bidsOf(kind));
  }

  #bidsOf(kind: string): readonly string[] {
    let names = this.#bids.get(kind);
    if (names === undefined) {
      names = fieldsWithRole(this.kinds.get(kind)?.fields ?? {}, 'bid');
      this.#bids.set(kind, names);
    }
    return names;
  }

  #see(values: Values, bids: readonly string[]): void {
    for (const bid of bids) this.#countPrice(values[bid]);
    for (const name in values) {
      const value = values[name];
      if (typeof value === 'string') {
        if (!mayBeAddress(value)) continue;
        const recent = this.#recent[name];
        if (recent !== undefined && value.startsWith(recent)) continue;
      }
      this.#seeHosts(name, value);
    }
  }

  #countPrice(price: Value | undefined): void {
    if (typeof price === 'string') this.#prices.set(price, (this.#prices.get(price) ?? 0) + 1);
  }

  #seeHosts(name: string, value: Value | undefined): void {
    if (typeof value === 'string') {
      const origin = originOf(value);
      if (origin !== '') this.#recent[name] = `${origin}/`;
    }
    if (value !== undefined) for (const host of hostsIn(value)) this.#hosts.add(host);
  }

  /** False in an account without any bid: the new ones are then all there is to compare with. */
  get knowsBids(): boolean {
    return this.#usualBid() !== undefined;
  }

  countBid(change: Change): void {
    if (ACTIONABLE.has(change.action)) this.#countPrice(bidOf(fieldWithRole(change, 'bid', this.kinds)?.desired));
  }

  /** To judge what an apply would carry out. `whole`: everything was looked at, and not some targets only. */
  judge(whole: boolean): OutlierCheck {
    return new OutlierCheck(this.kinds, {
      usual: this.#usualBid(),
      hosts: this.#hosts,
      running: whole ? this.#running : new Map(),
    });
  }

  /** The median: neither a few dear keywords nor a few cheap ones move it. */
  #usualBid(): string | undefined {
    const known = [...this.#prices].map(([price, count]) => [bidOf(price) ?? '', count] as const);
    const bids = known.filter(([bid]) => bid !== '').sort(([a], [b]) => compareDecimals(a, b));
    const total = bids.reduce((sum, [, count]) => sum + count, 0);
    let seen = 0;
    return bids.find(([, count]) => {
      seen += count;
      return seen * 2 >= total;
    })?.[0];
  }
}

const isMany = (kind: Kind) => kind.memory === 'baseline';

/** Most other texts are recognised by their first character. */
const mayBeAddress = (text: string) => text !== '' && (text.charCodeAt(0) | 0x20) === LETTER_H;
const LETTER_H = 0x68;

/** Of what may be an http(s) address, all up to the `/` after its host; empty where there is no such `/`. */
function originOf(text: string): string {
  const end = text.indexOf('/', 8);
  return end < 0 ? '' : text.slice(0, end);
}
