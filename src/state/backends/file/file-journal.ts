import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openOwn } from '../../../files/regular-file.js';
import type { HeldLock } from '../../../model/ports/ports.js';
import type { JournalEntry } from '../../../model/state/journal.js';
import { keepAs, readIfPresent, replaceFile, syncFolder, writeAt } from '../../machine/durable-files.js';
import { JournalChain, type JournalMark } from '../../stored/journal-chain.js';
import { journalLine, startLine } from '../../stored/journal-line.js';
import { type JournalText, parseJournal } from '../../stored/journal-text.js';

const BLANK = 0x20;

interface OpenJournal {
  readonly handle: FileHandle;
  readonly chain: JournalChain;
  end: number;
  unterminated: boolean;
  dirtyTo: number;
  /** A new journal says first where it begins. */
  isNew: boolean;
}

/** The journal of one account as a file, open for writing from the first append of a run to its end. */
export class FileJournal {
  readonly file: string;
  /** What the last compaction folded in: with the snapshot before it, the whole of what was known then. */
  readonly backup: string;
  #open: OpenJournal | undefined;

  constructor(file: string, backup: string) {
    this.file = file;
    this.backup = backup;
  }

  /** Undefined where there is none. */
  async read(): Promise<JournalText | undefined> {
    const bytes = await readIfPresent(this.file);
    return bytes === undefined ? undefined : parseJournal(bytes, this);
  }

  async readBackup(): Promise<JournalText | undefined> {
    const bytes = await readIfPresent(this.backup);
    return bytes === undefined ? undefined : parseJournal(bytes, { file: this.backup });
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Number of the last entry. The journal is open. */
  get last(): number {
    return this.#opened().chain.end.after;
  }

  /** Opens what was read for writing; one that holds nothing begins at `start`. */
  async open(text: JournalText | undefined, start: JournalMark): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true });
    const handle = await (text === undefined ? open(this.file, 'wx+') : openOwn(this.file));
    if (text === undefined) await syncFolder(dirname(this.file));
    const { size } = await handle.stat();
    this.#open = {
      handle,
      chain: text?.chain ?? new JournalChain(start),
      end: text?.end ?? 0,
      unterminated: text?.unterminated ?? false,
      dirtyTo: text?.torn === true ? size : 0,
      isNew: text?.chain === undefined,
    };
  }

  /**
   * Appends one line over any padding there, and flushes. `reserve` bytes of padding follow it, so that a
   * line of that size later needs no new room on the disk. The lock is looked at when the file is open, and again when the
   * line is on disk: a file that was opened under the lock is this run's own (see `detach`), and what was flushed under it
   * is seen by the next run that takes it.
   */
  async append(held: HeldLock, entries: readonly JournalEntry[], reserve: number): Promise<void> {
    const tail = this.#opened();
    await held.check();
    const { text, mark } = journalLine(entries, tail.chain.end.chain);
    const before = tail.isNew ? startLine(tail.chain.start) : tail.unterminated ? '\n' : '';
    const line = Buffer.from(before + text);
    const length = Math.max(line.length + reserve, tail.dirtyTo - tail.end);
    const block = Buffer.alloc(length, BLANK);
    line.copy(block);
    // Until the flush has succeeded, what is there does not count, and the next append writes over it.
    const end = tail.end;
    tail.dirtyTo = Math.max(tail.dirtyTo, end + length);
    await writeAt(tail.handle, block, end);
    await tail.handle.datasync();
    tail.end = end + line.length;
    tail.unterminated = false;
    tail.dirtyTo = 0;
    tail.isNew = false;
    tail.chain.add(mark);
    await held.check();
  }

  /** Puts a journal there that holds nothing, and begins at `start`. */
  async begin(held: HeldLock, start: JournalMark): Promise<void> {
    await this.close();
    await replaceFile(this.file, [startLine(start)], { tag: held.record.id, mayReplace: held.check });
  }

  /** Drops the entries up to `start` of what was read, keeping the journal as it was under the backup's name. */
  async dropThrough(held: HeldLock, { entries }: JournalText, start: JournalMark): Promise<void> {
    await this.close();
    const left = entries.filter(({ sequence }) => sequence > start.after);
    const tag = held.record.id;
    const mayReplace = async () => {
      await held.check();
      if (entries.length > 0) await keepAs(this.file, this.backup, tag);
      await held.check();
    };
    const lines = left.length === 0 ? [] : [journalLine(left, start.chain).text];
    await replaceFile(this.file, [startLine(start), ...lines], { tag, mayReplace });
  }

  /**
   * Puts a copy in the file's place. A run whose lock was taken away may be in the middle of an append: it then writes
   * into a file that is no one's any more.
   */
  async detach(tag: string): Promise<void> {
    const bytes = await readIfPresent(this.file);
    if (bytes !== undefined) await replaceFile(this.file, [bytes], { tag });
  }

  async close(): Promise<void> {
    const tail = this.#open;
    this.#open = undefined;
    await tail?.handle.close();
  }

  #opened(): OpenJournal {
    if (this.#open === undefined) throw new Error('the journal is not open');
    return this.#open;
  }
}
