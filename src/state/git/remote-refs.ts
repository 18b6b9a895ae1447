import type { Clock } from '../../model/ports.js';
import { type Git, remoteFailed, spoken, withoutCredentials } from './git-command.js';
import { remoteAddress } from './remote-address.js';

const CHECKS = 3;
const CHECK_PAUSE_MILLISECONDS = 1000;

/** The refs of one account in the remote. They are the truth; the clone keeps only objects, and a note of what was seen. */
export class RemoteRefs {
  readonly state: string;
  readonly lock: string;
  /** The remote as messages name it. */
  readonly remote: string;
  readonly #named: string;
  readonly #git: Git;
  readonly #clock: Clock;
  readonly #seen: string;
  /** Commits that are known to be in the clone. */
  readonly #here = new Set<string>();
  #address: string | undefined;

  constructor(git: Git, clock: Clock, remote: string, account: string) {
    this.#git = git;
    this.#clock = clock;
    this.#named = remote;
    this.remote = withoutCredentials(remote);
    this.state = `refs/adwright/${account}/state`;
    this.lock = `refs/adwright/${account}/lock`;
    this.#seen = `refs/adwright-seen/${account}/state`;
  }

  /** The commit that each of the two refs points to now. */
  async list(): Promise<{ readonly state: string | undefined; readonly lock: string | undefined }> {
    const output = await this.#git.text(['ls-remote', '--', await this.#target(), this.state, this.lock]);
    const commits = new Map(output.split('\n').map((line) => [line.split('\t')[1], line.split('\t')[0]]));
    return { state: commits.get(this.state), lock: commits.get(this.lock) };
  }

  /** Brings a commit into the clone's objects; false when the remote no longer has it. No branch or FETCH_HEAD is touched. */
  async fetch(ref: string, commit: string): Promise<boolean> {
    if (await this.#has(commit)) return true;
    const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--refmap='];
    const result = await this.#git.run(['fetch', ...options, '--', await this.#target(), ref]);
    if (await this.#has(commit)) {
      // Noted so that the next fetch asks only for what is newer. Nothing is read from the note.
      if (ref === this.state) await this.#git.run(['update-ref', this.#seen, commit]);
      return true;
    }
    if (result.code === 0 || /couldn't find remote ref/u.test(result.stderr)) return false;
    throw remoteFailed(`The state could not be fetched from ${this.remote}: ${spoken(result)}`);
  }

  /**
   * Moves a ref from `expected` to `next` (undefined: absent) in one step, or not at all. False when it stood elsewhere.
   * When the answer is lost, the remote is asked again until it says where the ref stands.
   */
  async move(ref: string, expected: string | undefined, next: string | undefined): Promise<boolean> {
    const options = [
      '--quiet',
      '--porcelain',
      '--no-verify',
      '--no-signed',
      '--no-follow-tags',
      '--recurse-submodules=no',
    ];
    const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
    const command = ['push', ...options, lease, '--', await this.#target(), `${next ?? ''}:${ref}`];
    let words = '';
    for (let attempt = 1; attempt <= CHECKS; attempt++) {
      const result = await this.#git.run(command);
      const stands = result.code === 0 ? next : await this.#standing(ref);
      if (stands === next) {
        if (next !== undefined) this.#here.add(next);
        return true;
      }
      if (stands !== expected) return false;
      // Nothing was done: a ref that another push held for a moment is worth another try, a refusal will come again.
      const last = reasonOf(result.stdout.toString('utf8')) ?? result.stderr;
      words = spoken(result, last);
      if (!/lock|timed? ?out|connection|early EOF|hung up/iu.test(last)) break;
      await this.#clock.sleep(CHECK_PAUSE_MILLISECONDS);
    }
    throw remoteFailed(`${ref} could not be pushed to ${this.remote}: ${words}`);
  }

  async #standing(ref: string): Promise<string | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { state, lock } = await this.list();
        return ref === this.state ? state : lock;
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
