import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Change, KindRegistry } from '../../model/index.js';
import { ACTIONABLE } from '../../model/index.js';
import { bidOf, isTenfold, isTenth } from './bids.js';
import { fieldWithRole, hostsIn, pauses } from './guardrails.js';

/** What is usual in an account. */
export interface Usual {
  /** The median bid; undefined where there is none. */
  readonly usual: string | undefined;
  readonly hosts: ReadonlySet<string>;
  /** By kind, how many things run. */
  readonly running: ReadonlyMap<string, number>;
}

type Far = 'tenfold' | 'tenth' | undefined;

/** Bids come again and again: what was found of so many of them is kept. */
const KEPT_BIDS = 10_000;

/** Likely slips among what an apply would carry out, as the changes pass; of all but the first few only the number is kept. */
export class OutlierCheck {
  readonly #usual: Usual;
  readonly #kinds: Pick<KindRegistry, 'get'>;
  readonly #distances = new Map<string, Far>();
  readonly #tenfold = new Slips('outlier-bid');
  readonly #tenth = new Slips('outlier-bid');
  readonly #byHost = new Map<string, Slips>();
  readonly #paused = new Map<string, number>();

  constructor(kinds: Pick<KindRegistry, 'get'>, usual: Usual) {
    this.#kinds = kinds;
    this.#usual = usual;
  }

  see(change: Change): void {
    if (!ACTIONABLE.has(change.action)) return;
    this.#seeBid(change);
    // Where nothing is known of the account, every host is the first.
    if (this.#usual.hosts.size > 0) this.#seeHosts(change);
    if (this.#usual.running.has(change.kind) && pauses(change, this.#kinds)) {
      this.#paused.set(change.kind, (this.#paused.get(change.kind) ?? 0) + 1);
    }
  }

  warnings(): readonly Diagnostic[] {
    const { usual, running } = this.#usual;
    return [
      ...this.#tenfold.warning(`Ten times the usual bid of this account, ${usual}, or more`),
      ...this.#tenth.warning(`A tenth of the usual bid of this account, ${usual}, or less`),
      ...[...this.#byHost].flatMap(([host, slips]) => slips.warning(`${host} is not used in this account yet`)),
      ...[...running].flatMap(([kind, count]) => this.#manyPauses(kind, count)),
    ];
  }

  #seeBid(change: Change): void {
    const { usual } = this.#usual;
    if (usual === undefined) return;
    const price = fieldWithRole(change, 'bid', this.#kinds);
    if (typeof price?.desired !== 'string') return;
    const from = price.observed ?? price.prior;
    const far = this.#farOf(price.desired, typeof from === 'string' ? from : undefined, usual);
    if (far === undefined) return;
    const before = bidOf(from);
    const shown = `${change.address} ${before === undefined ? '' : `${before} → `}${bidOf(price.desired)}`;
    (far === 'tenfold' ? this.#tenfold : this.#tenth).add(change, shown);
  }

  /** A bid that is out of the ordinary already is held against itself. */
  #farOf(desired: string, from: string | undefined, usual: string): Far {
    const far = this.#distance(desired, usual);
    const farBefore = from === undefined ? undefined : this.#distance(from, usual);
    if (farBefore === undefined || from === undefined) return far;
    const [bid, before] = [bidOf(desired), bidOf(from)];
    if (bid === undefined || before === undefined) return undefined;
    if (farBefore === 'tenfold') return isTenfold(bid, before) ? 'tenfold' : far === 'tenth' ? 'tenth' : undefined;
    return isTenth(bid, before) ? 'tenth' : far === 'tenfold' ? 'tenfold' : undefined;
  }

  #distance(price: string, usual: string): Far {
    if (this.#distances.has(price)) return this.#distances.get(price);
    const bid = bidOf(price);
    const far =
      bid === undefined ? undefined : isTenfold(bid, usual) ? 'tenfold' : isTenth(bid, usual) ? 'tenth' : undefined;
    if (this.#distances.size >= KEPT_BIDS) this.#distances.clear();
    this.#distances.set(price, far);
    return far;
  }

  #seeHosts(change: Change): void {
    let hosts: Set<string> | undefined;
    for (const { desired } of change.fields) {
      if (desired === undefined) continue;
      for (const host of hostsIn(desired)) {
        if (this.#usual.hosts.has(host)) continue;
        hosts ??= new Set();
        hosts.add(host);
      }
    }
    for (const host of hosts ?? []) {
      let slips = this.#byHost.get(host);
      if (slips === undefined) {
        slips = new Slips('outlier-host');
        this.#byHost.set(host, slips);
      }
      slips.add(change, change.address);
    }
  }

  #manyPauses(kind: string, running: number): readonly Diagnostic[] {
    const paused = this.#paused.get(kind) ?? 0;
    // One of one is no wave.
    if (paused < 2 || paused * 2 <= running) return [];
    return [diagnostic('outlier-pauses', { detail: `${paused} of the ${running} running ${kind}s would be paused.` })];
  }
}

/** A warning names at most this many; the plan itself lists all. */
const NAMED = 5;

/** One warning for all that share a reason: a slip in a column of a table is one slip. */
class Slips {
  readonly #named: string[] = [];
  #first: Change | undefined;
  #count = 0;

  constructor(readonly code: 'outlier-bid' | 'outlier-host') {}

  add(change: Change, shown: string): void {
    this.#count++;
    this.#first ??= change;
    if (this.#named.length < NAMED) this.#named.push(shown);
  }

  warning(reason: string): readonly Diagnostic[] {
    if (this.#first === undefined) return [];
    const { address, source } = this.#first;
    const more = this.#count > NAMED ? `, and ${this.#count - NAMED} more` : '';
    const named = this.#named.join(', ');
    // The address of a single one is in the heading already.
    const detail = named === address ? `${reason}.` : `${reason}: ${named}${more}.`;
    return [diagnostic(this.code, { detail, ...(this.#count === 1 ? { address, source } : { source }) })];
  }
}
