/** What belongs to a code whatever the case: how grave it is, its one-line summary, and what helps. */
export interface CodeFacts {
  readonly severity: 'error' | 'warning' | 'info';
  readonly summary: string;
  readonly help: string;
}
