import { chmod, constants, copyFile, type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { FileRefused } from '../../files/refusal.js';
import { MOST_STORED, openNew, readOwn } from '../../files/regular-file.js';
import { codeWords, errorCode } from '../../files/system-error.js';
import { gathered } from '../../model/text/gathered.js';

export async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readOwn(file, MOST_STORED);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(error, file);
  }
}

/** Tells one version of a file from the next; undefined where there is none. */
export async function fileStamp(file: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await lstat(file, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(error, file);
  }
}

export interface Replacing {
  /** For a file whose permissions are the user's. */
  readonly mode?: number;
  /** Tells this writer's unfinished files from another one's. */
  readonly tag?: string;
  /** Asked when the new file is whole, right before it takes the old one's place. */
  readonly mayReplace?: () => Promise<void>;
}

const temporaryOf = (file: string, tag: string | undefined) => `${file}.${tag === undefined ? '' : `${tag}.`}tmp`;

/** Replaces a file so that at any moment, and after a power failure, either the old or the new one is there whole. */
export async function replaceFile(
  file: string,
  pieces: Iterable<string | Uint8Array>,
  { mode, tag, mayReplace }: Replacing = {},
): Promise<void> {
  const temporary = temporaryOf(file, tag);
  await createFile(temporary, pieces);
  try {
    if (mode !== undefined) await chmod(temporary, mode);
    await mayReplace?.();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Writes a file and flushes it; on failure nothing is left of it. */
export async function createFile(file: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const handle = await openNew(file);
  try {
    let position = 0;
    for (const piece of gathered(pieces)) {
      const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece;
      await writeAt(handle, buffer, position);
      position += buffer.length;
    }
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

export async function writeAt(handle: FileHandle, buffer: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesWritten } = await handle.write(buffer, done, buffer.length - done, position + done);
    done += bytesWritten;
  }
}

/** Keeps the present content of `file` under another name too; `file` itself must then be replaced, never written into. */
export async function keepAs(file: string, copy: string, tag?: string): Promise<void> {
  const temporary = temporaryOf(copy, tag);
  await rm(temporary, { force: true });
  try {
    await link(file, temporary);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    // Not every file system has hard links.
    await copyFile(file, temporary, constants.COPYFILE_EXCL);
  }
  await rename(temporary, copy);
  // Renaming a link onto another link of the same file does nothing.
  await rm(temporary, { force: true });
}

/** Makes renames in a folder durable. Windows cannot open a folder, and keeps such changes in its own journal. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch (error) {
    if (errorCode(error) === 'EPERM' || errorCode(error) === 'EISDIR' || errorCode(error) === 'EACCES') return;
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (errorCode(error) !== 'EPERM' && errorCode(error) !== 'EINVAL') throw error;
  } finally {
    await handle.close();
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof FileRefused) return error.message;
  const code = errorCode(error);
  return code === undefined ? undefined : codeWords(code);
}

/** Errors of the system become a `Failure` that names the file; our own mistakes stay what they are. */
export function unwritable(error: unknown, file: string): unknown {
  const why = errorCode(error) === 'ENOENT' ? 'its folder does not exist' : reasonOf(error);
  if (error instanceof Failure || why === undefined) return error;
  return new Failure([
    diagnostic('state-unwritable', {
      detail: `${file} could not be written: ${why}. What was stored before is intact.`,
    }),
  ]);
}

function unreadable(error: unknown, file: string): unknown {
  const why = reasonOf(error);
  if (why === undefined) return error;
  return new Failure([
    diagnostic('state-damaged', {
      detail: `${file} could not be read: ${why}. Nothing was changed.`,
    }),
  ]);
}
