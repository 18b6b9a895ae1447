import type { LockRecord } from '../../../model/state/lock.js';
import { type LockSight, type LockStore, lostLock, parseLockRecord } from '../../lock/lock.js';
import type { Git } from './git-command.js';
import { readBlobs, readTree } from './git-objects.js';
import type { ObjectBatch } from './object-batch.js';
import type { RemoteRefs } from './remote-refs.js';
import { LOCK_FILE } from './state-commit.js';

/** The lock as it was seen: its commit, the fence of the run that left it behind, and the commit of the state next to it. */
interface Mark {
  readonly commit: string | undefined;
  readonly fence: number;
  readonly state: string | undefined;
}

/** What the lock needs to know of the state. */
export interface LockedState {
  /** The fence that the state has seen last, as of a commit that the remote named. */
  newestFence(state: string | undefined): Promise<number>;
  begin(): Promise<ObjectBatch>;
}

/** A lock as a ref in the remote: who creates it holds it, who deletes it frees it. */
export class GitLock implements LockStore<Mark> {
  readonly pollMilliseconds = 1000;
  readonly #git: Git;
  readonly #refs: RemoteRefs;
  readonly #state: LockedState;
  /** Commits of the locks that this backend took, by the ids of their records. */
  readonly #commits = new Map<string, string>();

  /** Lock records by their commits: a waiting run looks at the same one again and again. */
  readonly #records = new Map<string, LockRecord>();

  constructor(git: Git, refs: RemoteRefs, state: LockedState) {
    this.#git = git;
    this.#refs = refs;
    this.#state = state;
  }

  async see(): Promise<LockSight<Mark>> {
    for (;;) {
      const { lock: commit, state } = await this.#refs.list();
      if (commit === undefined) return { kind: 'free', mark: { commit, fence: 0, state } };
      // Released between the two looks.
      if (!(await this.#refs.fetch(this.#refs.lock, commit))) continue;
      const record = this.#records.get(commit) ?? (await this.#read(commit));
      if (record !== undefined) this.#records.set(commit, record);
      if (record !== undefined) return { kind: 'held', mark: { commit, fence: record.fence, state }, record };
      return { kind: 'broken', what: `The lock ${this.#refs.lock} in ${this.#refs.remote} holds no lock record` };
    }
  }

  async #read(commit: string): Promise<LockRecord | undefined> {
    const blob = (await readTree(this.#git, commit)).get(LOCK_FILE);
    const [text] = blob === undefined ? [] : await readBlobs(this.#git, [blob]);
    return parseLockRecord(text?.toString('utf8') ?? '');
  }

  async claim(mark: Mark, holder: Omit<LockRecord, 'fence'>): Promise<LockRecord | undefined> {
    const record: LockRecord = {
      ...holder,
      fence: Math.max(await this.#state.newestFence(mark.state), mark.fence) + 1,
    };
    const batch = await this.#state.begin();
    const files = new Map([[LOCK_FILE, batch.blob(lockText(record))]]);
    const commit = await batch.commit(files, [], `Lock ${record.fence}: ${record.command}`);
    if (!(await this.#refs.move(this.#refs.lock, mark.commit, commit))) return undefined;
    this.#commits.set(record.id, commit);
    return record;
  }

  async check(record: LockRecord): Promise<void> {
    const { lock } = await this.#refs.list();
    if (lock !== undefined && lock === this.#commits.get(record.id)) return;
    const sight = await this.see();
    throw lostLock(record, sight.kind === 'held' ? sight.record : undefined);
  }

  /** Frees the lock; one that was taken away meanwhile is left alone. */
  async release(record: LockRecord): Promise<void> {
    const commit = this.#commits.get(record.id);
    if (commit !== undefined) await this.#refs.move(this.#refs.lock, commit, undefined);
    this.#commits.delete(record.id);
  }

  /** Frees the lock no matter who holds it, also one that cannot be read. */
  async force(): Promise<{ readonly freed: boolean; readonly was: LockRecord | undefined }> {
    for (;;) {
      const sight = await this.see();
      if (sight.kind === 'free') return { freed: false, was: undefined };
      const commit = sight.kind === 'held' ? sight.mark.commit : (await this.#refs.list()).lock;
      if (!(await this.#refs.move(this.#refs.lock, commit, undefined))) continue;
      return { freed: true, was: sight.kind === 'held' ? sight.record : undefined };
    }
  }
}

export function lockText(record: LockRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
