import type { Caution, Observation } from '../../model/index.js';

/** What a review came to, if one of the facts with these names says that it went badly. */
export function rejection(states: readonly string[], { facts }: Observation): Caution | undefined {
  if (!states.some((name) => facts[name] === 'reject')) return undefined;
  const cause = facts['cause'];
  return { code: 'rejected', reason: cause === undefined ? 'No reason is given' : `The reason given is “${cause}”` };
}
