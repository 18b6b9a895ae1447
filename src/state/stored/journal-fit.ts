import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { EMPTY_CHAIN, type JournalChain, type JournalMark } from './journal-chain.js';
import { type JournalPlace, journalDamaged } from './journal-text.js';
import type { StoredSnapshot } from './snapshot-text.js';

/** Where the journal begins after a snapshot. */
export function startAfter(stored: StoredSnapshot | undefined): JournalMark {
  return { after: stored?.snapshot.sequence ?? 0, chain: stored?.chain ?? EMPTY_CHAIN };
}

/**
 * Whether a journal must be next to this snapshot: it is there from the first entry on, and from the first snapshot on. A
 * snapshot of an earlier version does not say so; a number shows that there were entries.
 */
export function needsJournal(stored: StoredSnapshot | undefined): boolean {
  return stored !== undefined && (stored.chain !== undefined || stored.snapshot.sequence > 0);
}

/**
 * Throws where the journal is not the one that the snapshot was made from. A journal that begins after the snapshot's end
 * is another matter: what is between may be in a backup.
 */
export function assertFits(
  stored: StoredSnapshot | undefined,
  chain: JournalChain | undefined,
  place: JournalPlace,
): void {
  if (stored?.chain === undefined || chain === undefined) return;
  const { sequence } = stored.snapshot;
  const there = chain.at(sequence);
  if (there === undefined || there === stored.chain) return;
  const { after } = chain.end;
  throw journalDamaged(
    place,
    1,
    after < sequence
      ? `begins a journal that ends at number ${after}, and the snapshot was made from one that went to ${sequence} or later: it is an older one, or its end is missing`
      : `begins a journal that differs at number ${sequence} from the one that the snapshot was made from`,
  );
}

/** `what`: "… is missing", "… is empty". */
export function journalMissing(what: string, { snapshot }: StoredSnapshot, backup: string): Diagnostic {
  return diagnostic('journal-missing', {
    detail: `${what}, and the state has serial ${snapshot.serial}. Nothing was changed. The journal says which calls were sent since that state was written; without it they would be sent again. ${backup} If it is lost, look in the console for what the runs since then made, and continue with \`--older-state\`.`,
  });
}

/** The same as an error, unless the user has said that it is to be done without. */
export function orMeant(missing: Diagnostic, isMeant: boolean): Diagnostic {
  if (!isMeant) throw new Failure([missing]);
  return { ...missing, severity: 'warning' };
}
