import type { FactRules } from '../../model/index.js';

/** What getApps says of an app besides its fields, in the order in which it is shown. */
export const APP_FACTS = {
  status: { role: 'review' },
  cause: { role: 'cause' },
  updateTime: { role: 'other' },
  imageUrl: { role: 'other' },
} as const satisfies FactRules;
