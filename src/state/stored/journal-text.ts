import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { JournalEntry } from '../../model/state/journal.js';
import { chainOf, EMPTY_CHAIN, JournalChain, type JournalMark } from './journal-chain.js';
import { type JournalLine, readJournalLine } from './journal-line.js';

/** What the bytes of a journal amount to. */
export interface JournalText {
  readonly entries: readonly JournalEntry[];
  /** Undefined where nothing says where the journal begins: there is no whole line. */
  readonly chain: JournalChain | undefined;
  /** Bytes up to the end of the last whole line: the next line goes there, over padding or a torn tail. */
  readonly end: number;
  /** The last whole line has no line break yet. */
  readonly unterminated: boolean;
  /** Something incomplete follows `end`. */
  readonly torn: boolean;
}

/** Where a journal is, for messages. */
export interface JournalPlace {
  readonly file: string;
  /** What to do about damage, if it is not the usual. */
  readonly advice?: string | undefined;
}

const FROM_BACKUP =
  'Restore it from a backup. If there is none, move it away: the error about the missing journal then says how to continue.';

const NEWLINE = 10;
const BLANK = /^[\s\0]*$/u;

/**
 * Reads a journal, or the part of one that begins at `start`. Padding is skipped, and so is a last line without its line
 * end: its append was never confirmed, so nothing was done on the strength of it. Any other line that is no entry, a
 * missing number, and a line that does not fit the running digest are damage: a `Failure`.
 */
export function parseJournal(bytes: Buffer, place: JournalPlace, start?: JournalMark): JournalText {
  const reading = new Reading(place, start);
  let end = 0;
  let unterminated = false;
  let at = bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0;
  if (bytes.length > 0 && bytes.every((byte) => byte === 0))
    throw journalDamaged(place, 1, 'holds nothing but NUL bytes');
  while (at < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, at);
    const next = newline < 0 ? bytes.length : newline + 1;
    const text = bytes.toString('utf8', at, newline < 0 ? next : newline);
    reading.line++;
    if (!BLANK.test(text)) {
      const line = readJournalLine(text);
      if (line === undefined && newline < 0) return { ...reading.result(), end, unterminated, torn: true };
      if (line === undefined) throw journalDamaged(place, reading.line, 'is not a journal entry');
      reading.take(line);
      unterminated = newline < 0;
      end = unterminated ? at + Buffer.byteLength(text.trimEnd()) : next;
    }
    at = next;
  }
  return { ...reading.result(), end, unterminated, torn: false };
}

/** The lines read so far, each of which must follow from those before it. */
class Reading {
  line = 0;
  readonly #place: JournalPlace;
  readonly #entries: JournalEntry[] = [];
  #chain: JournalChain | undefined;
  #isChained = false;

  constructor(place: JournalPlace, start: JournalMark | undefined) {
    this.#place = place;
    if (start !== undefined) this.#chain = new JournalChain(start);
  }

  result(): Pick<JournalText, 'entries' | 'chain'> {
    return { entries: this.#entries, chain: this.#chain };
  }

  take(line: JournalLine): void {
    if (line.kind === 'start') {
      if (this.#chain !== undefined) throw this.#damaged('begins a journal, and others come before it');
      this.#chain = new JournalChain(line.start);
      // The earlier format has no such line.
      this.#isChained = true;
      return;
    }
    const { entries, piece, chain } = line;
    this.#chain ??= new JournalChain({ after: (entries[0]?.sequence ?? 1) - 1, chain: EMPTY_CHAIN });
    const { end } = this.#chain;
    let last = end.after;
    for (const { sequence } of entries) {
      if (sequence !== last + 1) throw this.#damaged(`has number ${sequence}, which does not follow ${last}`);
      last = sequence;
    }
    if (chain === undefined && this.#isChained)
      throw this.#damaged('has no running digest, although lines before it have one');
    const expected = chainOf(end.chain, piece);
    if (chain !== undefined && chain !== expected)
      throw this.#damaged(
        'does not fit its running digest: it was changed, or a line before it was changed or is missing',
      );
    this.#isChained ||= chain !== undefined;
    this.#chain.add({ after: last, chain: expected });
    for (const entry of entries) this.#entries.push(entry);
  }

  #damaged(what: string): Failure {
    return journalDamaged(this.#place, this.line, what);
  }
}

export function journalDamaged({ file, advice = FROM_BACKUP }: JournalPlace, line: number, what: string): Failure {
  return new Failure([
    diagnostic('journal-damaged', {
      detail: `Line ${line} of ${file} ${what}. Nothing was changed. What the journal says of calls already sent is not stored anywhere else. ${advice}`,
      source: { file, line, column: 1 },
    }),
  ]);
}
