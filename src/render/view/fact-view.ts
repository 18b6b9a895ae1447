import type { Change } from '../../model/change/plan.js';
import { type FactRules, factWithRole, REVIEW_WORDS, reviewsIn } from '../../model/kind/fact-rule.js';
import { visible } from '../characters/visible.js';

/** The rules of the facts of a kind; the caller who knows the kinds passes it. */
export type FactsOf = (kind: string) => FactRules | undefined;

/** What a person knows the thing by. */
export function titleText({ kind, facts }: Change, factsOf: FactsOf): string | undefined {
  return factWithRole(factsOf(kind), facts, 'title');
}

/** The id of what the thing belongs to. */
export function ownerIdOf({ kind, facts }: Change, factsOf: FactsOf): string | undefined {
  return factWithRole(factsOf(kind), facts, 'owner');
}

/** What things of this kind belong to. */
export function ownerKindOf(kind: string, factsOf: FactsOf): string | undefined {
  return Object.values(factsOf(kind) ?? {}).find((rule) => rule.role === 'owner')?.kind;
}

/** That the service's review turned down what is live, and why; what differs is sent again at each apply. */
export function rejectionOf({ kind, action, facts }: Change, factsOf: FactsOf): string | undefined {
  if (!mayBeRejected(facts)) return undefined;
  const rules = factsOf(kind);
  if (!reviewsIn(rules, facts).some(({ word }) => word === REVIEW_WORDS.rejected)) return undefined;
  const cause = factWithRole(rules, facts, 'cause') ?? '';
  const why = cause === '' ? 'no reason is given' : `the reason given is “${visible(cause)}”`;
  return `rejected, ${why}${action === 'update' ? '; apply sends it again' : ''}`;
}

/** Spares most things the look at their rules. */
function mayBeRejected(facts: Change['facts']): boolean {
  for (const name in facts) if (facts[name] === REVIEW_WORDS.rejected) return true;
  return false;
}

/** `status pending`: all that is known of it but what its line and its heading say. */
export function furtherFacts({ kind, facts = {} }: Change, factsOf: FactsOf): readonly string[] {
  const rules = factsOf(kind) ?? {};
  return Object.entries(facts)
    .filter(([name, value]) => rules[name]?.role !== 'title' && rules[name]?.role !== 'owner' && value !== '')
    .map(([name, value]) => `${name} ${visible(value)}`);
}
