import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.js';
import type { Change } from './records.js';

const FORMAT = 1;
const PER_LINE = 500;
const FILE = 'data.jsonl';

interface Header {
  readonly format: number;
  /** Digest of the fixture that the data grew from; empty without one. */
  readonly fixture: string;
  /** Lines that the last compaction wrote. */
  readonly lines: number;
}

/** Keeps changes. `flush` resolves when all that was added before is safe from a kill. */
export interface Store {
  add(changes: readonly Change[]): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export const memoryStore: Store = {
  add: () => undefined,
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/**
 * An append-only file of changes, one line a commit, with a header line. On opening it is replayed into `account`; a
 * torn last line (a write that was never answered) is cut off. When no data of the given fixture exist, `seed` fills
 * the account and the file is begun. Data of another fixture are moved aside, never deleted.
 */
export async function openFileStore(
  directory: string,
  fixture: string | undefined,
  account: Account,
  seed: () => void,
  now: () => Date,
): Promise<Store> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, FILE);
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
  const path = join(directory, FILE);
  const data = await readData(path);
  if (data === undefined || !isOf(data, fixture)) return false;
  replay(data, account, path);
  return true;
}

interface Data {
  readonly header: Header;
  /** Whole lines behind the header. */
  readonly lines: readonly string[];
  /** Bytes of the header and the whole lines; more than these are torn. */
  readonly bytes: number;
  readonly torn: boolean;
}

/** Without a fixture, any data will do. */
function isOf({ header }: Data, fixture: string | undefined): boolean {
  return fixture === undefined || header.fixture === fixture;
}

async function readData(path: string): Promise<Data | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const end = text.lastIndexOf('\n') + 1;
  const whole = text.slice(0, end);
  const [first, ...lines] = whole.split('\n').slice(0, -1);
  if (first === undefined) return undefined;
  return { header: readHeader(first, path), lines, bytes: Buffer.byteLength(whole), torn: end < text.length };
}

function readHeader(line: string, path: string): Header {
  try {
    const header: Header = JSON.parse(line);
    if (header.format === FORMAT) return header;
    throw new StoreFailure(`${path} has the format ${header.format}; this version reads ${FORMAT}`);
  } catch (error) {
    if (error instanceof SyntaxError) throw new StoreFailure(`${path} is no data file of the sandbox`);
    throw error;
  }
}

function replay({ lines }: Data, account: Account, path: string): void {
  for (const [index, line] of lines.entries()) {
    try {
      const changes: readonly Change[] = JSON.parse(line);
      account.apply(changes);
    } catch (error) {
      if (error instanceof SyntaxError) throw new StoreFailure(`${path} is damaged in line ${index + 2}`);
      throw error;
    }
  }
}

async function cutTo(path: string, bytes: number): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.truncate(bytes);
  await handle.sync();
  await handle.close();
}

/** Writes the account anew beside the old file and puts it in its place in one step. */
async function compact(directory: string, fixture: string, account: Account): Promise<void> {
  const lines: string[] = [];
  let part: Change[] = [];
  for (const change of account.changes()) {
    part.push(change);
    if (part.length < PER_LINE) continue;
    lines.push(JSON.stringify(part));
    part = [];
  }
  if (part.length > 0) lines.push(JSON.stringify(part));
  const header: Header = { format: FORMAT, fixture, lines: lines.length };
  const path = join(directory, FILE);
  const handle = await open(`${path}.new`, 'w');
  await handle.writeFile(`${[JSON.stringify(header), ...lines].join('\n')}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${path}.new`, path);
  const folder = await open(directory, 'r');
  await folder.sync();
  await folder.close();
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

  add(changes: readonly Change[]): void {
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
