import { createHash } from 'node:crypto';
import type { Snapshot, StoredState } from '../model/ports/ports.js';
import type { JournalEntry } from '../model/state/journal.js';
import { quickLook } from '../schema/quick-look.js';
import { count, oneOf, shape, text } from '../schema/shapes.js';
import { type MachineRecord, machineRecord } from './machine/machine-memory.js';

/** How far a state has come: the serial of its snapshot, and the end of its journal. */
export interface StatePosition {
  /** 0 without a snapshot. */
  readonly serial: number;
  /** Number of the last entry, folded in or not. */
  readonly sequence: number;
  /** Of that entry, where its text is known: two histories of one lineage have the same numbers. */
  readonly digest?: string;
}

/** The newest state of an account that this machine has seen. */
export interface SeenState extends StatePosition {
  readonly version: 1;
  readonly lineage: string;
  readonly account: string;
  /** ISO 8601. */
  readonly at: string;
}

export const SEEN_STATE_SCHEMA = shape<SeenState>(
  { version: oneOf([1]), lineage: text, account: text, at: text, serial: count, sequence: count },
  { digest: text },
  { open: true },
);

export const isSeenState = quickLook<SeenState>(SEEN_STATE_SCHEMA);

/** Where it is remembered, by lineage and account, whatever backend holds the state. */
export function seenStateRecord(
  folder: string,
  { lineage, account }: Pick<SeenState, 'lineage' | 'account'>,
): MachineRecord<SeenState> {
  const key = createHash('sha256')
    .update(JSON.stringify([lineage, account]))
    .digest('hex');
  return machineRecord(folder, `state-${key.slice(0, 32)}`, parseSeenState);
}

function parseSeenState(value: unknown): SeenState | undefined {
  return isSeenState(value) ? value : undefined;
}

export const entryDigest = (entry: JournalEntry) => createHash('sha256').update(JSON.stringify(entry)).digest('hex');

export function positionOf({ snapshot, journal }: Pick<StoredState, 'snapshot' | 'journal'>): StatePosition {
  const last = journal.at(-1);
  return {
    serial: snapshot?.serial ?? 0,
    sequence: last?.sequence ?? snapshot?.sequence ?? 0,
    ...(last !== undefined && { digest: entryDigest(last) }),
  };
}

/** Where a run is after its snapshot was replaced. */
export function afterWrite(before: StatePosition | undefined, { serial, sequence }: Snapshot): StatePosition {
  if (before === undefined || before.sequence < sequence) return { serial, sequence };
  return { ...before, serial };
}

/** Why what is stored does not hold everything that the one that was seen did; undefined if it does. */
export function olderThan(seen: StatePosition, stored: StoredState): string | undefined {
  const now = positionOf(stored);
  if (now.sequence < seen.sequence) {
    return `its journal ends at number ${now.sequence}, and one that ended at ${seen.sequence} was seen here`;
  }
  const same = stored.journal.find(({ sequence }) => sequence === seen.sequence);
  const isSame = same !== undefined && seen.digest !== undefined ? entryDigest(same) === seen.digest : undefined;
  if (isSame === false) return `number ${seen.sequence} of its journal is not the entry that was seen here`;
  // An older snapshot whose journal makes up for what came after, as after its backup was put back.
  if (now.serial >= seen.serial || isSame === true) return undefined;
  return `it has serial ${now.serial}, and ${seen.serial} was seen here`;
}

/** The newer of both, part by part; undefined if nothing of it is new. */
export function newest(seen: StatePosition | undefined, now: StatePosition): StatePosition | undefined {
  if (seen === undefined) return now;
  if (now.sequence < seen.sequence) {
    return now.serial > seen.serial ? { ...seen, serial: now.serial } : undefined;
  }
  const digest = now.digest ?? (now.sequence === seen.sequence ? seen.digest : undefined);
  const { sequence } = now;
  const serial = Math.max(now.serial, seen.serial);
  const isKnown = serial === seen.serial && sequence === seen.sequence && digest === seen.digest;
  return isKnown ? undefined : { serial, sequence, ...(digest !== undefined && { digest }) };
}
