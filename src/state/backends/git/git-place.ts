import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type {
  Clock,
  HeldLock,
  LockWait,
  RandomId,
  ReadOptions,
  Snapshot,
  StateBackend,
  StateChange,
  StoredState,
} from '../../../model/ports/ports.js';
import type { JournalEntry } from '../../../model/state/journal.js';
import type { LockRecord } from '../../../model/state/lock.js';
import { type Baseline, STATE_FORMAT } from '../../../model/state/state.js';
import { acquireLock, lostLock } from '../../lock/lock.js';
import { type HostFacts, hostFacts } from '../../machine/host-identity.js';
import { OneAtATime } from '../../machine/one-at-a-time.js';
import { EMPTY_CHAIN, type JournalChain } from '../../stored/journal-chain.js';
import { journalLine } from '../../stored/journal-line.js';
import { type StoredSnapshot, snapshotText } from '../../stored/snapshot-text.js';
import { assertFollows, assertReplaces, movedOn } from '../../stored/stored-order.js';
import { writeChunks } from './git-chunks.js';
import { Git, type GitEnvironment, withoutCredentials } from './git-command.js';
import { GitLock, lockText } from './git-lock.js';
import type { TreeFiles } from './git-objects.js';
import { GitReading } from './git-reading.js';
import { ObjectBatch } from './object-batch.js';
import type { RefNames } from './ref-names.js';
import { RemoteRefs } from './remote-refs.js';
import { firstOfPart, journalAfter, journalHeadText, type NewPart, NextFiles } from './state-commit.js';

/** So many appends are files of their own at most: each commit writes the list of all files anew. */
const MOST_LOOSE = 16;

export interface GitPlaceOptions {
  /** The project's folder, anywhere inside its repository. */
  readonly root: string;
  /** Name of the remote, or its address. */
  readonly remote: string;
  readonly account: string;
  /** Number of this process. */
  readonly pid: number;
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** What git is given as its environment (credentials, proxies, ssh). */
  readonly environment: GitEnvironment;
}

export interface GitStateBackend extends StateBackend {
  /** What happened to the state, newest first. */
  log(most: number): Promise<readonly StateChange[]>;
}

/** Where the holder of the lock knows the state to be. */
export interface Tip {
  readonly holder: string;
  readonly commit: string;
  readonly files: TreeFiles;
  readonly stored: StoredSnapshot | undefined;
  /** Of the journal. */
  readonly chain: JournalChain;
  /** The appends of this lock that are still files of their own. */
  readonly loose: readonly NewPart[];
}

/**
 * One account's state as a ref in the project's remote: each commit holds `state.json`, `baseline/`, `journal/` (one file
 * an append, or several) and `lock.json`, the newest lock. A push that must start from the commit that was read is the
 * compare-and-set. A run that takes the lock, a ref next to it, moves the state on first: so a late writer whose lock was taken
 * away finds it moved, and can write nothing.
 */
export class GitPlace implements GitStateBackend {
  readonly place: string;
  readonly #turns = new OneAtATime();
  readonly #options: GitPlaceOptions;
  readonly #refs: RemoteRefs;
  readonly #git: Git;
  readonly #lock: GitLock;
  readonly #reading: GitReading;
  #own: HostFacts | undefined;
  #tip: Tip | undefined;
  /** Ids of objects written before. */
  readonly #written = new Set<string>();

