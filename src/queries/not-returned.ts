import type { QueryRow } from './define-query.js';

const MOST_SHOWN = 20;

/** Names the ids that were asked for and are in no row. */
export function notReturned(ids: readonly string[], rows: readonly QueryRow[], column: string): string | undefined {
  const found = new Set(rows.map((row) => row[column]));
  const missing = ids.filter((one) => !found.has(one));
  if (missing.length === 0) return undefined;
  const shown = missing.slice(0, MOST_SHOWN).join(', ');
  return `Not returned by the service: ${shown}${missing.length > MOST_SHOWN ? `, and ${missing.length - MOST_SHOWN} more` : ''}.`;
}
