import { Failure } from '../../../diagnostics/failure.js';
import type {
  HeldLock,
  LockWait,
  ReadOptions,
  Snapshot,
  StateChange,
  StoredState,
} from '../../../model/ports/ports.js';
import type { JournalEntry } from '../../../model/state/journal.js';
import type { LockRecord } from '../../../model/state/lock.js';
import type { Baseline } from '../../../model/state/state.js';
import { Git } from './git-command.js';
import { GitPlace, type GitPlaceOptions, type GitStateBackend } from './git-place.js';
import { earlierRefNames, refNames } from './ref-names.js';
import { hasState } from './state-commit.js';

export { projectKey } from './project-key.js';
export type { GitStateBackend };

export interface GitBackendOptions extends GitPlaceOptions {
  /** Which project of the repository it is. */
  readonly key: string;
  /**
   * Versions before the key kept a state under the account's name alone, for all projects of the repository. That place is
   * looked at too; `lineage` is what the project names, if it does. Absent: the project says that it has a place of its own.
   */
  readonly earlier?: { readonly lineage: string | undefined };
}

/** One account's state in the git remote of its project. */
export function gitBackend(options: GitBackendOptions): GitStateBackend {
  const git = new Git(options.root, options.environment);
  const own = new GitPlace(options, refNames(options.key, options.account), git);
  if (options.earlier === undefined) return own;
  return new KeyedGit(own, new GitPlace(options, earlierRefNames(options.account), git), options.earlier.lineage);
}

type Owner = 'ours' | 'doubtful' | 'another';

/**
 * A place that takes over what an earlier version left elsewhere. As long as nothing is begun here, a state there counts if it
 * is this project's, or if the project cannot tell: readers then refuse what is not known to be the project's. It
 * moves here under the locks of both places, when a run first takes the lock.
 */
class KeyedGit implements GitStateBackend {
  readonly #own: GitPlace;
  readonly #earlier: GitPlace;
  readonly #lineage: string | undefined;
  /** Where the state was last seen. */
  #place: GitPlace;

  constructor(own: GitPlace, earlier: GitPlace, lineage: string | undefined) {
    this.#own = own;
    this.#earlier = earlier;
    this.#lineage = lineage;
    this.#place = own;
  }

  get place(): string {
    return this.#place === this.#own
      ? this.#own.place
      : `${this.#earlier.place}, where an earlier version of Adwright kept it,`;
  }

  async read(options: ReadOptions = {}): Promise<StoredState> {
    for (;;) {
      this.#place = this.#own;
      const own = await this.#own.readBegun(options);
      if (own !== undefined) return own;
      const { owner, stored } = await this.#lookThere();
      if (owner === 'another') return this.#own.read(options);
      // Another run has moved it between the two looks.
      const isHere = stored.snapshot?.movedTo === this.#own.refs.state;
      if (isHere && (await this.#own.isBegun())) continue;
      this.#place = this.#earlier;
      return stored;
    }
  }

  async lock(command: string, wait: LockWait) {
    const taken = await this.#own.lock(command, wait);
    try {
      await this.#moveHere(taken.held, command, wait);
    } catch (error) {
      await taken.held.release();
      throw error;
    }
    return taken;
  }

  async #moveHere(held: HeldLock, command: string, wait: LockWait): Promise<void> {
    if (this.#lineage === undefined || hasState((await this.#own.tipOf(held)).files)) return;
    if (!isToMove(await this.#lookThere())) return;
    const there = await this.#earlier.lock(command, wait);
    try {
      // It may have gone while this run waited.
      if (isToMove(await this.#lookThere())) await this.#own.takeOver(held, this.#earlier, there.held, this.#lineage);
    } finally {
      await there.held.release();
    }
  }

  async #lookThere(): Promise<Seen> {
    const stored = await this.#earlier.read();
    return { stored, owner: ownerOf(stored, this.#lineage) };
  }

  async log(most: number): Promise<readonly StateChange[]> {
    return (await this.#countsThere()) ? this.#earlier.log(most) : this.#own.log(most);
  }

  async holder(): Promise<LockRecord | undefined> {
    const holder = await this.#own.holder();
    if (holder !== undefined || !(await this.#countsThere())) return holder;
    return this.#earlier.holder();
  }

  async forceUnlock(): Promise<LockRecord | undefined> {
    const there = (await this.#countsThere()) ? await this.#earlier.forceUnlock() : undefined;
    return (await this.#own.forceUnlock()) ?? there;
  }

  /** Whether the state is still at the earlier place. One that cannot be read there is no one's. */
  async #countsThere(): Promise<boolean> {
    if (await this.#own.isBegun()) return false;
    try {
      return (await this.#lookThere()).owner !== 'another';
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  append(held: HeldLock, entries: readonly JournalEntry[]): Promise<void> {
    return this.#own.append(held, entries);
  }

  write(held: HeldLock, snapshot: Snapshot, baseline: Baseline, expectedSerial: number | undefined): Promise<void> {
    return this.#own.write(held, snapshot, baseline, expectedSerial);
  }
}

interface Seen {
  readonly stored: StoredState;
  readonly owner: Owner;
}

function ownerOf({ snapshot, journal }: StoredState, lineage: string | undefined): Owner {
  // A first run that ended before it did anything has left nothing.
  if (snapshot === undefined && journal.every(({ type }) => type === 'run')) return 'another';
  if (lineage === undefined) return snapshot?.movedTo === undefined ? 'doubtful' : 'another';
  // The journals of those versions do not name a lineage.
  return snapshot === undefined || snapshot.lineage === lineage ? 'ours' : 'another';
}

/** What has gone to other refs has its place. */
function isToMove({ owner, stored }: Seen): boolean {
  return owner === 'ours' && stored.snapshot?.movedTo?.startsWith('refs/') !== true;
}
