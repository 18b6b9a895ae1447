import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { JournalEntry } from '../model/journal.js';
import { isStateEntry } from './snapshot-text.js';
import { isCount, isRecord, isText } from './stored-json.js';

/** What the bytes of a journal amount to. */
export interface JournalText {
  readonly entries: readonly JournalEntry[];
  /** Bytes up to the end of the last whole line: the next line goes there, over padding or a torn tail. */
  readonly end: number;
  /** The last whole line has no line break yet. */
  readonly unterminated: boolean;
  /** Something incomplete stands behind `end`. */
  readonly torn: boolean;
}

const NEWLINE = 10;
const BLANK = /^[\s\0]*$/u;

/**
 * One line: an entry, or the entries of one append as a list. An append is thereby whole or torn, never half there. What
 * could not be read back is not written: it would make the whole journal unreadable.
 */
export function journalLine(entries: readonly JournalEntry[]): string {
  for (const entry of entries) {
    const { sequence, type } = entry;
    if (isJournalEntry(entry)) continue;
    const what = `entry ${sequence} (${type})`;
    throw new Error(`the journal was not written, since it could not be read again: ${what} is malformed`);
  }
  return entries.length === 0 ? '' : `${JSON.stringify(entries.length === 1 ? entries[0] : entries)}\n`;
}

/**
 * Reads a journal. Padding is skipped, and so is an incomplete last line: its append was never confirmed, so nothing
 * was done on the strength of it. Damage before the end, or a missing number, is a `Failure`.
 */
export function parseJournal(bytes: Buffer, file: string): JournalText {
  const entries: JournalEntry[] = [];
  let end = 0;
  let unterminated = false;
  let line = 0;
  let at = bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0;
  if (bytes.length > 0 && bytes.every((byte) => byte === 0))
    throw journalDamaged(file, 1, 'holds nothing but NUL bytes');
  while (at < bytes.length) {
    line++;
    const newline = bytes.indexOf(NEWLINE, at);
    const next = newline < 0 ? bytes.length : newline + 1;
    const text = bytes.toString('utf8', at, newline < 0 ? next : newline);
    if (!BLANK.test(text)) {
      const found = readLine(text);
      if (found === undefined) {
        if (!BLANK.test(bytes.toString('utf8', next))) throw journalDamaged(file, line, 'is no journal entry');
        return { entries, end, unterminated, torn: true };
      }
      for (const entry of found) {
        const last = entries.at(-1);
        if (last !== undefined && entry.sequence !== last.sequence + 1) {
          throw journalDamaged(file, line, `has number ${entry.sequence}, which does not follow ${last.sequence}`);
        }
        entries.push(entry);
      }
      unterminated = newline < 0;
      end = unterminated ? at + Buffer.byteLength(text.trimEnd()) : next;
    }
    at = next;
  }
  return { entries, end, unterminated, torn: false };
}

function readLine(text: string): readonly JournalEntry[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every(isJournalEntry) ? list : undefined;
}

function isJournalEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value) || !isCount(value['sequence']) || !isText(value['at'])) return false;
  switch (value['type']) {
    case 'run':
      return isText(value['run']);
    case 'intent':
      return (
        isText(value['attempt']) &&
        listOf(value['items'], (item) => isText(item['address']) && isCount(item['position']))
      );
    case 'sending':
      return isText(value['attempt']);
    case 'outcome':
      return isText(value['attempt']) && listOf(value['items'], isOutcomeItem);
    case 'put':
      return value['put'] === undefined || listOf(value['put'], isStateEntry);
    case 'baseline':
      return listOf(value['marks'], (mark) => isText(mark['id']) && isCount(mark['mask']) && isText(mark['digest']));
    default:
      return false;
  }
}

function isOutcomeItem({ fate, position, id, taskId }: Record<string, unknown>): boolean {
  const texts = [id, taskId].every((one) => one === undefined || isText(one));
  return isText(fate) && isCount(position) && texts;
}

function listOf(value: unknown, test: (item: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isRecord(item) && test(item));
}

export function journalDamaged(file: string, line: number, what: string): Failure {
  return new Failure([
    diagnostic('journal-damaged', {
      detail: `Line ${line} of ${file} ${what}. Nothing was changed. What the journal says of calls already sent is nowhere else: restore the file from a backup.`,
      source: { file, line, column: 1 },
    }),
  ]);
}
