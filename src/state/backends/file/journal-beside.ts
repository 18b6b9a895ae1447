import { stat } from 'node:fs/promises';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { HeldLock } from '../../../model/ports/ports.js';
import type { JournalEntry } from '../../../model/state/journal.js';
import { readIfPresent } from '../../machine/durable-files.js';
import { JournalChain } from '../../stored/journal-chain.js';
import { assertFits, journalMissing, needsJournal, orMeant, startAfter } from '../../stored/journal-fit.js';
import { type JournalText, journalDamaged } from '../../stored/journal-text.js';
import type { StoredSnapshot } from '../../stored/snapshot-text.js';
import { missingEntries } from '../../stored/stored-order.js';
import type { FileJournal } from './file-journal.js';

/** The journal next to a snapshot in a folder: whether the two belong together, and what is between them. */
export class JournalBeside {
  /** The user has said that a journal which is missing is to be done without. */
  mayBeMissing = false;
  readonly #journal: FileJournal;
  readonly #state: string;
  readonly #backup: string;

  /** `state` and `backup`: the files of the snapshot and of the one before it. */
  constructor(journal: FileJournal, state: string, backup: string) {
    this.#journal = journal;
    this.#state = state;
    this.#backup = backup;
  }

  /** The journal next to a snapshot; undefined where there is none, and need not be. */
  async read(
    stored: StoredSnapshot | undefined,
  ): Promise<{ readonly text: JournalText | undefined; readonly warnings: readonly Diagnostic[] }> {
    const { file } = this.#journal;
    const text = await this.#journal.read();
    const isEmpty = text !== undefined && text.chain === undefined && stored?.chain !== undefined;
    if (stored !== undefined && ((text === undefined && needsJournal(stored)) || isEmpty)) {
      const what = `The journal ${file} is ${isEmpty ? 'empty' : 'missing'}`;
      const missing = journalMissing(what, stored, 'Restore it from a backup, together with the state next to it.');
      return { text, warnings: [orMeant(missing, this.mayBeMissing)] };
    }
    assertFits(stored, text?.chain, { file });
    return { text, warnings: [] };
  }

  async open(held: HeldLock, stored: StoredSnapshot | undefined): Promise<void> {
    const { text } = await this.read(stored);
    const start = startAfter(stored);
    // Its snapshot was moved here, and the run ended before the journal started over.
    const isBehind = text?.chain !== undefined && text.chain.end.after < start.after;
    if (isBehind) await this.#journal.begin(held, start);
    await this.#journal.open(isBehind ? await this.#journal.read() : text, start);
  }

  /** What is to be folded in. A journal is there before the snapshot says so. */
  async forFolding(held: HeldLock, stored: StoredSnapshot | undefined) {
    const { text } = await this.read(stored);
    if (text?.chain !== undefined) return { text, chain: text.chain };
    const start = startAfter(stored);
    await this.#journal.begin(held, start);
    const chain = new JournalChain(start);
    return { text: { entries: [], chain, end: 0, unterminated: false, torn: false }, chain };
  }

  /** After the backup was put back, the journal of the time between is in the journal's own backup. */
  async complete(text: JournalText | undefined, folded: number): Promise<readonly JournalEntry[]> {
    const entries = text?.entries ?? [];
    const start = text?.chain?.start;
    const first = entries[0]?.sequence ?? (start === undefined ? undefined : start.after + 1);
    if (first === undefined ? !(await this.#isBackup()) : first <= folded + 1) return entries;
    const backup = await this.#journal.readBackup();
    const between = (backup?.entries ?? []).filter(
      ({ sequence }) => sequence > folded && (first === undefined || sequence < first),
    );
    // All of the journal was folded in, and nothing came after.
    if (first === undefined && between.length === 0) return entries;
    const isWhole = between[0]?.sequence === folded + 1;
    if (!isWhole || (first !== undefined && between.at(-1)?.sequence !== first - 1)) {
      throw missingEntries({ file: this.#journal.file }, folded, first ?? between[0]?.sequence ?? folded + 2);
    }
    if (start !== undefined && backup?.chain?.at(start.after) !== start.chain) {
      throw journalDamaged(
        { file: this.#journal.backup },
        1,
        `begins a journal that ${this.#journal.file} does not continue`,
      );
    }
    return [...between, ...entries];
  }

  /** Whether the snapshot is its own backup: copied or moved to where it was. */
  async #isBackup(): Promise<boolean> {
    const size = async (file: string) => (await stat(file).catch(() => undefined))?.size;
    const [current, backup] = [await size(this.#state), await size(this.#backup)];
    if (backup === undefined || current !== backup) return current !== undefined && backup === undefined;
    const [one, other] = [await readIfPresent(this.#state), await readIfPresent(this.#backup)];
    return one !== undefined && other !== undefined && one.equals(other);
  }
}
