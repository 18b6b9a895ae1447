import { readdirSync } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FileRefused } from '../../files/refusal.js';
import { MOST_BY_HAND, readOwnSync } from '../../files/regular-file.js';
import { errorCode } from '../../files/system-error.js';
import type { HeldLock } from '../../model/ports/ports.js';
import type { LockRecord } from '../../model/state/lock.js';
import { createFile } from '../machine/durable-files.js';
import { type LockSight, type LockStore, lostLock, parseLockRecord } from './lock.js';

/** A released lock stays behind as the newest number. */
type FiledLock = LockRecord & { readonly released?: boolean };

/**
 * A lock as numbered files in a folder: the highest number is the current lock, and its number is the fence.
 * To take the lock is to create the next number, which only one can; to release it is to mark one's own file as
 * released. The highest file is never removed, so numbers never repeat, and a run that acts on an old reading finds a higher
 * number and steps back. Taking over from a dead holder is the same step as taking a free lock.
 * A run looks seven times for each creating call, so a look is made at once and does not wait for the thread pool.
 */
export class FileLock implements LockStore<number> {
  readonly pollMilliseconds = 200;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async see(): Promise<LockSight<number>> {
    for (;;) {
      const mark = this.#highest();
      if (mark === 0) return { kind: 'free', mark };
      const text = this.#read(mark);
      if (text instanceof FileRefused)
        return { kind: 'broken', what: `The lock file ${this.#file(mark)} is not used: ${text.message}` };
      // Removed since by a holder with a higher number.
      if (text === undefined) {
        // A network's file system may list it for a while yet: what else is under way has its turn.
        await setImmediate();
        continue;
      }
      const record = parseLockRecord(text);
      if (record === undefined) {
        const state = text.trim() === '' ? 'is empty' : 'is not a lock record';
        return { kind: 'broken', what: `The lock file ${this.#file(mark)} ${state}` };
      }
      return record.released === true ? { kind: 'free', mark } : { kind: 'held', mark, record };
    }
  }

  async claim(mark: number, holder: Omit<LockRecord, 'fence'>): Promise<LockRecord | undefined> {
    const record = { ...holder, fence: mark + 1 };
    return (await this.#advance(record)) ? record : undefined;
  }

  held(record: LockRecord): HeldLock {
    return { record, check: () => this.#check(record), release: () => this.#release(record) };
  }

  /**
   * Frees the lock no matter who holds it, under a new number that fences the holder off; `fenceOff` does so in the rest of the
   * folder, before anyone else can take the lock. Returns who held it.
   */
  async force(by: Omit<LockRecord, 'fence'>, fenceOff?: () => Promise<void>): Promise<LockRecord | undefined> {
    for (;;) {
      const sight = await this.see();
      if (sight.kind === 'free') return undefined;
      const mark = this.#highest();
      if (sight.kind === 'held' && sight.mark !== mark) continue;
      const own = { ...by, fence: mark + 1 };
      if (!(await this.#advance(own))) continue;
      await fenceOff?.();
      await this.#release(own);
      return sight.kind === 'held' ? sight.record : undefined;
    }
  }

  async #check(own: LockRecord): Promise<void> {
    const sight = await this.see();
    if (sight.kind === 'held' && sight.record.id === own.id && sight.mark === own.fence) return;
    throw lostLock(own, sight.kind === 'held' ? sight.record : undefined);
  }

  async #release(own: LockRecord): Promise<void> {
    const sight = await this.see();
    if (sight.kind !== 'held' || sight.record.id !== own.id) return;
    const temporary = join(this.#folder, `${own.id}.tmp`);
    await createFile(temporary, [textOf({ ...own, released: true })]);
    await rename(temporary, this.#file(own.fence));
  }

  /** Creates the file of the record's number, complete from its first moment; false when someone else did. */
  async #advance(record: FiledLock): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true });
    const temporary = join(this.#folder, `${record.id}.tmp`);
    const file = this.#file(record.fence);
    await createFile(temporary, [textOf(record)]);
    try {
      await linkOrCreate(temporary, file, textOf(record));
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
    // Acting on an old sight, one may have filled a gap below the present lock.
    const numbers = this.#numbers();
    if (numbers.some((number) => number > record.fence)) {
      await rm(file, { force: true });
      return false;
    }
    for (const number of numbers) if (number < record.fence) await rm(this.#file(number), { force: true });
    return true;
  }

  #highest(): number {
    return Math.max(0, ...this.#numbers());
  }

  #numbers(): number[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => /^[1-9][0-9]*$/u.test(name))
        .map(Number);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  #read(number: number): string | FileRefused | undefined {
    try {
      return readOwnSync(this.#file(number), MOST_BY_HAND).toString('utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      if (error instanceof FileRefused) return error;
      throw error;
    }
  }

  #file(number: number): string {
    return join(this.#folder, String(number));
  }
}

function textOf(record: FiledLock): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** Creates `file` with the content of `complete`; rejects with EEXIST when it is there. */
async function linkOrCreate(complete: string, file: string, text: string): Promise<void> {
  try {
    await link(complete, file);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') throw error;
    // No hard links here: creation is still exclusive, only not complete from its first moment.
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
  }
}
