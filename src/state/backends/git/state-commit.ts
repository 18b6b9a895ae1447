import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { BaselineBuilder } from '../../../model/state/baseline.js';
import type { JournalEntry } from '../../../model/state/journal.js';
import { type Baseline, EMPTY_BASELINE } from '../../../model/state/state.js';
import { parseLockRecord } from '../../lock/lock.js';
import { type ChunkReference, chunkName, readChunk } from '../../stored/baseline-chunks.js';
import { JournalChain, type JournalHead, type JournalMark } from '../../stored/journal-chain.js';
import { assertFits, journalMissing, orMeant, startAfter } from '../../stored/journal-fit.js';
import { journalDamaged, parseJournal } from '../../stored/journal-text.js';
import { damaged, parseSnapshot, type StoredPlace, type StoredSnapshot } from '../../stored/snapshot-text.js';
import { missingEntries } from '../../stored/stored-order.js';
import { isJournalHead } from '../../stored/stored-schemas.js';
import type { Git } from './git-command.js';
import { readBlobs, readTree, type TreeFiles } from './git-objects.js';

const STATE_FILE = 'state.json';
/** The newest lock: its fence is what the next one must exceed. */
export const LOCK_FILE = 'lock.json';
const JOURNAL = 'journal/';
/** Where the journal begins and ends: a part that is missing would not be missed otherwise. */
const JOURNAL_HEAD = 'journal.json';
const BASELINE = 'baseline/';

export interface CommitJournal {
  readonly entries: readonly JournalEntry[];
  readonly chain: JournalChain;
  readonly warnings: readonly Diagnostic[];
}

/** One append, or several that follow each other. */
export type JournalPart = readonly [path: string, blob: string];

/** One append that is being written, and the number of its first entry. */
export interface NewPart {
  readonly first: number;
  readonly text: string;
}

/** Whether anything of a state is there, other than the lock of a run. */
export function hasState(files: TreeFiles): boolean {
  return [...files.keys()].some((path) => path === STATE_FILE || path === JOURNAL_HEAD || path.startsWith(JOURNAL));
}

/** What one commit of the state holds. A git commit is whole or absent, so nothing in it can be torn. */
export class StateCommit {
  readonly files: TreeFiles;
  readonly #git: Git;
  readonly #place: StoredPlace;
  /** What was read of everything but the baseline, by the ids of the blobs. */
  readonly #contents: Map<string, Buffer>;

  private constructor(git: Git, files: TreeFiles, place: StoredPlace, contents = new Map<string, Buffer>()) {
    this.#git = git;
    this.files = files;
    this.#place = place;
    this.#contents = contents;
  }

  /** `place.file` names the ref; undefined means a ref that does not exist yet. */
  static async read(git: Git, commit: string | undefined, place: StoredPlace): Promise<StateCommit> {
    return new StateCommit(git, commit === undefined ? new Map() : await readTree(git, commit), place);
  }

