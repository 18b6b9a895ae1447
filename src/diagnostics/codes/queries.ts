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
  'report-rows-unsummed': {
    severity: 'warning',
    summary: 'Some rows of a report are in no sum',
    help: 'The service wrote something else than a number. `--json` and `--csv` without `--sum` show the rows as they came.',
  },
  'report-other-day': {
    severity: 'warning',
    summary: 'The report of a day has rows of another day',
    help: 'The service answered for another day than was asked for. Ask for the day again, or look in the console.',
  },
  'figures-unread': {
    severity: 'warning',
    summary: 'The cost of some days could not be read',
    help: 'These days are in no sum. Plan again later; `adwright report creatives --ad-type base_report --from DAY --to DAY` asks for one day alone.',
  },
  'figures-unassigned': {
    severity: 'warning',
    summary: 'What some changes are in, and what it spent, is not known',
    help: 'Their cost is in no sum of the groups touched.',
  },
} as const satisfies Record<string, CodeFacts>;
