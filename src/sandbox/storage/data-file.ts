import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRefused } from '../../files/refusal.js';
import { MOST_STORED, openNew, openOwn, readOwn } from '../../files/regular-file.js';
import type { Account } from '../account/account.js';
import type { RecordChange } from '../account/records.js';

/** Name of the file in a data directory: a header line, then one line of changes for each commit. */
export const DATA_FILE = 'data.jsonl';
const FORMAT = 1;
const PER_LINE = 500;

interface Header {
  readonly format: number;
  /** Digest of the fixture that the data come from; empty without one. */
  readonly fixture: string;
  /** Lines that the last compaction wrote. */
  readonly lines: number;
}

export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

export interface Data {
  readonly header: Header;
  /** Whole lines after the header. */
  readonly lines: readonly string[];
  /** Bytes of the header and the whole lines; more than these are torn. */
  readonly bytes: number;
  readonly torn: boolean;
}

/** Without a fixture, any data will do. */
export function isOf({ header }: Data, fixture: string | undefined): boolean {
  return fixture === undefined || header.fixture === fixture;
}

export async function readData(path: string): Promise<Data | undefined> {
  const bytes = await readOwn(path, MOST_STORED).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error instanceof FileRefused ? new StoreFailure(`${path}: ${error.message}`) : error;
  });
  const text = bytes?.toString('utf8') ?? '';
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
    if (error instanceof SyntaxError) throw new StoreFailure(`${path} is not a data file of the sandbox`);
    throw error;
  }
}

export function replay({ lines }: Data, account: Account, path: string): void {
  for (const [index, line] of lines.entries()) {
    try {
      const changes: readonly RecordChange[] = JSON.parse(line);
      account.apply(changes);
    } catch (error) {
      if (error instanceof SyntaxError) throw new StoreFailure(`${path} is damaged in line ${index + 2}`);
      throw error;
    }
  }
}

export async function cutTo(path: string, bytes: number): Promise<void> {
  const handle = await openOwn(path);
  await handle.truncate(bytes);
  await handle.sync();
  await handle.close();
}

/** Writes the account to a new file, and replaces the old one in one step. */
export async function compact(directory: string, fixture: string, account: Account): Promise<void> {
  const lines: string[] = [];
  let part: RecordChange[] = [];
  for (const change of account.changes()) {
    part.push(change);
    if (part.length < PER_LINE) continue;
    lines.push(JSON.stringify(part));
    part = [];
  }
  if (part.length > 0) lines.push(JSON.stringify(part));
  const header: Header = { format: FORMAT, fixture, lines: lines.length };
  const path = join(directory, DATA_FILE);
  const handle = await openNew(`${path}.new`);
  await handle.writeFile(`${[JSON.stringify(header), ...lines].join('\n')}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${path}.new`, path);
  const folder = await open(directory, 'r');
  await folder.sync();
  await folder.close();
}
