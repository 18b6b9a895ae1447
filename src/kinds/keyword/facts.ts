import type { FactRules } from '../../model/index.js';

/** What getKeywords says of a keyword besides its fields, in the order in which it is shown. */
export const KEYWORD_FACTS = {
  groupId: { role: 'owner', kind: 'group' },
  word: { role: 'title' },
  status: { role: 'review' },
  mobileStatus: { role: 'review', part: 'mobile' },
  cause: { role: 'cause' },
  pcLowestPrice: { role: 'other' },
  tagCause: { role: 'lack', says: 'no wildcard creatives' },
  updateTime: { role: 'other' },
} as const satisfies FactRules;
