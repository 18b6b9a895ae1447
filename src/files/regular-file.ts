import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { FileRefused } from './refusal.js';
import { errorCode } from './system-error.js';

/** Files that people write: the project file, resolutions, lists for one command. */
export const MOST_BY_HAND = 16_777_216;

/** Manifests, tables, saved plans: longer texts than the longest string of the engine cannot be handled at all. */
export const MOST_TEXT = 500_000_000;

/** The state's own files: the most that one buffer is read into. */
export const MOST_STORED = 2_147_483_647;

/** Saved plans, which are read in pieces: about ten million changes. */
export const MOST_PLAN = 10_000_000_000;

const LEAST_ROOM = 4096;
const PIECE = 1 << 20;
/** Windows has neither of the two: no named pipes in folders, and links only for those who may make them. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

/**
 * The bytes of a regular file, at most `most` of them. A named pipe or a device is refused and never waited for, whatever
 * is at the path when it is opened.
 */
export async function readRegular(path: string, most: number): Promise<Buffer> {
  // Opening a device may already do something, so it is looked at before.
  checkRegular(await stat(path));
  return readOpen(path, O_RDONLY | O_NONBLOCK, most);
}

/** The bytes of a regular file piece by piece, each in a buffer of its own; it may be longer than one can be. */
export async function* readPieces(path: string, most: number): AsyncGenerator<Buffer> {
  checkRegular(await stat(path));
  const handle = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    const facts = await handle.stat();
    checkRegular(facts);
    let length = facts.size;
    if (length > most) throw tooLarge(length, most);
    for (length = 0; ; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
      if (bytesRead === 0) return;
      length += bytesRead;
      if (length > most) throw tooLarge(length, most);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The same of a file that must not be a link itself. */
export async function readOwn(path: string, most: number): Promise<Buffer> {
  return readOpen(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, most);
}

/** The same at once, for a small file that is read again and again: each wait for the thread pool takes longer. */
export function readOwnSync(path: string, most: number): Buffer {
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
  try {
    const facts = fstatSync(file);
    checkRegular(facts);
    if (facts.size > most) throw tooLarge(facts.size, most);
    const buffer = Buffer.allocUnsafe(facts.size);
    let length = 0;
    for (let bytes = -1; bytes !== 0 && length < buffer.length; length += bytes) {
      bytes = readSync(file, buffer, length, buffer.length - length, null);
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Opens a file that must be regular and no link, for reading and writing. */
export async function openOwn(path: string): Promise<FileHandle> {
  const handle = await refusingLinks(() => open(path, constants.O_RDWR | O_NONBLOCK | O_NOFOLLOW));
  try {
    checkRegular(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens a new, empty file for writing. What has its name goes: a link is removed and not followed. */
export async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    await rm(path, { force: true });
    return open(path, 'wx');
  }
}

async function readOpen(path: string, flags: number, most: number): Promise<Buffer> {
  const handle = await refusingLinks(() => open(path, flags));
  try {
    const facts = await handle.stat();
    checkRegular(facts);
    if (facts.size > most) throw tooLarge(facts.size, most);
    return await readAll(handle, facts.size, most);
  } finally {
    await handle.close();
  }
}

/** Some files say a size of 0 and hold something, some grow meanwhile: what counts is where the reading ends. */
async function readAll(handle: FileHandle, size: number, most: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(Math.max(size + 1, LEAST_ROOM));
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    if (length > most) throw tooLarge(length, most);
    if (bytesRead === 0) return buffer.subarray(0, length);
    if (length < buffer.length) continue;
    const larger = Buffer.allocUnsafe(buffer.length * 2);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }
}

async function refusingLinks(opening: () => Promise<FileHandle>): Promise<FileHandle> {
  try {
    return await opening();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): FileRefused | undefined {
  const code = errorCode(error);
  // FreeBSD says EMLINK. A socket cannot be opened at all.
  if (code === 'ELOOP' || code === 'EMLINK') return new FileRefused('link', 'it is a link');
  return code === 'ENXIO' ? new FileRefused('not-a-file', 'it is not a regular file') : undefined;
}

function checkRegular(facts: Stats): void {
  if (facts.isFile()) return;
  const what = facts.isDirectory()
    ? 'a folder'
    : `not a regular file${facts.isFIFO() ? ' but a named pipe' : facts.isSocket() ? ' but a socket' : ''}`;
  throw new FileRefused('not-a-file', `it is ${what}`);
}

function tooLarge(size: number, most: number): FileRefused {
  return new FileRefused('too-large', `it has ${size} bytes or more; at most ${most} are read`);
}
