import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Snapshot } from '../../model/ports/ports.js';
import { STATE_FORMAT } from '../../model/state/state.js';
import { pointerSteps } from '../../schema/error-place.js';
import type { ChunkReference } from './baseline-chunks.js';
import { isRecord, lineAndColumn } from './stored-json.js';
import { isStateEntry, looksLikeStoredFile } from './stored-schemas.js';

/** A snapshot as it is stored: with the chunks of its baseline named. */
export interface StoredSnapshot {
  readonly snapshot: Snapshot;
  readonly chunks: readonly ChunkReference[];
  /** The journal's running digest at the snapshot's number; a snapshot of an earlier version has none. */
  readonly chain?: string;
}

/** Where a stored text comes from, for messages. */
export interface StoredPlace {
  readonly file: string;
  readonly account: string;
  /** How to go back to the state before, if there is one. */
  readonly backup: string | undefined;
}

/**
 * The text of a snapshot piece by piece, one entry a line: nothing is built twice, and a difference reads well. What could
 * not be read back is not written: a state that no one can open is worse than the one before.
 */
export function* snapshotText({ snapshot, chunks, chain }: StoredSnapshot): Generator<string> {
  const { entries, ...head } = snapshot;
  if (!looksLikeStoredFile({ ...snapshot, baseline: chunks, ...(chain !== undefined && { chain }) })) {
    const bad = entries.findIndex((entry) => !isStateEntry(entry));
    const what = bad < 0 ? 'its head is malformed' : `entry ${bad + 1} of ${entries.length} is malformed`;
    throw new Error(`the state was not written, since it could not be read again: ${what}`);
  }
  yield `${JSON.stringify({ ...head, ...(chain !== undefined && { chain }) }).slice(0, -1)},\n"baseline": [`;
  yield* lines(chunks);
  yield `],\n"entries": [`;
  yield* lines(entries);
  yield ']}\n';
}

function* lines(values: readonly unknown[]): Generator<string> {
  let separator = '\n';
  for (const value of values) {
    yield separator + JSON.stringify(value);
    separator = ',\n';
  }
  if (values.length > 0) yield '\n';
}

/** Reads a snapshot. Whatever is not a whole snapshot of this account is a `Failure` that says so; it is never taken for an empty one. */
export async function parseSnapshot(bytes: Buffer, place: StoredPlace): Promise<StoredSnapshot> {
  const parsed = parse(bytes, place);
  if (!isRecord(parsed)) throw damaged(place, 'It is JSON, but not a state.');
  if (typeof parsed['format'] === 'number' && parsed['format'] > STATE_FORMAT) {
    throw new Failure([
      diagnostic('state-newer-format', {
        detail: `${place.file} has format ${parsed['format']}; this version of Adwright reads up to format ${STATE_FORMAT}.`,
        source: start(place),
      }),
    ]);
  }
  if (!looksLikeStoredFile(parsed)) throw damaged(place, await wrongPart(parsed));
  const { baseline, chain, ...snapshot } = parsed;
  if (snapshot.account !== place.account) {
    throw new Failure([
      diagnostic('state-other-account', {
        detail: `${place.file} is the state of account ${snapshot.account}, not of ${place.account}.`,
        source: start(place),
      }),
    ]);
  }
  return { snapshot, chunks: baseline, ...(chain !== undefined && { chain }) };
}

function parse(bytes: Buffer, place: StoredPlace): unknown {
  if (bytes.length === 0) throw damaged(place, 'The file is empty.');
  if (bytes.every((byte) => byte === 0))
    throw damaged(place, 'The file holds nothing but NUL bytes, as after a power failure.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/u, '');
  const marker = /^(?:<{7}|={7}|>{7})(?: |$)/mu.exec(text);
  if (marker !== null) {
    throw new Failure([
      diagnostic('state-conflicted', {
        detail: `${place.file} holds merge-conflict markers. ${kept(place)}`,
        source: { file: place.file, ...lineAndColumn(text, marker.index) },
      }),
    ]);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const offset = Number(/position (\d+)/u.exec(String(error))?.[1] ?? text.length);
    throw damaged(place, 'It is not complete JSON: it was cut off or overwritten.', lineAndColumn(text, offset));
  }
}

/** A `Failure` for a store that is there and cannot be used. */
export function damaged(place: StoredPlace, what: string, at = { line: 1, column: 1 }): Failure {
  return new Failure([
    diagnostic('state-damaged', {
      detail: `${place.file} cannot be used. ${what} ${kept(place)}`,
      source: { file: place.file, ...at },
    }),
  ]);
}

function kept({ backup }: StoredPlace): string {
  return `Nothing was changed. ${backup ?? 'There is no backup next to it: look for one in version control or in your backups.'}`;
}

function start({ file }: StoredPlace) {
  return { file, line: 1, column: 1 };
}

/** What is wrong with the content of a state, by the check that says where. It is loaded only then. */
async function wrongPart(value: object): Promise<string> {
  const { isStoredFile } = await import('./stored.checks.js');
  // Values of any depth pass it.
  if (isStoredFile(value)) return 'It is JSON, but not a state: an entry is malformed.';
  const [error] = isStoredFile.errors ?? [];
  const [name, index] = pointerSteps(error?.instancePath ?? '');
  const key = name ?? String(error?.params['missingProperty']);
  if (key === 'baseline') return 'Its list of baseline chunks is malformed.';
  if (key === 'chain') return 'Its digest of the journal is malformed.';
  const { entries } = Object(value);
  const isEntry = key === 'entries' && index !== undefined && Array.isArray(entries);
  const isOptional = ['uid', 'bits', 'movedTo', 'movingAs', 'origin'].includes(key);
  const what = isEntry
    ? `entry ${Number(index) + 1} of ${entries.length} is malformed`
    : `\`${key}\` is ${isOptional ? 'malformed' : 'missing'}`;
  return `It is JSON, but not a state: ${what}.`;
}
