import type { Change } from '../../../model/change/plan.js';
import type { Value } from '../../../model/resource/value.js';
import { costOf, ownersOfChange, type PageChanges } from '../page-changes.js';

/** What the toolbar asks for; an empty text asks for nothing. */
export interface Wanted {
  readonly search: string;
  readonly action: string;
  readonly kind: string;
  readonly owner: string;
  readonly finding: string;
  readonly order: string;
}

interface Known {
  readonly change: Change;
  /** All that is searched, in lower case. */
  text?: string;
  owners?: readonly string[];
  move?: { readonly amount: number; readonly percent: number } | undefined;
  measured?: true;
}

/** The changes of the page, by what people look for. */
export class ChangeFilter {
  readonly #page: PageChanges;
  readonly #known: readonly Known[];

  constructor(page: PageChanges) {
    this.#page = page;
    this.#known = page.plan.changes.map((change) => ({ change }));
  }

  /** Makes ready what the first search would wait for, while the browser has nothing else to do. */
  prepare(): void {
    let next = 0;
    const work = (idle: IdleDeadline) => {
      while (next < this.#known.length && idle.timeRemaining() > 1) {
        for (const end = next + 50; next < end; next++) {
          const one = this.#known[next];
          if (one !== undefined) this.#textOf(one);
        }
      }
      if (next < this.#known.length) requestIdleCallback(work);
    };
    // Not every browser has it; there the first search is a little slower.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  }

  /** The changes that are wanted, in the order that is wanted; undefined where that is all of them in the plan's order. */
  find(wanted: Wanted): readonly Change[] | undefined {
    const { search, action, kind, owner, finding, order } = wanted;
    if (`${search}${action}${kind}${owner}${finding}${order}`.trim() === '') return undefined;
    const words = search
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const asked = owner.trim().toLowerCase();
    const exact = asked !== '' && this.#known.some((one) => this.#ownersOf(one).includes(asked));
    const found = this.#known.filter((one) => {
      const { change } = one;
      if (action !== '' && (action === '*drift' ? !change.drift : change.action !== action)) return false;
      if (kind !== '' && change.kind !== kind) return false;
      if (finding !== '' && !this.#hasFinding(change, finding)) return false;
      if (asked !== '' && !this.#ownersOf(one).some((name) => (exact ? name === asked : name.includes(asked))))
        return false;
      return words.length === 0 || words.every((word) => this.#textOf(one).includes(word));
    });
    return this.#sorted(found, order).map(({ change }) => change);
  }

  /** Names and ids of what the changes belong to. */
  owners(most: number): readonly string[] {
    const names = new Set<string>();
    for (const { change } of this.#known) {
      const [owner] = ownersOfChange(change, this.#page);
      if (owner !== undefined) names.add(this.#page.ownerNames.get(owner) ?? owner);
      if (names.size >= most) break;
    }
    return [...names];
  }

  #hasFinding({ address }: Change, rule: string): boolean {
    const found = this.#page.findings.get(address) ?? [];
    return rule === '*any' ? found.length > 0 : found.some((one) => one.rule === rule);
  }

  #ownersOf(one: Known): readonly string[] {
    one.owners ??= ownersOfChange(one.change, this.#page).flatMap((owner) => {
      const name = this.#page.ownerNames.get(owner);
      return (name === undefined ? [owner] : [owner, name]).map((text) => text.toLowerCase());
    });
    return one.owners;
  }

  #textOf(one: Known): string {
    if (one.text === undefined) {
      const { address, action, reason, todo, source, facts, id, fields } = one.change;
      const parts = [
        address,
        action,
        reason,
        todo ?? '',
        id ?? '',
        source === undefined ? '' : `${source.file}:${source.line}`,
      ];
      parts.push(...Object.values(facts ?? {}), ...this.#ownersOf(one));
      for (const { path, desired, prior, observed } of fields) {
        parts.push(path);
        for (const value of [desired, prior, observed]) if (value !== undefined) addTexts(value, parts);
      }
      one.text = parts.join('\n').toLowerCase();
    }
    return one.text;
  }

  #sorted(found: readonly Known[], order: string): readonly Known[] {
    const keyOf = this.#keyOf(order);
    if (keyOf === undefined) return found;
    const keyed = found.map((one) => ({ one, key: keyOf(one) }));
    // What has no figure comes last.
    return keyed.sort((a, b) => (b.key ?? -Infinity) - (a.key ?? -Infinity) || 0).map(({ one }) => one);
  }

  #keyOf(order: string): ((one: Known) => number | undefined) | undefined {
    const by = (side: 'amount' | 'percent', sign: 1 | -1) => (one: Known) => {
      const move = this.#moveOf(one);
      return move === undefined ? undefined : sign * move[side];
    };
    switch (order) {
      case 'rise':
        return by('amount', 1);
      case 'cut':
        return by('amount', -1);
      case 'rise-percent':
        return by('percent', 1);
      case 'cut-percent':
        return by('percent', -1);
      case 'cost':
        return ({ change }) => {
          const cost = costOf(change, this.#page);
          return cost === undefined ? undefined : Number(cost);
        };
      default:
        return undefined;
    }
  }

  /** How its bid moves. Floats are good enough for an order; what is shown is exact. */
  #moveOf(one: Known): Known['move'] {
    if (one.measured) return one.move;
    one.measured = true;
    const { change } = one;
    for (const { path, desired, prior, observed } of change.fields) {
      const from = observed ?? prior;
      if (this.#page.setting.ruleOf(change.kind, path)?.role !== 'bid') continue;
      if (typeof desired !== 'string' || typeof from !== 'string') continue;
      const amount = Number(desired) - Number(from);
      // 0 means another bid, so that nothing rises from it or falls to it.
      if (!Number.isFinite(amount) || Number(from) === 0 || Number(desired) === 0) continue;
      one.move = { amount, percent: amount / Number(from) };
      break;
    }
    return one.move;
  }
}

function addTexts(value: Value, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else for (const inner of Object.values(value) as Value[]) addTexts(inner, into);
}
