import type { Clock, HttpReply, LockRecord } from '../../../model/index.js';
import type { LogStore } from '../../log/store.js';
import { eachOf } from '../each-of.js';
import { storeRefuses } from '../store-faults.js';
import { type GitlabRequests, isAbsentVersion } from './gitlab-requests.js';
import { readVersion, type StateVersion, serialsOf, versionDocument } from './state-version.js';

export interface GitlabStoreOptions {
  readonly name: string;
  readonly clock: Clock;
  /** By which GitLab knows its lock as this run's. */
  readonly lockId: string;
  readonly where: string;
}

/** The state is locked in GitLab by someone else, which it also reports as an error of its own (500). */
const MAY_BE_LOCKED: ReadonlySet<number> = new Set([409, 423, 500]);

/**
 * One account's records as versions of one state, by their serials, which GitLab gives once; and its blobs as versions of a second
 * one. GitLab has no way to replace a version, and a version that is deleted frees its serial, so all records stay.
 */
export class GitlabStore implements LogStore {
  readonly where: string;
  readonly keepsAll = true;
  readonly #requests: GitlabRequests;
  readonly #options: GitlabStoreOptions;
  readonly #records: string;
  readonly #blobs: string;
  /** GitLab's own lock, which shows who works; what protects the state are the numbers. */
  #lock: LockRecord | undefined;

  constructor(requests: GitlabRequests, options: GitlabStoreOptions) {
    this.#requests = requests;
    this.#options = options;
    this.#records = `/${encodeURIComponent(options.name)}`;
    this.#blobs = `/${encodeURIComponent(`${options.name}~~blobs`)}`;
    this.where = options.where;
  }

  async create(number: number, bytes: Uint8Array): Promise<boolean> {
    const document = versionDocument(number, bytes);
    const reply = await this.#post(document);
    if (isDone(reply)) return true;
    if (reply.status === 422) return this.#taken(number, reply);
    if (!MAY_BE_LOCKED.has(reply.status)) throw this.#requests.fault(reply);
    if ((await this.#version(this.#records, number)) !== undefined) throw this.#requests.fault(reply);
    // The log has said that it is this run's turn: a lock in GitLab is left over, or someone there took it or took it away.
    await this.#requests.send('DELETE', `${this.#records}/lock`);
    await this.#showLock();
    const again = await this.#post(document);
    if (isDone(again)) return true;
    if (again.status === 422) return this.#taken(number, again);
    throw this.#requests.fault(again);
  }

  async read(number: number): Promise<Uint8Array | undefined> {
    return (await this.#version(this.#records, number))?.bytes;
  }

  async newest(): Promise<number> {
    const reply = await this.#requests.send('GET', this.#records);
    if (reply.status === 204 || isAbsentVersion(reply)) return 0;
    if (!isDone(reply)) throw this.#requests.fault(reply);
    return this.#ours(reply, 'the newest version').serial;
  }

  /** GitLab keeps every version. */
  async empty(): Promise<void> {}

  async putBlob(digest: string, bytes: Uint8Array): Promise<void> {
    for (const serial of serialsOf(digest)) {
      const reply = await this.#requests.send('POST', this.#blobs, versionDocument(serial, bytes, digest));
      if (isDone(reply)) return;
      if (reply.status !== 422) throw this.#requests.fault(reply);
      const there = await this.#version(this.#blobs, serial);
      if (there === undefined) throw this.#requests.fault(reply);
      if (there.digest === digest) return;
    }
    throw storeRefuses(`${this.where}: every serial of the blob ${digest} is taken`);
  }

  async readBlob(digest: string): Promise<Uint8Array | undefined> {
    return (await this.#blob(digest))?.bytes;
  }

  async dropBlobs(digests: readonly string[]): Promise<void> {
    await eachOf(digests, async (digest) => {
      const there = await this.#blob(digest);
      if (there === undefined) return;
      const reply = await this.#requests.send('DELETE', `${this.#blobs}/versions/${there.serial}`);
      if (!isDone(reply) && !isAbsentVersion(reply)) throw this.#requests.fault(reply);
    });
  }

  /** Lets GitLab's page show who holds the lock. It is for people only: that it fails is no fault. */
  async showHolder(holder: LockRecord | undefined): Promise<void> {
    const before = this.#lock;
    this.#lock = holder;
    try {
      if (holder !== undefined) {
        if (isDone(await this.#showLock())) return;
        // Left over: the log says that nobody else holds it.
        await this.#requests.send('DELETE', `${this.#records}/lock`);
        await this.#showLock();
      } else if (before !== undefined) {
        await this.#requests.send('DELETE', `${this.#records}/lock?ID=${this.#options.lockId}`);
      }
    } catch {
      // The next record asks for the lock again if GitLab misses it.
    }
  }

  async close(): Promise<void> {
    await this.#requests.close();
  }

  #post(document: object): Promise<HttpReply> {
    const id = this.#lock === undefined ? '' : `?ID=${this.#options.lockId}`;
    return this.#requests.send('POST', `${this.#records}${id}`, document);
  }

  async #showLock(): Promise<HttpReply | { readonly status: number }> {
    if (this.#lock === undefined) return { status: 200 };
    const { lockId, name, clock } = this.#options;
    return this.#requests.send('POST', `${this.#records}/lock`, {
      ...{ ID: lockId, Operation: this.#lock.command, Info: 'adwright', Who: this.#lock.user, Version: '1.0.0' },
      ...{ Created: clock.now().toISOString(), Path: name },
    });
  }

  /** "Cannot be processed" is what GitLab says of a serial that is taken, and of other things. */
  async #taken(number: number, reply: HttpReply): Promise<boolean> {
    if ((await this.#version(this.#records, number)) !== undefined) return false;
    throw this.#requests.fault(reply);
  }

  async #version(state: string, serial: number): Promise<StateVersion | undefined> {
    const reply = await this.#requests.send('GET', `${state}/versions/${serial}`);
    if (isAbsentVersion(reply)) return undefined;
    if (!isDone(reply)) throw this.#requests.fault(reply);
    return this.#ours(reply, `version ${serial}`);
  }

  /** One that was dropped in between leaves a gap: each serial is looked at. */
  async #blob(digest: string): Promise<StateVersion | undefined> {
    for (const serial of serialsOf(digest)) {
      const there = await this.#version(this.#blobs, serial);
      if (there?.digest === digest) return there;
    }
    return undefined;
  }

  #ours(reply: HttpReply, what: string): StateVersion {
    const version = readVersion(reply.body);
    if (version === undefined) throw storeRefuses(`${this.where}: ${what} of the state was not written by Adwright`);
    return version;
  }
}

const isDone = ({ status }: { readonly status: number }) => status >= 200 && status < 300;
