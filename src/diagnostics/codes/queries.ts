import type { CodeFacts } from '../code-facts.js';

export const QUERY_CODES = {
  'query-parameter': {
    severity: 'error',
    summary: 'The interface does not accept a parameter',
    help: 'Correct what the message names and run the command again. Nothing was sent.',
  },
  'report-maybe-incomplete': {
    severity: 'warning',
    summary: 'A report may be incomplete',
    help: "A day's report is normally complete by 08:30 of the next day, in the account's time. Ask again later.",
  },
} as const satisfies Record<string, CodeFacts>;
