import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Snapshot } from '../../model/ports/ports.js';
import type { JournalEntry } from '../../model/state/journal.js';
import { type JournalPlace, journalDamaged } from './journal-text.js';

/** Entries must continue from the last number: otherwise someone else has written since the caller read. */
export function assertFollows(entries: readonly JournalEntry[], last: number, place: string): void {
  let expected = last + 1;
  for (const { sequence } of entries) {
    if (sequence !== expected) {
      throw movedOn(
        `${place} is at number ${last}; an entry with number ${sequence} does not follow (expected ${expected}).`,
      );
    }
    expected++;
  }
}

/** Compare-and-set: the snapshot that is stored must be the one that the caller started from. */
export function assertReplaces(
  next: Snapshot,
  stored: Snapshot | undefined,
  expectedSerial: number | undefined,
  account: string,
  place: string,
): void {
  if (next.account !== account) {
    throw new Failure([
      diagnostic('state-other-account', {
        detail: `A state of account ${next.account} was to be written to ${place}, which belongs to ${account}. Nothing was written.`,
      }),
    ]);
  }
  if (stored?.serial !== expectedSerial) {
    const found = stored === undefined ? 'holds no state' : `holds serial ${stored.serial}`;
    const wanted = expectedSerial === undefined ? 'none was expected' : `serial ${expectedSerial} was expected`;
    throw movedOn(`${place} ${found}, where ${wanted}. Nothing was written.`);
  }
  if (stored === undefined) return;
  if (next.serial <= stored.serial) {
    throw movedOn(
      `Serial ${next.serial} is not newer than serial ${stored.serial}, which ${place} holds. Nothing was written.`,
    );
  }
  if (next.lineage !== stored.lineage) {
    throw new Failure([
      diagnostic('state-other-lineage', {
        detail: `${place} holds lineage ${stored.lineage}; the state to be written has lineage ${next.lineage}. Nothing was written.`,
      }),
    ]);
  }
  if (next.sequence < stored.sequence) {
    throw movedOn(
      `The state to be written knows the journal up to ${next.sequence}, ${place} up to ${stored.sequence}. Nothing was written.`,
    );
  }
}

/** The journal does not continue where the snapshot ends. */
export function missingEntries(place: JournalPlace, folded: number, first: number): Failure {
  return journalDamaged(
    place,
    1,
    `has number ${first}, but the snapshot ends at ${folded}: the snapshot is too old, or a part of the journal is missing`,
  );
}

export function movedOn(detail: string): Failure {
  return new Failure([diagnostic('state-moved', { detail })]);
}
