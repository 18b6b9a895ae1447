import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openOwn } from '../../files/regular-file.js';
import type { JournalEntry } from '../../model/journal.js';
import type { HeldLock } from '../../model/ports.js';
import { fileStamp, keepAs, readIfPresent, replaceFile, syncFolder, writeAt } from '../durable-files.js';
import { type JournalText, journalLine, parseJournal } from '../journal-text.js';

const EMPTY: JournalText = { entries: [], end: 0, unterminated: false, torn: false };
const BLANK = 0x20;

/** The journal of one account as a file, open for writing from the first append of a run to its end. */
export class FileJournal {
  readonly file: string;
  /** What the last compaction folded in: with the snapshot before it, the whole of what was known then. */
  readonly backup: string;
  #open: { readonly handle: FileHandle; end: number; unterminated: boolean; dirtyTo: number } | undefined;
  #last = 0;

  constructor(file: string, backup: string) {
    this.file = file;
    this.backup = backup;
  }

  async read(): Promise<JournalText> {
    const bytes = await readIfPresent(this.file);
    return bytes === undefined ? EMPTY : parseJournal(bytes, this.file);
  }

  async readBackup(): Promise<readonly JournalEntry[]> {
    const bytes = await readIfPresent(this.backup);
    return bytes === undefined ? [] : parseJournal(bytes, this.backup).entries;
  }

  /** Number of the last entry, given the number that the snapshot has folded in. */
  async last(folded: number): Promise<number> {
    await this.#ready();
    return Math.max(this.#last, folded);
  }

  /**
   * Appends one line over whatever padding stands there, and flushes. `reserve` bytes of padding follow it, so that a
   * line of that size later needs no new room on the disk. The lock is looked at when the file is open, and again when the
   * line is on disk: a file that was opened under the lock is this run's own (see `detach`), and what was flushed under it
   * is seen by whoever takes it next.
   */
  async append(held: HeldLock, entries: readonly JournalEntry[], reserve: number): Promise<void> {
    const tail = await this.#ready();
    await held.check();
    const line = Buffer.from((tail.unterminated ? '\n' : '') + journalLine(entries));
    const length = Math.max(line.length + reserve, tail.dirtyTo - tail.end);
    const block = Buffer.alloc(length, BLANK);
    line.copy(block);
    // Until the flush has succeeded, what stands there is of no use, and the next append writes over it.
    const end = tail.end;
    tail.dirtyTo = Math.max(tail.dirtyTo, end + length);
    await writeAt(tail.handle, block, end);
    await tail.handle.datasync();
    tail.end = end + line.length;
    tail.unterminated = false;
    tail.dirtyTo = 0;
    this.#last = entries.at(-1)?.sequence ?? this.#last;
    await held.check();
  }

  /** Drops the entries up to `folded`, keeping the journal as it was under the backup's name. */
  async dropThrough(held: HeldLock, folded: number): Promise<void> {
    const { entries } = await this.read();
    await this.close();
    if (entries.length === 0) return;
    const left = entries.filter(({ sequence }) => sequence > folded);
    const tag = held.record.id;
    const mayReplace = async () => {
      await held.check();
      await keepAs(this.file, this.backup, tag);
      await held.check();
    };
    await replaceFile(this.file, left.length === 0 ? [] : [journalLine(left)], { tag, mayReplace });
  }

  /**
   * Puts a copy in the file's place. A run whose lock was taken away may be in the middle of an append: it then writes
   * into a file that is nobody's any more.
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

  async #ready() {
    if (this.#open !== undefined) return this.#open;
    const there = (await fileStamp(this.file)) !== undefined;
    const text = await this.read();
    await mkdir(dirname(this.file), { recursive: true });
    const handle = await (there ? openOwn(this.file) : open(this.file, 'wx+'));
    if (!there) await syncFolder(dirname(this.file));
    const { size } = await handle.stat();
    this.#last = text.entries.at(-1)?.sequence ?? 0;
    this.#open = {
      handle,
      end: text.end,
      unterminated: text.unterminated,
      dirtyTo: text.torn ? size : 0,
    };
    return this.#open;
  }
}
