import { type Diagnostic, diagnostic } from './diagnostic.js';

/**
 * A run that cannot continue, for a reason that belongs to the user or the service rather than to our own code.
 * It carries located diagnostics and reaches the user without a stack trace.
 */
export class Failure extends Error {
  readonly diagnostics: readonly Diagnostic[];
  /** Why the run ends, as a word that the command line turns into an exit code. */
  readonly ending: Ending;

  constructor(diagnostics: readonly Diagnostic[], ending: Ending = 'error') {
    super(diagnostics.map((one) => one.detail ?? one.summary).join('\n'));
    this.name = 'Failure';
    this.diagnostics = diagnostics;
    this.ending = ending;
  }
}

/** What was asked for on the command line does not fit together. */
export function usageFailure(detail: string): Failure {
  return new Failure([diagnostic('usage', { detail })]);
}

export type Ending = 'error' | 'stale-plan' | 'locked' | 'unresolved' | 'stopped' | 'not-ready' | 'interrupted';
