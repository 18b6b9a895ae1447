import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { Snapshot } from '../model/ports.js';
import { type MarkBits, STATE_FORMAT, type StateEntry } from '../model/state.js';
import type { ChunkReference } from './baseline-chunks.js';
import { isCount, isRecord, isText, lineAndColumn } from './stored-json.js';

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
 * not be read back is not written: a state that nobody can open is worse than the one before.
 */
export function* snapshotText({ snapshot, chunks, chain }: StoredSnapshot): Generator<string> {
  const wrong = wrongPart({ ...snapshot }) ?? (chunks.every(isChunkReference) ? undefined : 'a chunk is malformed');
  if (wrong !== undefined) throw new Error(`the state was not written, since it could not be read again: ${wrong}`);
  const { entries, ...head } = snapshot;
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
export function parseSnapshot(bytes: Buffer, place: StoredPlace): StoredSnapshot {
  const parsed = parse(bytes, place);
  if (!isRecord(parsed)) throw damaged(place, 'It holds JSON, but no state.');
  if (typeof parsed['format'] === 'number' && parsed['format'] > STATE_FORMAT) {
    throw new Failure([
      diagnostic('state-newer-format', {
        detail: `${place.file} has format ${parsed['format']}; this version of Adwright reads up to format ${STATE_FORMAT}.`,
        source: start(place),
      }),
    ]);
  }
  const { baseline, chain, ...snapshot } = parsed;
  if (!isSnapshot(snapshot)) throw damaged(place, `It holds JSON, but no state: ${wrongPart(snapshot)}.`);
  if (!Array.isArray(baseline) || !baseline.every(isChunkReference))
    throw damaged(place, 'Its list of baseline chunks is malformed.');
  const isWhole = chain === undefined || isChain(chain);
  if (!isWhole) throw damaged(place, 'Its digest of the journal is malformed.');
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
    throw damaged(place, 'It is no complete JSON: it was cut off or overwritten.', lineAndColumn(text, offset));
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
  return `Nothing was changed. ${backup ?? 'No backup is beside it: look for one in version control or in your backups.'}`;
}

function start({ file }: StoredPlace) {
  return { file, line: 1, column: 1 };
}

function isSnapshot(value: Record<string, unknown>): value is Record<string, unknown> & Snapshot {
  return wrongPart(value) === undefined;
}

function wrongPart(value: Record<string, unknown>): string | undefined {
  const format = value['format'];
  if (format !== 1 && format !== STATE_FORMAT) return '`format` is missing';
  if (value['bits'] !== undefined && !isMarkBits(value['bits'])) return '`bits` is malformed';
  for (const name of ['lineage', 'account']) if (!isText(value[name])) return `\`${name}\` is missing`;
  for (const name of ['serial', 'sequence']) if (!isCount(value[name])) return `\`${name}\` is missing`;
  if (value['uid'] !== undefined && !isText(value['uid'])) return '`uid` is malformed';
  const entries = value['entries'];
  if (!Array.isArray(entries)) return '`entries` is missing';
  const bad = entries.findIndex((entry) => !isStateEntry(entry));
  return bad < 0 ? undefined : `entry ${bad + 1} of ${entries.length} is malformed`;
}

const STATUSES: ReadonlySet<unknown> = new Set<unknown>(['settled', 'pending', 'unknown']);

export function isStateEntry(value: unknown): value is StateEntry {
  return (
    isRecord(value) &&
    isText(value['address']) &&
    isText(value['kind']) &&
    STATUSES.has(value['status']) &&
    isRecord(value['values']) &&
    isRecord(value['provenance']) &&
    (value['id'] === undefined || isText(value['id'])) &&
    (value['attempt'] === undefined || (isRecord(value['attempt']) && isText(value['attempt']['id'])))
  );
}

const isMarkBits = (value: unknown): value is MarkBits =>
  isRecord(value) && Object.values(value).every((fields) => isRecord(fields) && Object.values(fields).every(isCount));

const isChain = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/u.test(value);

function isChunkReference(value: unknown): value is ChunkReference {
  return (
    isRecord(value) &&
    isText(value['first']) &&
    isCount(value['count']) &&
    typeof value['sha256'] === 'string' &&
    /^[0-9a-f]{64}$/u.test(value['sha256'])
  );
}
