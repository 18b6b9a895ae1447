import { link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from '../../../src/state/log/log-backend.js';
import type { LogStore } from '../../../src/state/log/store.js';
import type { BackendPlace } from '../../suites/backend.js';
import { randomId, realClock } from '../ports.js';

const absent = (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
};

/** Records as files that are linked to their number once: for tests with several processes. */
export class FolderStore implements LogStore {
  readonly where: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.where = `the folder ${folder}`;
  }

  async create(number: number, bytes: Uint8Array): Promise<boolean> {
    return this.#withFile(bytes, (file) =>
      link(file, this.#record(number)).then(
        () => true,
        (error) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      ),
    );
  }

  read(number: number): Promise<Uint8Array | undefined> {
    return readFile(this.#record(number)).catch(absent);
  }

  async newest(): Promise<number> {
    const names = (await readdir(this.#folder).catch(absent)) ?? [];
    return Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number));
  }

  async empty(first: number, last: number): Promise<void> {
    for (let number = first; number <= last; number++)
      await this.#withFile(new Uint8Array(), (file) => rename(file, this.#record(number)));
  }

  async putBlob(digest: string, bytes: Uint8Array): Promise<void> {
    await this.#withFile(bytes, (file) => rename(file, join(this.#folder, digest)));
  }

  readBlob(digest: string): Promise<Uint8Array | undefined> {
    return readFile(join(this.#folder, digest)).catch(absent);
  }

  async dropBlobs(digests: readonly string[]): Promise<void> {
    for (const digest of digests) await rm(join(this.#folder, digest), { force: true });
  }

  #record(number: number): string {
    return join(this.#folder, String(number));
  }

  async #withFile<Result>(bytes: Uint8Array, work: (file: string) => Promise<Result>): Promise<Result> {
    await mkdir(this.#folder, { recursive: true });
    const file = join(this.#folder, `${randomId(6)}.tmp`);
    await writeFile(file, bytes);
    const handle = await open(file, 'r+');
    await handle.sync();
    await handle.close();
    try {
      return await work(file);
    } finally {
      await rm(file, { force: true });
    }
  }
}

/** The log over a store in a temporary folder of its own. */
export async function folderPlace(): Promise<BackendPlace & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-log-'));
  return {
    folder,
    open: (account = 'main') => {
      const store = new FolderStore(join(folder, encodeURIComponent(account)));
      return openLog(store, { account, pid: process.pid, clock: realClock, randomId });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
