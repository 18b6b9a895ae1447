import { BaselineBuilder } from '../../model/baseline.js';
import type { JournalEntry } from '../../model/journal.js';
import { type Baseline, EMPTY_BASELINE } from '../../model/state.js';
import { type ChunkReference, chunkName, readChunk } from '../baseline-chunks.js';
import { journalDamaged, parseJournal } from '../journal-text.js';
import { parseLockRecord } from '../lock.js';
import { damaged, parseSnapshot, type StoredPlace, type StoredSnapshot } from '../snapshot-text.js';
import { missingEntries } from '../stored-order.js';
import type { Git } from './git-command.js';
import { readBlobs, readTree, type TreeFiles } from './git-objects.js';

const STATE_FILE = 'state.json';
/** The newest lock: its fence is what the next one must exceed. */
export const LOCK_FILE = 'lock.json';
const JOURNAL = 'journal/';
const BASELINE = 'baseline/';

/** Whether anything of a state is there, other than the lock of a run. */
export function isBegun(files: TreeFiles): boolean {
  return [...files.keys()].some((path) => path === STATE_FILE || path.startsWith(JOURNAL));
}

/** What one commit of the state holds. A git commit is whole or absent, so nothing in it can be torn. */
export class StateCommit {
  readonly files: TreeFiles;
  readonly #git: Git;
  readonly #place: StoredPlace;

  private constructor(git: Git, files: TreeFiles, place: StoredPlace) {
    this.#git = git;
    this.files = files;
    this.#place = place;
  }

  /** `place.file` names the ref; undefined stands for a ref that is not there yet. */
  static async read(git: Git, commit: string | undefined, place: StoredPlace): Promise<StateCommit> {
    return new StateCommit(git, commit === undefined ? new Map() : await readTree(git, commit), place);
  }

  async snapshot(): Promise<StoredSnapshot | undefined> {
    const bytes = await this.#content(STATE_FILE);
    return bytes === undefined ? undefined : parseSnapshot(bytes, this.#placeOf(STATE_FILE));
  }

  /** Entries behind the snapshot, oldest first. */
  async journal(stored: StoredSnapshot | undefined): Promise<readonly JournalEntry[]> {
    const folded = stored?.snapshot.sequence ?? 0;
    const blobs = journalBehind(this.files, folded).map(([, blob]) => blob);
    const { file } = this.#placeOf(JOURNAL);
    const { entries, torn } = parseJournal(Buffer.concat(await readBlobs(this.#git, blobs)), file);
    if (torn) throw journalDamaged(file, entries.length + 1, 'is no journal entry');
    const first = entries[0]?.sequence ?? folded + 1;
    if (stored === undefined && first > 1) {
      throw damaged(
        this.#placeOf(STATE_FILE),
        `It is missing, although the journal goes on behind it (at number ${first}).`,
      );
    }
    if (first > folded + 1) throw missingEntries(file, folded, first);
    return entries.filter(({ sequence }) => sequence > folded);
  }

  async baseline(stored: StoredSnapshot | undefined): Promise<Baseline> {
    if (stored === undefined) return EMPTY_BASELINE;
    const blobs = stored.chunks.map((chunk) => this.files.get(chunkPath(chunk)));
    const there = blobs.filter((blob) => blob !== undefined);
    const contents = await readBlobs(this.#git, there);
    const builder = new BaselineBuilder();
    for (const [index, chunk] of stored.chunks.entries()) {
      const bytes = blobs[index] === undefined ? undefined : contents.shift();
      const what = bytes === undefined ? 'it is missing' : readChunk(bytes, chunk, builder);
      if (what !== undefined) {
        throw damaged(this.#placeOf(chunkPath(chunk)), `It is a part of the baseline, and ${what}.`);
      }
    }
    return builder.build();
  }

  async fence(): Promise<number> {
    const bytes = await this.#content(LOCK_FILE);
    return parseLockRecord(bytes?.toString('utf8') ?? '')?.fence ?? 0;
  }

  async #content(path: string): Promise<Buffer | undefined> {
    const blob = this.files.get(path);
    return blob === undefined ? undefined : (await readBlobs(this.#git, [blob]))[0];
  }

  #placeOf(path: string): StoredPlace {
    return { ...this.#place, file: `${path} of ${this.#place.file}` };
  }
}

/** The files of the next commit: a part of the old ones, and what was written. */
export class NextFiles extends Map<string, string> {
  putState(blob: string): void {
    this.set(STATE_FILE, blob);
  }

  putLock(blob: string): void {
    this.set(LOCK_FILE, blob);
  }

  /** The lock of another commit. */
  keepLock(files: TreeFiles): void {
    const lock = files.get(LOCK_FILE);
    if (lock !== undefined) this.set(LOCK_FILE, lock);
  }

  /** One file for each append, named after its first number, so that an append adds a file and changes none. */
  putJournal(first: number, blob: string): void {
    this.set(`${JOURNAL}${String(first).padStart(12, '0')}.jsonl`, blob);
  }

  /** Takes over lock and journal, as far as the journal is not folded in. */
  keepBehind(files: TreeFiles, folded: number): void {
    this.keepLock(files);
    for (const [path, blob] of journalBehind(files, folded)) this.set(path, blob);
  }
}

export function chunkPath(chunk: ChunkReference): string {
  return BASELINE + chunkName(chunk);
}

/** The journal's files that hold entries behind `folded`, in order: a file reaches up to where the next one begins. */
function journalBehind(files: TreeFiles, folded: number): readonly (readonly [path: string, blob: string])[] {
  const parts = [...files]
    .filter(([path]) => path.startsWith(JOURNAL))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const firstOf = (index: number) => Number(/\d+/u.exec(parts[index]?.[0] ?? '')?.[0] ?? Number.POSITIVE_INFINITY);
  return parts.filter((_, index) => firstOf(index + 1) > folded + 1);
}
