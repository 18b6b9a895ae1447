import type { Clock } from '../../../model/ports/ports.js';
import { type Git, remoteFailed, spoken, withoutCredentials } from './git-command.js';
import type { RefNames } from './ref-names.js';
import { remoteAddress } from './remote-address.js';

const CHECKS = 3;
const CHECK_PAUSE_MILLISECONDS = 1000;

/** Reasons of a refusal that may be gone at the next try. Versions of git differ in what they say of a ref that had moved. */
const PASSING =
  /lock|stale info|failed to update ref|already exists|incorrect old value|timed? ?out|connection|early EOF|hung up/iu;

/** A ref's way from one commit to another; undefined: absent. */
export interface RefMove {
  readonly ref: string;
  readonly expected: string | undefined;
  readonly next: string | undefined;
}

/** The refs of one account in the remote. They are the truth; the clone keeps only objects, and a note of what was seen. */
export class RemoteRefs implements RefNames {
  readonly state: string;
  readonly lock: string;
  readonly seen: string;
  /** The remote as messages name it. */
  readonly remote: string;
  readonly #named: string;
  readonly #git: Git;
  readonly #clock: Clock;
  /** Commits that are known to be in the clone. */
  readonly #here = new Set<string>();
  #address: string | undefined;

  constructor(git: Git, clock: Clock, remote: string, names: RefNames) {
    this.#git = git;
    this.#clock = clock;
    this.#named = remote;
    this.remote = withoutCredentials(remote);
    this.state = names.state;
    this.lock = names.lock;
    this.seen = names.seen;
  }

  /** The commit that each of the two refs points to now. */
  async list(): Promise<{ readonly state: string | undefined; readonly lock: string | undefined }> {
    const commits = await this.#standing([this.state, this.lock]);
    return { state: commits.get(this.state), lock: commits.get(this.lock) };
  }

  async #standing(refs: readonly string[]): Promise<ReadonlyMap<string | undefined, string | undefined>> {
    const output = await this.#git.text(['ls-remote', '--', await this.#target(), ...refs]);
    return new Map(output.split('\n').map((line) => [line.split('\t')[1], line.split('\t')[0]]));
  }

  /** Brings a commit into the clone's objects; false when the remote no longer has it. No branch or FETCH_HEAD is touched. */
  async fetch(ref: string, commit: string): Promise<boolean> {
    if (await this.#has(commit)) return true;
    const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--refmap='];
    // Noted so that the next fetch asks only for what is newer. Nothing is read from the note, and it may fail.
    const what = ref === this.state ? `+${ref}:${this.seen}` : ref;
    const result = await this.#git.run(['fetch', ...options, '--', await this.#target(), what]);
    if (await this.#has(commit)) return true;
    if (result.code === 0 || /couldn't find remote ref/u.test(result.stderr)) return false;
    throw remoteFailed(`The state could not be fetched from ${this.remote}: ${spoken(result)}`);
  }

  /**
   * Moves a ref from `expected` to `next` (undefined: absent) in one step, or not at all. False when it was elsewhere.
   * When the answer is lost, the remote is asked again until it says where the ref is.
   */
  move(ref: string, expected: string | undefined, next: string | undefined): Promise<boolean> {
    return this.moveAll([{ ref, expected, next }]);
  }

  /** The same for several refs together: all of them or none. */
  async moveAll(moves: readonly RefMove[]): Promise<boolean> {
    const options = [
      '--quiet',
      '--porcelain',
      '--no-verify',
      '--no-signed',
      '--no-follow-tags',
      '--recurse-submodules=no',
      ...(moves.length > 1 ? ['--atomic'] : []),
      ...moves.map(({ ref, expected }) => `--force-with-lease=${ref}:${expected ?? ''}`),
    ];
    const changes = moves.map(({ ref, next }) => `${next ?? ''}:${ref}`);
    const command = ['push', ...options, '--', await this.#target(), ...changes];
    let words = '';
    for (let attempt = 1; attempt <= CHECKS; attempt++) {
      const result = await this.#git.run(command);
      const stands = result.code === 0 ? undefined : await this.#standingNow(moves);
      if (stands === undefined || moves.every(({ ref, next }) => stands.get(ref) === next)) {
        for (const { next } of moves) if (next !== undefined) this.#here.add(next);
        return true;
      }
      if (moves.some(({ ref, expected }) => stands.get(ref) !== expected)) return false;
      // Nothing was done: a ref that another push held for a moment, or moved and moved back (a lock that was taken and
      // freed again), is worth another try; a refusal will come again.
      const last = reasonOf(result.stdout.toString('utf8')) ?? result.stderr;
      words = spoken(result, last);
      if (!PASSING.test(last)) break;
      await this.#clock.sleep(CHECK_PAUSE_MILLISECONDS);
    }
    const refs = moves.map(({ ref }) => ref).join(', ');
    throw remoteFailed(`${refs} could not be pushed to ${this.remote}: ${words}`);
  }

  async #standingNow(moves: readonly RefMove[]): Promise<ReadonlyMap<string | undefined, string | undefined>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#standing(moves.map(({ ref }) => ref));
      } catch (error) {
        if (attempt === CHECKS) throw error;
        await this.#clock.sleep(CHECK_PAUSE_MILLISECONDS * attempt);
      }
    }
  }

  async #has(commit: string): Promise<boolean> {
    if (this.#here.has(commit)) return true;
    const { code } = await this.#git.run(['cat-file', '-e', `${commit}^{commit}`]);
    if (code === 0) this.#here.add(commit);
    return code === 0;
  }

  async #target(): Promise<string> {
    this.#address ??= await remoteAddress(this.#git, this.#named);
    return this.#address;
  }
}

/** Why the remote refused a ref: `!<tab>from:to<tab>[remote rejected] (reason)`. */
function reasonOf(porcelain: string): string | undefined {
  return /^!\t[^\t]*\t(.+)$/mu.exec(porcelain)?.[1];
}
