import type { ReadOptions, StateChange, StoredState } from '../../../model/ports/ports.js';
import type { Git } from './git-command.js';
import { changesUpTo } from './git-log.js';
import type { RemoteRefs } from './remote-refs.js';
import { hasState, StateCommit } from './state-commit.js';

/** What is at the ref of one account's state. It keeps the last commit that was read. */
export class GitReading {
  readonly #git: Git;
  readonly #refs: RemoteRefs;
  readonly #place: string;
  readonly #account: string;
  /** Where the state was when the remote was last asked. */
  #newest: string | undefined;
  #seen: { readonly commit: string | undefined; readonly state: StateCommit } | undefined;

  constructor(git: Git, refs: RemoteRefs, place: string, account: string) {
    this.#git = git;
    this.#refs = refs;
    this.#place = place;
    this.#account = account;
  }

  get newest(): string | undefined {
    return this.#newest;
  }

  /** Whether there is more than the lock of a run; nothing is read that could be damaged. */
  async isBegun(): Promise<boolean> {
    return hasState((await this.at(await this.fetched())).files);
  }

  /** The state, if there is more than the lock of a run. */
  async readBegun({ withoutJournal = false }: ReadOptions = {}): Promise<StoredState | undefined> {
    return (await this.isBegun()) ? this.#readSeen(withoutJournal) : undefined;
  }

  async read({ withoutJournal = false }: ReadOptions = {}): Promise<StoredState> {
    await this.at(await this.fetched());
    return this.#readSeen(withoutJournal);
  }

  async log(most: number): Promise<readonly StateChange[]> {
    const commit = await this.fetched();
    if (commit === undefined) return [];
    return changesUpTo(this.#git, commit, most);
  }

  /** Where the state is in the remote, after its objects were fetched; `known` is what the remote has just said. */
  async fetched(known?: string): Promise<string | undefined> {
    for (let said = known; ; said = undefined) {
      const state = said ?? (await this.#refs.list()).state;
      this.#newest = state;
      if (state === undefined || (await this.#refs.fetch(this.#refs.state, state))) return state;
    }
  }

  /** The last commit read is kept: taking the lock looks at it twice. */
  async at(commit: string | undefined): Promise<StateCommit> {
    if (this.#seen?.commit !== commit || this.#seen === undefined)
      this.#seen = { commit, state: await this.#open(commit) };
    return this.#seen.state;
  }

  /** Takes a commit that this process wrote as the last one read. */
  keep(commit: string | undefined, state: StateCommit): void {
    this.#seen = { commit, state };
  }

  async #readSeen(withoutJournal: boolean): Promise<StoredState> {
    const state = await this.at(this.#seen?.commit);
    const stored = await state.snapshot();
    const { entries, warnings } = await state.journal(stored, withoutJournal);
    const baseline = await state.baseline(stored);
    return { snapshot: stored?.snapshot, baseline, journal: entries, diagnostics: warnings };
  }

  #open(commit: string | undefined): Promise<StateCommit> {
    return StateCommit.read(this.#git, commit, {
      file: this.#place,
      account: this.#account,
      backup: 'Every earlier state is in the history of that ref: `adwright state log` lists it.',
    });
  }
}
