import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Change, Kind, KindRegistry, StateEntry, Value, Values } from '../../model/index.js';
import { ACTIONABLE, compareDecimals, fieldsWithRole, PAUSED, shortestDecimal } from '../../model/index.js';
import type { ObservedPart } from '../observe/observe.js';
import { fieldWithRole, hostsIn, pauses } from './guardrails.js';

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

  /** Likely slips among what an apply would carry out. `whole`: everything was looked at, and not some targets only. */
  warnings(changes: readonly Change[], whole: boolean): readonly Diagnostic[] {
    const acting = changes.filter((change) => ACTIONABLE.has(change.action));
    return [...this.#farBids(acting), ...this.#newHosts(acting), ...(whole ? this.#manyPauses(acting) : [])];
  }

  #farBids(acting: readonly Change[]): readonly Diagnostic[] {
    const nothingKnown = this.#usualBid() === undefined;
    const bids = acting.flatMap((change) => {
      const price = fieldWithRole(change, 'bid', this.kinds);
      const bid = bidOf(price?.desired);
      // In an account without any bid, the new ones are all there is to compare with.
      if (nothingKnown) this.#countPrice(bid);
      return bid === undefined ? [] : [{ change, bid, before: bidOf(price?.observed ?? price?.prior) }];
    });
    const usual = this.#usualBid();
    if (usual === undefined) return [];
    const beyond = (isFar: (bid: string, other: string) => boolean) =>
      // A bid that is out of the ordinary already is held against itself.
      bids.filter(({ bid, before }) => isFar(bid, before !== undefined && isFar(before, usual) ? before : usual));
    const shown = ({ change, bid, before }: (typeof bids)[number]) =>
      `${change.address} ${before === undefined ? '' : `${before} → `}${bid}`;
    return [
      ...warn('outlier-bid', beyond(isTenfold), `Ten times the usual bid of this account, ${usual}, or more`, shown),
      ...warn('outlier-bid', beyond(isTenth), `A tenth of the usual bid of this account, ${usual}, or less`, shown),
    ];
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

  #newHosts(acting: readonly Change[]): readonly Diagnostic[] {
    // Where nothing is known of the account, every host is the first.
    if (this.#hosts.size === 0) return [];
    const uses = new Map<string, { change: Change }[]>();
    for (const change of acting) {
      const hosts = new Set(change.fields.flatMap(({ desired }) => (desired === undefined ? [] : hostsIn(desired))));
      for (const host of hosts) {
        if (this.#hosts.has(host)) continue;
        const known = uses.get(host);
        if (known === undefined) uses.set(host, [{ change }]);
        else known.push({ change });
      }
    }
    return [...uses].flatMap(([host, changes]) =>
      warn('outlier-host', changes, `${host} is not used in this account yet`, ({ change }) => change.address),
    );
  }

  #manyPauses(acting: readonly Change[]): readonly Diagnostic[] {
    return [...this.#running].flatMap(([kind, running]) => {
      const paused = acting.filter((change) => change.kind === kind && pauses(change, this.kinds)).length;
      // One of one is no wave.
      if (paused < 2 || paused * 2 <= running) return [];
      return [
        diagnostic('outlier-pauses', { detail: `${paused} of the ${running} running ${kind}s would be paused.` }),
      ];
    });
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

/** A bid of 0 means another one, and a service may say something that is no number. */
function bidOf(value: Value | undefined): string | undefined {
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) return undefined;
  const bid = shortestDecimal(value);
  return bid === '0' ? undefined : bid;
}

function isTenfold(bid: string, other: string): boolean {
  const [whole = '0', fraction = ''] = other.split('.');
  return compareDecimals(bid, `${whole}${fraction.charAt(0) || '0'}.${fraction.slice(1)}`) >= 0;
}

const isTenth = (bid: string, other: string) => isTenfold(other, bid);

/** A warning names at most this many; the plan itself lists all. */
const NAMED = 5;

/** One warning for all that share a reason: a slip in a column of a table is one slip. */
function warn<Use extends { readonly change: Change }>(
  code: 'outlier-bid' | 'outlier-host',
  uses: readonly Use[],
  reason: string,
  shown: (use: Use) => string,
): readonly Diagnostic[] {
  const [first, ...others] = uses;
  if (first === undefined) return [];
  const more = uses.length > NAMED ? `, and ${uses.length - NAMED} more` : '';
  const named = uses.slice(0, NAMED).map(shown).join(', ');
  // The address of a single one is in the heading already.
  const detail = named === first.change.address ? `${reason}.` : `${reason}: ${named}${more}.`;
  const { address, source } = first.change;
  return [diagnostic(code, { detail, ...(others.length === 0 ? { address, source } : { source }) })];
}
