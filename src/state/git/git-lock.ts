import type { LockRecord } from '../../model/lock.js';
import { type LockSight, type LockStore, lostLock, parseLockRecord } from '../lock.js';
import type { Git } from './git-command.js';
import { readBlobs, readTree, writeBlob, writeCommit, writeTree } from './git-objects.js';
import type { RemoteRefs } from './remote-refs.js';
import { LOCK_FILE } from './state-commit.js';

/** The lock as it was seen: its commit, and the fence of the run that left it behind. */
interface Mark {
  readonly commit: string | undefined;
  readonly fence: number;
}

const FREE: Mark = { commit: undefined, fence: 0 };

/** A lock as a ref in the remote: who creates it holds it, who deletes it frees it. */
export class GitLock implements LockStore<Mark> {
  readonly pollMilliseconds = 1000;
  readonly #git: Git;
  readonly #refs: RemoteRefs;
  readonly #newestFence: () => Promise<number>;
  /** Commits of the locks that this backend took, by the ids of their records. */
  readonly #commits = new Map<string, string>();

  /** Lock records by their commits: a waiting run looks at the same one again and again. */
  readonly #records = new Map<string, LockRecord>();

  /** `newestFence` says what fence the state has seen last. */
  constructor(git: Git, refs: RemoteRefs, newestFence: () => Promise<number>) {
    this.#git = git;
    this.#refs = refs;
    this.#newestFence = newestFence;
  }

  async see(): Promise<LockSight<Mark>> {
    for (;;) {
      const { lock: commit } = await this.#refs.list();
      if (commit === undefined) return { kind: 'free', mark: FREE };
      // Released between the two looks.
      if (!(await this.#refs.fetch(this.#refs.lock, commit))) continue;
      const record = this.#records.get(commit) ?? (await this.#read(commit));
      if (record !== undefined) this.#records.set(commit, record);
      if (record !== undefined) return { kind: 'held', mark: { commit, fence: record.fence }, record };
      return { kind: 'broken', what: `The lock ${this.#refs.lock} in ${this.#refs.remote} holds no lock record` };
    }
  }

  async #read(commit: string): Promise<LockRecord | undefined> {
    const blob = (await readTree(this.#git, commit)).get(LOCK_FILE);
    const [text] = blob === undefined ? [] : await readBlobs(this.#git, [blob]);
    return parseLockRecord(text?.toString('utf8') ?? '');
  }

  async claim(mark: Mark, holder: Omit<LockRecord, 'fence'>): Promise<LockRecord | undefined> {
    const record: LockRecord = { ...holder, fence: Math.max(await this.#newestFence(), mark.fence) + 1 };
    const blob = await writeBlob(this.#git, [lockText(record)]);
    const tree = await writeTree(this.#git, new Map([[LOCK_FILE, blob]]));
    const commit = await writeCommit(this.#git, tree, [], `Lock ${record.fence}: ${record.command}`);
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

  /** Frees the lock whoever holds it, also one that cannot be read. */
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
