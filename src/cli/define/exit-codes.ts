import { type Meaning, meaningOfEnding } from '../../app/outcome.js';
import type { Ending } from '../../diagnostics/failure.js';

/** Exit codes, as docs/commands.md lists them. */
export const EXIT = {
  done: 0,
  error: 1,
  changes: 2,
  incomplete: 3,
  unresolved: 4,
  finding: 5,
  stalePlan: 6,
  locked: 7,
  notReady: 8,
  interrupted: 130,
} as const satisfies Record<Meaning, number>;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitCodeOf(ending: Ending): ExitCode {
  return EXIT[meaningOfEnding(ending)];
}
