import { BaselineBuilder } from '../../model/state/baseline.js';
import type { JournalEntry } from '../../model/state/journal.js';
import { type Baseline, EMPTY_BASELINE } from '../../model/state/state.js';
import { chunkName, readChunk } from '../stored/baseline-chunks.js';
import { EMPTY_CHAIN, type JournalChain } from '../stored/journal-chain.js';
import { assertFits } from '../stored/journal-fit.js';
import { journalDamaged, parseJournal } from '../stored/journal-text.js';
import { damaged, parseSnapshot, type StoredPlace, type StoredSnapshot } from '../stored/snapshot-text.js';
import { missingEntries } from '../stored/stored-order.js';
import type { LogBlobs } from './log-blobs.js';
import type { LogRecord } from './log-record.js';
import { Missing, type Tail } from './log-tail.js';

/** One append, as a line of the journal. */
export interface JournalLineAt {
  /** Number of its first entry. */
  readonly first: number;
  /** And of its last. */
  readonly last: number;
  readonly text: string;
}

export interface LogJournal {
  /** Those that no snapshot folds in. */
  readonly entries: readonly JournalEntry[];
  readonly chain: JournalChain;
  readonly lines: readonly JournalLineAt[];
}

/** What the records that count say. */
export class LogReading {
  readonly #blobs: LogBlobs;
  readonly #place: StoredPlace;
  /** The snapshot read last: taking the lock and reading look at the same one. */
  #seen: { readonly blob: string; readonly stored: StoredSnapshot } | undefined;

  constructor(blobs: LogBlobs, where: string, account: string) {
    this.#blobs = blobs;
    const backup = 'Restore what keeps the records from a backup of it.';
    this.#place = { file: where, account, backup };
  }

  async snapshot({ snapshot }: Tail): Promise<StoredSnapshot | undefined | Missing> {
    if (snapshot === undefined) return undefined;
    const { state } = snapshot.head;
    if (this.#seen?.blob === state) return this.#seen.stored;
    const [bytes] = await this.#blobs.read([state]);
    if (bytes === undefined) return new Missing(`The snapshot of record ${snapshot.number} is missing or damaged.`);
    const stored = await parseSnapshot(bytes, this.#place);
    this.#seen = { blob: state, stored };
    return stored;
  }

  /** This process has written it. */
  note(blob: string, stored: StoredSnapshot): void {
    this.#seen = { blob, stored };
  }

  journal({ snapshot, records }: Tail, stored: StoredSnapshot | undefined): LogJournal {
    const place = { file: this.#place.file, advice: this.#place.backup };
    const start = snapshot?.head.start ?? { after: 0, chain: EMPTY_CHAIN };
    const folded = stored?.snapshot.sequence ?? 0;
    if (start.after > folded) throw missingEntries(place, folded, start.after + 1);
    const text = [snapshot?.record.body ?? '', ...records.map(lineOf)].join('');
    const { entries, chain, torn, unterminated } = parseJournal(Buffer.from(text), place, start);
    if (torn || unterminated || chain === undefined)
      throw journalDamaged(place, (chain?.marks.length ?? 1) - 1, 'is not a whole journal entry');
    assertFits(stored, chain, place);
    return { entries: entries.filter(({ sequence }) => sequence > folded), chain, lines: linesOf(text, chain) };
  }

  async baseline({ snapshot }: Tail, stored: StoredSnapshot | undefined): Promise<Baseline | Missing> {
    if (snapshot === undefined || stored === undefined) return EMPTY_BASELINE;
    const blobs = stored.chunks.map(({ sha256 }) => snapshot.head.chunks[sha256] ?? '');
    const contents = await this.#blobs.read(blobs);
    const builder = new BaselineBuilder();
    for (const [index, chunk] of stored.chunks.entries()) {
      const bytes = contents[index];
      if (bytes === undefined)
        return new Missing(`The part ${chunkName(chunk)} of its baseline is missing or damaged.`);
      const what = readChunk(bytes, chunk, stored.snapshot.format, builder);
      if (what !== undefined) throw damaged(this.#place, `${chunkName(chunk)} is a part of the baseline, and ${what}.`);
    }
    return builder.build();
  }
}

const lineOf = ({ head, body }: LogRecord) => (head.type === 'entries' ? body : '');

/** The lines again, with the numbers that the chain found in them. */
function linesOf(text: string, { marks }: JournalChain): readonly JournalLineAt[] {
  const texts = text.split('\n').slice(0, -1);
  return texts.map((line, index) => ({
    first: (marks[index]?.after ?? 0) + 1,
    last: marks[index + 1]?.after ?? 0,
    text: `${line}\n`,
  }));
}