  constructor(options: GitPlaceOptions, names: RefNames, git = new Git(options.root, options.environment)) {
    this.#options = options;
    this.#git = git;
    this.#refs = new RemoteRefs(this.#git, options.clock, options.remote, names);
    this.place = `${this.#refs.state} in the git remote ${withoutCredentials(options.remote)}`;
    this.#reading = new GitReading(this.#git, this.#refs, this.place, options.account);
    this.#lock = new GitLock(this.#git, this.#refs, {
      newestFence: async (state) => (await this.#reading.at(await this.#reading.fetched(state))).fence(),
      begin: () => this.#begin(),
    });
  }

  get refs(): RefNames {
    return this.#refs;
  }

  isBegun(): Promise<boolean> {
    return this.#reading.isBegun();
  }

  readBegun(options?: ReadOptions): Promise<StoredState | undefined> {
    return this.#reading.readBegun(options);
  }

  read(options?: ReadOptions): Promise<StoredState> {
    return this.#reading.read(options);
  }

  log(most: number): Promise<readonly StateChange[]> {
    return this.#reading.log(most);
  }

  async lock(command: string, wait: LockWait): Promise<{ held: HeldLock; diagnostics: readonly Diagnostic[] }> {
    const { randomId, clock } = this.#options;
    const request = { id: randomId(8), command, clock, wait };
    const { record, diagnostics } = await acquireLock(this.#lock, await this.#host(), request);
    const held: HeldLock = {
      record,
      check: () => this.#lock.check(record),
      release: () => this.#lock.release(record),
    };
    try {
      this.#tip = await this.#fenceOff(record, `Lock ${record.fence}: ${command}`);
    } catch (error) {
      await held.release();
      throw error;
    }
    return { held, diagnostics };
  }

  async holder(): Promise<LockRecord | undefined> {
    const sight = await this.#lock.see();
    return sight.kind === 'held' ? sight.record : undefined;
  }

  async forceUnlock(): Promise<LockRecord | undefined> {
    const { freed, was } = await this.#lock.force();
    const commit = await this.#reading.fetched();
    if (freed && commit !== undefined) {
      const fence = Math.max(await (await this.#reading.at(commit)).fence(), was?.fence ?? 0) + 1;
      const since = this.#options.clock.now().toISOString();
      const id = this.#options.randomId(8);
      await this.#fenceOff({ id, ...(await this.#host()), command: 'unlock --force', since, fence }, 'Unlock by force');
    }
    return was;
  }

  /** `reserveBytes` has no meaning here: room in a remote cannot be reserved. */
  append(held: HeldLock, entries: readonly JournalEntry[]): Promise<void> {
    return this.#turns.run(() => this.#append(held, entries));
  }

  write(held: HeldLock, snapshot: Snapshot, baseline: Baseline, expectedSerial: number | undefined): Promise<void> {
    return this.#turns.run(() => this.#write(held, snapshot, baseline, expectedSerial));
  }

  /**
   * Takes over the state of another place of this account, with its history, in one push with the mark there that it was
   * moved: a project that still looks there is refused, and creates nothing a second time. Both locks are held.
   */
  async takeOver(held: HeldLock, from: GitPlace, heldThere: HeldLock, lineage: string): Promise<void> {
    const { files: locked, commit: own } = await this.tipOf(held);
    const tip = await from.tipOf(heldThere);
    const files = new NextFiles(tip.files);
    files.keepLock(locked);
    const what = `Move the state from ${from.refs.state}`;
    const batch = await this.#begin();
    const commit = await batch.commit(files, [tip.commit, own], what);
    const { account } = this.#options;
    const none = { format: STATE_FORMAT, lineage, serial: 1, account, sequence: 0, entries: [] };
    const { snapshot, ...rest } = tip.stored ?? { snapshot: none, chunks: [] };
    const mark = new NextFiles(tip.files);
    const marked = { snapshot: { ...snapshot, movedTo: this.refs.state }, ...rest };
    mark.putState(await batch.blobOf(snapshotText(marked)));
    const gone = await batch.commit(mark, [tip.commit], `Moved to ${this.refs.state}`);
    const isMoved = await this.#refs.moveAll([
      { ref: this.refs.state, expected: own, next: commit },
      { ref: from.refs.state, expected: tip.commit, next: gone },
    ]);
    if (!isMoved) throw movedOn(`${from.place} was updated by a run that does not hold the lock. Nothing was written.`);
    this.#tip = { ...tip, holder: held.record.id, commit, files, loose: [] };
  }

  async #append(held: HeldLock, entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const tip = await this.tipOf(held);
    const { after, chain: before } = tip.chain.end;
    assertFollows(entries, after, this.place);
    const files = new NextFiles(tip.files);
    const { text, mark } = journalLine(entries, before);
    const chain = tip.chain.with(mark);
    const batch = await this.#begin();
    files.dropParts(chain.start.after);
    const loose = [...tip.loose, { first: after + 1, text }];
    const isFull = loose.length > MOST_LOOSE;
    if (isFull) files.joinJournal(loose, await batch.blobOf(loose.map((part) => part.text)));
    else files.putJournal(after + 1, batch.blob(text));
    files.putJournalHead(batch.blob(journalHeadText(chain)));
    const what = `Journal ${after + 1}: ${entries.map(({ type }) => type).join(', ')}`;
    await this.#moveOn(held, batch, { ...tip, files, chain, loose: isFull ? [] : loose }, what);
  }

  async #write(
    held: HeldLock,
    snapshot: Snapshot,
    baseline: Baseline,
    expectedSerial: number | undefined,
  ): Promise<void> {
    const tip = await this.tipOf(held);
    assertReplaces(snapshot, tip.stored?.snapshot, expectedSerial, this.#options.account, this.place);
    const files = new NextFiles();
    const { sequence } = snapshot;
    const kept = sequence < tip.chain.end.after ? journalAfter(tip.files, sequence) : [];
    files.keepAfter(tip.files, kept);
    const chain = tip.chain.from(kept[0] === undefined ? sequence : firstOfPart(kept[0][0]) - 1);
    const chunks = await writeChunks(this.#git, baseline, tip, files);
    const stored = { snapshot, chunks, chain: chain.at(sequence) ?? EMPTY_CHAIN };
    const batch = await this.#begin();
    files.putState(await batch.blobOf(snapshotText(stored)));
    files.putJournalHead(batch.blob(journalHeadText(chain)));
    await this.#moveOn(held, batch, { ...tip, files, stored, chain, loose: [] }, `State ${snapshot.serial}`);
  }

  #begin(): Promise<ObjectBatch> {
    return ObjectBatch.begin(this.#git, this.#written);
  }

  /** Commits the files of `next` on top of its commit and moves the remote there, if this run still may. */
  async #moveOn(held: HeldLock, batch: ObjectBatch, next: Tip, what: string): Promise<void> {
    const commit = await batch.commit(next.files, [next.commit], what);
    if (!(await this.#refs.move(this.#refs.state, next.commit, commit))) {
      await held.check();
      throw movedOn(`${this.place} was updated by a run that does not hold the lock. Nothing was written.`);
    }
    this.#tip = { ...next, commit };
  }

  /** Moves the state on under a new fence, whatever is pushed in between. */
  async #fenceOff(record: LockRecord, what: string): Promise<Tip> {
    const batch = await this.#begin();
    const blob = batch.blob(lockText(record));
    for (let parent = this.#reading.newest; ; parent = await this.#reading.fetched()) {
      const state = await this.#reading.at(parent);
      const files = new NextFiles(state.files);
      files.putLock(blob);
      const commit = await batch.commit(files, [parent], what);
      if (!(await this.#refs.move(this.#refs.state, parent, commit))) continue;
      this.#reading.keep(commit, state.with(files));
      const stored = await state.snapshot();
      // A writer has read before, and knows that the journal is missing.
      const { chain } = await state.journal(stored, true);
      return { holder: record.id, commit, files, stored, chain, loose: [] };
    }
  }

  /** Where the state is, for the holder of the lock. */
  async tipOf(held: HeldLock): Promise<Tip> {
    if (this.#tip?.holder === held.record.id) return this.#tip;
    await held.check();
    throw lostLock(held.record, undefined);
  }

  async #host(): Promise<HostFacts> {
    this.#own ??= await hostFacts(this.#options.pid);
    return this.#own;
  }
}
