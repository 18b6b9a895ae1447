import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { AppPorts } from './ports.js';

/** Where no one can say yes: say so at once, before any call. `instead` is what can be given. */
export function refuseUnattended(
  { ask, unattended = 'Cannot ask for confirmation.' }: AppPorts,
  instead: string,
): void {
  if (ask !== undefined) return;
  const detail = `${unattended} Give ${instead}. Nothing was sent.`;
  throw new Failure([diagnostic('confirmation-needed', { detail })]);
}

/** Asks for the word `yes`; anything else ends the command, and nothing was sent. */
export async function confirm({ ask, signal }: AppPorts, what: string): Promise<void> {
  const answer = await ask?.(`\nApply ${what}? Only \`yes\` is accepted: `);
  if (signal.aborted) {
    throw new Failure([diagnostic('not-confirmed', { detail: 'Interrupted.' })], 'interrupted');
  }
  if (answer?.trim() !== 'yes') throw notConfirmed();
}

/** `these 3 changes to the account brand-a`. */
export function changesTo(changes: number, account: string): string {
  return `${changes === 1 ? 'this change' : `these ${changes} changes`} to the account ${account}`;
}

export function notConfirmed(): Failure {
  return new Failure([diagnostic('not-confirmed')]);
}
