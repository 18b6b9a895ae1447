import { CLI_CODES } from './codes/cli.js';
import { MANIFEST_CODES } from './codes/manifest.js';
import { PLAN_CODES } from './codes/plan.js';
import { PROJECT_CODES } from './codes/project.js';
import { QUERY_CODES } from './codes/queries.js';
import { SERVICE_CODES } from './codes/service.js';
import { STATE_CODES } from './codes/state.js';

/** What belongs to a code whatever the case: how grave it is, its one-line summary, and what helps. */
export interface CodeFacts {
  readonly severity: 'error' | 'warning' | 'info';
  readonly summary: string;
  readonly help: string;
}

/** Every diagnostic that Adwright can give. The union is closed: a code outside this table does not compile. */
export const DIAGNOSTIC_CODES = {
  ...CLI_CODES,
  ...PROJECT_CODES,
  ...MANIFEST_CODES,
  ...SERVICE_CODES,
  ...PLAN_CODES,
  ...STATE_CODES,
  ...QUERY_CODES,
} as const satisfies Record<string, CodeFacts>;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
