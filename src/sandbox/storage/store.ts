import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../account/account.js';
import type { RecordChange } from '../account/records.js';
import { compact, cutTo, DATA_FILE, isOf, readData, replay } from './data-file.js';

/** Keeps changes. `flush` resolves when all that was added before survives a kill. */
export interface Store {
  add(changes: readonly RecordChange[]): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export const memoryStore: Store = {
  add: () => undefined,
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * An append-only file of changes, one line a commit, with a header line. On opening it is replayed into `account`; a
 * torn last line (a write that was never answered) is cut off. When no data of the given fixture exist, `seed` fills
 * the account, and a new file is started. Data of another fixture are moved aside, never deleted.
 */
export async function openFileStore(
  directory: string,
  fixture: string | undefined,
  account: Account,
  seed: () => void,
  now: () => Date,
): Promise<Store> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, DATA_FILE);
  const data = await readData(path);
  if (data !== undefined && isOf(data, fixture)) {
    replay(data, account, path);
    const appended = data.lines.length - data.header.lines;
    if (appended > 1000 && appended > data.header.lines) await compact(directory, data.header.fixture, account);
    else if (data.torn) await cutTo(path, data.bytes);
  } else {
    const aside = `replaced-${now().toISOString().replaceAll(':', '')}.jsonl`;
    if (data !== undefined) await rename(path, join(directory, aside));
    seed();
    await compact(directory, fixture ?? '', account);
  }
  return new FileStore(await open(path, 'a'));
}

/** Fills `account` from the directory without writing anything there; false when no data of the fixture exist. */
export async function replayFile(directory: string, fixture: string | undefined, account: Account): Promise<boolean> {
  const path = join(directory, DATA_FILE);
  const data = await readData(path);
  if (data === undefined || !isOf(data, fixture)) return false;
  replay(data, account, path);
  return true;
}

class FileStore implements Store {
  readonly #handle: FileHandle;
  #waiting: string[] = [];
  #added = 0;
  #written = 0;
  #writing: Promise<void> | undefined;
  #failure: unknown;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  add(changes: readonly RecordChange[]): void {
    if (changes.length === 0) return;
    this.#waiting.push(`${JSON.stringify(changes)}\n`);
    this.#added += 1;
  }

  /** Commits that wait while one is being written share the next write and its flush. */
  async flush(): Promise<void> {
    const goal = this.#added;
    while (this.#written < goal) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
    // After one failed write memory and disk differ: nothing may be answered as done any more.
    if (this.#failure !== undefined) throw this.#failure;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#handle.close();
  }

  async #write(): Promise<void> {
    const text = this.#waiting.join('');
    const last = this.#added;
    this.#waiting = [];
    try {
      if (this.#failure !== undefined) return;
      await this.#handle.appendFile(text);
      await this.#handle.datasync();
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#written = last;
    }
  }
}
