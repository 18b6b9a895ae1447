import { type Caution, type FactRules, factsWithRole, type Observation, REVIEW_WORDS } from '../../model/index.js';

/** The result of a review, if it went badly. Made once for many things. */
export function rejectionCheck(rules: FactRules): (observation: Observation) => Caution | undefined {
  const reviews = factsWithRole(rules, 'review');
  const causes = factsWithRole(rules, 'cause');
  return ({ facts }) => {
    if (!reviews.some((name) => facts[name] === REVIEW_WORDS.rejected)) return undefined;
    const cause = causes.map((name) => facts[name]).find((text) => text !== undefined);
    return { code: 'rejected', reason: cause === undefined ? 'No reason is given' : `The reason given is “${cause}”` };
  };
}
