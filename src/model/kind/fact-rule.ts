import type { Observation } from '../resource/observation.js';

/**
 * What a fact, which is read besides the fields and not managed, is to those who know no kind:
 * - `title`: what people know the thing by, as the word of a keyword;
 * - `owner`: the id of what it belongs to, and of which kind that is;
 * - `review`: the result of a review; `part` tells several of one thing apart;
 * - `cause`: why a review went badly;
 * - `lack`: why something of it is not shown; `says` names what;
 * - `other`: everything else.
 */
export type FactRule =
  | { readonly role: 'title' | 'cause' | 'other' }
  | { readonly role: 'owner'; readonly kind: string }
  | { readonly role: 'review'; readonly part?: string }
  | { readonly role: 'lack'; readonly says: string };

export type FactRole = FactRule['role'];

/** By the name of each fact at the service. */
export type FactRules = Readonly<Record<string, FactRule>>;

/** The service's words for the result of a review. */
export const REVIEW_WORDS = { rejected: 'reject', pending: 'pending' } as const;

/** The words for what is shown, or would be if it were switched on. */
const SERVING: ReadonlySet<string> = new Set(['enable', 'pass', 'pause']);

export interface ReviewState {
  readonly word: string;
  readonly part?: string;
}

export const isServing = ({ word }: ReviewState) => SERVING.has(word);

/** Names of the facts with this role. */
export function factsWithRole(rules: FactRules, role: FactRole): readonly string[] {
  return Object.keys(rules).filter((name) => rules[name]?.role === role);
}

/** The first fact with this role that was read. */
export function factWithRole(
  rules: FactRules | undefined,
  facts: Observation['facts'] | undefined,
  role: FactRole,
): string | undefined {
  if (rules === undefined || facts === undefined) return undefined;
  for (const name in rules) if (rules[name]?.role === role && facts[name] !== undefined) return facts[name];
  return undefined;
}

/** The result of all reviews of an item. */
export function reviewsIn(
  rules: FactRules | undefined,
  facts: Observation['facts'] | undefined,
): readonly ReviewState[] {
  const states: ReviewState[] = [];
  if (facts === undefined) return states;
  // `in` and not entries: this is asked of every keyword.
  for (const name in rules) {
    const rule = rules[name];
    const word = facts[name];
    if (rule?.role !== 'review' || word === undefined) continue;
    states.push(rule.part === undefined ? { word } : { word, part: rule.part });
  }
  return states;
}
