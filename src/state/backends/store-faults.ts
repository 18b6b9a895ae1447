import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';

/** Something is missing that a person sets up: a setting, a variable, a table, a package. `what` has no full stop. */
export function notSetUp(what: string): Failure {
  return new Failure([diagnostic('state-store-setup', { detail: `${what}.` })]);
}

/** The store refuses, and would refuse again. */
export function storeRefuses(what: string): Failure {
  return new Failure([diagnostic('state-store-failed', { detail: `${what}.` })]);
}

/** It may pass: the log asks again, and says so with this message if it does not. */
export class StoreUnsure extends Error {}

/** The first part of what a server said, on one line. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= 300 ? line : `${line.slice(0, 300)}…`;
}
