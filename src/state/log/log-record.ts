import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { LockRecord } from '../../model/state/lock.js';
import { type Look, quickLook } from '../../schema/quick-look.js';
import { anyText, count, hexDigest, listOf, mapOf, oneOf, shape, text, truth, variants } from '../../schema/shapes.js';
import type { JournalMark } from '../stored/journal-chain.js';
import { JOURNAL_MARK_SCHEMA, LOCK_RECORD_SCHEMA } from '../stored/stored-schemas.js';

const FORMAT = 1;

/** What every record carries. The nonce makes its bytes its own: who reads them back knows whether they are its own. */
interface Common {
  readonly format: number;
  readonly nonce: string;
  /** ISO 8601. */
  readonly at: string;
  /** The user. */
  readonly by: string;
}

/** A run takes the lock: its number is the fence. */
export interface LockTaken extends Common {
  readonly type: 'lock';
  readonly lock: LockRecord;
}

/** One append. The line of the journal is the record's body. */
export interface EntriesAdded extends Common {
  readonly type: 'entries';
  /** The id of the lock. */
  readonly holder: string;
  /** What the entries are, for people. */
  readonly what: string;
}

/** Blobs that are about to be written: a run that ends before it names them in a snapshot leaves none unknown. */
export interface BlobsAnnounced extends Common {
  readonly type: 'blobs';
  readonly holder: string;
  readonly blobs: readonly string[];
}

/** A snapshot was written. The body holds the lines of the journal that it does not fold in. */
export interface SnapshotWritten extends Common {
  readonly type: 'snapshot';
  /** Held by the run that wrote it; records before this one may be empty. */
  readonly lock: LockRecord;
  readonly serial: number;
  /** The blob of the snapshot's text. */
  readonly state: string;
  /** The blobs of the baseline's chunks, by the digests of the chunks. */
  readonly chunks: Readonly<Record<string, string>>;
  /** Where the lines in the body begin. */
  readonly start: JournalMark;
  /** Records below this number are known to be empty. */
  readonly emptied: number;
}

export interface LockFreed extends Common {
  readonly type: 'unlock';
  /** Whose lock it was, where that could be read. */
  readonly holder?: string;
  readonly forced: boolean;
}

export type LogHead = LockTaken | EntriesAdded | BlobsAnnounced | SnapshotWritten | LockFreed;

/** A record: a line of JSON, and what follows it as it is. */
export interface LogRecord {
  readonly head: LogHead;
  readonly body: string;
}

type WithoutCommon<Head> = Head extends LogHead ? Omit<Head, keyof Common> : never;
export type NewHead = WithoutCommon<LogHead>;

const common = { format: count, nonce: text, at: text, by: anyText };
const open = { open: true };
const blob = hexDigest(64);

export const LOG_HEAD_SCHEMA = variants('type', [
  shape<LockTaken>({ ...common, type: oneOf(['lock']), lock: LOCK_RECORD_SCHEMA }, {}, open),
  shape<EntriesAdded>({ ...common, type: oneOf(['entries']), holder: text, what: anyText }, {}, open),
  shape<BlobsAnnounced>({ ...common, type: oneOf(['blobs']), holder: text, blobs: listOf(blob) }, {}, open),
  shape<SnapshotWritten>(
    {
      ...common,
      type: oneOf(['snapshot']),
      lock: LOCK_RECORD_SCHEMA,
      serial: count,
      state: blob,
      chunks: mapOf(blob),
      start: JOURNAL_MARK_SCHEMA,
      emptied: count,
    },
    {},
    open,
  ),
  shape<LockFreed>({ ...common, type: oneOf(['unlock']), forced: truth }, { holder: text }, open),
]);

const isLogHead: Look<LogHead> = quickLook<LogHead>(LOG_HEAD_SCHEMA);

/** A record that is about to be written: what it says, and its bytes. */
export interface NewRecord {
  readonly record: LogRecord;
  readonly bytes: Buffer;
}

export function newRecord(head: NewHead, common: Omit<Common, 'format'>, body = ''): NewRecord {
  const whole = { format: FORMAT, ...common, ...head };
  return { record: { head: whole, body }, bytes: Buffer.from(`${JSON.stringify(whole)}\n${body}`) };
}

/** Undefined where the bytes are no record. */
export function parseRecord(bytes: Uint8Array, where: string): LogRecord | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const end = content.indexOf('\n');
  if (end < 0) return undefined;
  let head: unknown;
  try {
    head = JSON.parse(content.slice(0, end));
  } catch {
    return undefined;
  }
  const { format } = Object(head);
  if (typeof format === 'number' && format > FORMAT) {
    const detail = `A record in ${where} has format ${format}; this version of Adwright reads up to format ${FORMAT}.`;
    throw new Failure([diagnostic('state-newer-format', { detail })]);
  }
  return isLogHead(head) ? { head, body: content.slice(end + 1) } : undefined;
}

/** The blobs that a record speaks of. */
export function blobsOf({ head }: LogRecord): readonly string[] {
  if (head.type === 'blobs') return head.blobs;
  return head.type === 'snapshot' ? [head.state, ...Object.values(head.chunks)] : [];
}

export const sameBytes = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