  /** A commit after this one, with other files: what was read is not read again. */
  with(files: TreeFiles): StateCommit {
    return new StateCommit(this.#git, files, this.#place, this.#contents);
  }

  async snapshot(): Promise<StoredSnapshot | undefined> {
    const bytes = await this.#content(STATE_FILE);
    return bytes === undefined ? undefined : parseSnapshot(bytes, this.#placeOf(STATE_FILE));
  }

  /**
   * Entries after the snapshot, oldest first, with the digests of the whole journal. `withoutJournal`: one that is missing
   * is a warning.
   */
  async journal(stored: StoredSnapshot | undefined, withoutJournal = false): Promise<CommitJournal> {
    const head = await this.#journalHead();
    const folded = stored?.snapshot.sequence ?? 0;
    const parts = head === undefined ? journalAfter(this.files, folded) : journalParts(this.files);
    const isMissing =
      head === undefined ? stored?.chain !== undefined : parts.length === 0 && head.end.after > head.start.after;
    if (isMissing && stored !== undefined) {
      const { file, advice } = this.#journalPlace(head === undefined ? JOURNAL_HEAD : JOURNAL);
      const missing = journalMissing(`The journal ${file} is missing`, stored, advice);
      return {
        entries: [],
        chain: new JournalChain(startAfter(stored)),
        warnings: [orMeant(missing, withoutJournal && parts.length === 0)],
      };
    }
    const { entries, chain } = await this.#readParts(parts, head?.start, startAfter(stored));
    const place = this.#journalPlace(JOURNAL);
    const first = entries[0]?.sequence ?? chain.start.after + 1;
    if (stored === undefined && first > 1) {
      throw damaged(
        this.#placeOf(STATE_FILE),
        `It is missing, although the journal continues after it (at number ${first}).`,
      );
    }
    if (first > folded + 1) throw missingEntries(place, folded, first);
    if (head !== undefined && (head.end.after !== chain.end.after || head.end.chain !== chain.end.chain)) {
      const what = `ends at number ${chain.end.after}, and not with what was written at number ${head.end.after}: a part of it is missing, or was changed`;
      throw journalDamaged(place, 1, `begins a journal that ${what}`);
    }
    assertFits(stored, chain, place);
    return { entries: entries.filter(({ sequence }) => sequence > folded), chain, warnings: [] };
  }

  /** Each part must continue from the one before it; `otherwise` is where a journal begins of which there is no part. */
  async #readParts(parts: readonly JournalPart[], start: JournalMark | undefined, otherwise: JournalMark) {
    let chain = start === undefined ? undefined : new JournalChain(start);
    const entries: JournalEntry[] = [];
    for (const [path] of parts) {
      const place = this.#journalPlace(path);
      const part = parseJournal((await this.#content(path)) ?? Buffer.alloc(0), place, chain?.end);
      if (part.torn || part.entries.length === 0)
        throw journalDamaged(place, part.entries.length + 1, 'is not a journal entry');
      if (chain === undefined) chain = part.chain;
      else for (const mark of part.chain?.marks.slice(1) ?? []) chain.add(mark);
      for (const entry of part.entries) entries.push(entry);
    }
    return { entries, chain: chain ?? new JournalChain(otherwise) };
  }

  async #journalHead(): Promise<JournalHead | undefined> {
    const bytes = await this.#content(JOURNAL_HEAD);
    if (bytes === undefined) return undefined;
    const head = parseJournalHead(bytes.toString('utf8'));
    if (head === undefined)
      throw journalDamaged(this.#journalPlace(JOURNAL_HEAD), 1, 'does not say how far the journal goes');
    return head;
  }

  async baseline(stored: StoredSnapshot | undefined): Promise<Baseline> {
    if (stored === undefined) return EMPTY_BASELINE;
    const blobs = stored.chunks.map((chunk) => this.files.get(chunkPath(chunk)));
    const there = blobs.filter((blob) => blob !== undefined);
    const contents = await readBlobs(this.#git, there);
    const builder = new BaselineBuilder();
    for (const [index, chunk] of stored.chunks.entries()) {
      const bytes = blobs[index] === undefined ? undefined : contents.shift();
      const what = bytes === undefined ? 'it is missing' : readChunk(bytes, chunk, stored.snapshot.format, builder);
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
    if (blob === undefined) return undefined;
    if (!this.#contents.has(blob)) await this.#readAll();
    return this.#contents.get(blob);
  }

  /** A caller that needs one of them needs the others too, and each process costs more than what it reads. */
  async #readAll(): Promise<void> {
    const paths = [STATE_FILE, JOURNAL_HEAD, LOCK_FILE, ...journalParts(this.files).map(([path]) => path)];
    const blobs = paths.flatMap((path) => this.files.get(path) ?? []).filter((blob) => !this.#contents.has(blob));
    const contents = await readBlobs(this.#git, blobs);
    for (const [index, blob] of blobs.entries()) this.#contents.set(blob, contents[index] ?? Buffer.alloc(0));
  }

  #journalPlace(path: string): { readonly file: string; readonly advice: string } {
    const { file, backup = '' } = this.#placeOf(path);
    return { file, advice: backup };
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

  /** A file is named after its first number, so that an append adds a file and changes none. */
  putJournal(first: number, blob: string): void {
    this.set(partPath(first), blob);
  }

  /** One file in the place of those of several appends. */
  joinJournal(parts: readonly NewPart[], blob: string): void {
    for (const { first } of parts) this.delete(partPath(first));
    this.putJournal(parts[0]?.first ?? 1, blob);
  }

  putJournalHead(blob: string): void {
    this.set(JOURNAL_HEAD, blob);
  }

  /** Takes over the lock, and these parts of the journal. */
  keepAfter(files: TreeFiles, parts: readonly JournalPart[]): void {
    this.keepLock(files);
    for (const [path, blob] of parts) this.set(path, blob);
  }

  /** Earlier versions kept a part that was folded in. */
  dropParts(folded: number): void {
    for (const [path] of journalParts(this)) if (firstOfPart(path) <= folded) this.delete(path);
  }
}

export function chunkPath(chunk: ChunkReference): string {
  return BASELINE + chunkName(chunk);
}

export function journalHeadText({ start, end }: JournalChain): string {
  return `${JSON.stringify({ start, end })}\n`;
}

function parseJournalHead(text: string): JournalHead | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJournalHead(value) ? value : undefined;
}

/** The journal's files in order. */
function journalParts(files: TreeFiles): readonly JournalPart[] {
  return [...files].filter(([path]) => path.startsWith(JOURNAL)).sort(([left], [right]) => (left < right ? -1 : 1));
}

const partPath = (first: number) => `${JOURNAL}${String(first).padStart(12, '0')}.jsonl`;

/** Number of the first entry of a part, as its name says. */
export const firstOfPart = (path: string) => Number(/\d+/u.exec(path)?.[0] ?? Number.POSITIVE_INFINITY);

/** The journal's files that hold entries after `folded`, in order: a file reaches up to where the next one begins. */
export function journalAfter(files: TreeFiles, folded: number): readonly JournalPart[] {
  const parts = journalParts(files);
  return parts.filter((_, index) => firstOfPart(parts[index + 1]?.[0] ?? '') > folded + 1);
}
