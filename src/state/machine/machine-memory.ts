import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../files/system-error.js';

/** One thing that this machine remembers outside every project. */
export interface MachineRecord<T> {
  /** For messages. */
  readonly place: string;
  /** Undefined where nothing was remembered. Rejects with `RecordDamaged` where something was and cannot be read. */
  read(): Promise<T | undefined>;
  /**
   * Puts `next(before)` in place of what is remembered; undefined leaves it as it is. Of two processes that write at
   * once, the later one is asked again with what the earlier one wrote. So is one whose value was built upon at once: it
   * cannot tell that from one that came too late, so `next` must find its own part in `before`. A damaged record counts
   * as none.
   */
  update(next: (before: T | undefined) => T | undefined): Promise<void>;
}

/** A record that is there and cannot be used: it must not count as one that never was. */
export class RecordDamaged extends Error {}

const ATTEMPTS = 50;
const GENERATION = /^(\d{1,15})\.json$/;

/**
 * A record as a folder with one file, `<n>.json`, mode 0600. The next version is the file `n + 1`: written next to it under
 * another name, and linked to its own only if no one was first. So no lock is needed, and none can be left behind.
 */
export function machineRecord<T>(
  folder: string,
  name: string,
  parse: (value: unknown) => T | undefined,
): MachineRecord<T> {
  const place = join(folder, name);
  const fileOf = (generation: number) => join(place, `${generation}.json`);

  async function generations(again = true): Promise<readonly number[]> {
    try {
      const names = await readdir(place);
      return names.flatMap((one) => GENERATION.exec(one)?.[1] ?? []).map(Number);
    } catch (error) {
      // Where not even its name can be looked up, this user has never written one.
      if (!(await isThere(place))) return [];
      // Another process has just made it: it was not there, and now it is.
      if (again && errorCode(error) === 'ENOENT') return generations(false);
      throw damaged(place, error);
    }
  }

  async function newest(): Promise<{ readonly generation: number; readonly value: T | undefined }> {
    for (let attempt = 1; ; attempt++) {
      const generation = Math.max(0, ...(await generations()));
      if (generation === 0) return { generation, value: undefined };
      const text = await readFile(fileOf(generation), 'utf8').catch((error: unknown) => {
        // Another process has put the next one in its place.
        if (errorCode(error) === 'ENOENT' && attempt < ATTEMPTS) return undefined;
        throw damaged(fileOf(generation), error);
      });
      if (text === undefined) continue;
      const value = parsed(text, parse);
      if (value === undefined)
        throw new RecordDamaged(`${fileOf(generation)} does not hold what Adwright writes there`);
      return { generation, value };
    }
  }

  async function usable(): Promise<{ readonly generation: number; readonly value: T | undefined }> {
    try {
      return await newest();
    } catch (error) {
      if (!(error instanceof RecordDamaged)) throw error;
      return { generation: Math.max(0, ...(await generations())), value: undefined };
    }
  }

  /** Whether the file is the newest one now. */
  async function put(generation: number, value: T): Promise<boolean> {
    const temporary = `${fileOf(generation)}.${randomBytes(6).toString('hex')}`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(value)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await linkOrCopy(temporary, fileOf(generation));
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
    const all = await generations();
    for (const older of all) if (older < generation) await rm(fileOf(older), { force: true });
    return all.every((one) => one <= generation);
  }

  return {
    place,
    read: async () => (await newest()).value,
    async update(next) {
      await mkdir(place, { recursive: true, mode: 0o700 });
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const { generation, value } = await usable();
        const after = next(value);
        if (after === undefined || (await put(generation + 1, after))) return;
      }
      throw new Error(`${place} is being written by too many processes at once`);
    },
  };
}

/** Fails where the file is there already. */
async function linkOrCopy(file: string, copy: string): Promise<void> {
  try {
    await link(file, copy);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    // Not every file system has hard links.
    await copyFile(file, copy, constants.COPYFILE_EXCL);
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function parsed<T>(text: string, parse: (value: unknown) => T | undefined): T | undefined {
  try {
    return parse(JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function damaged(file: string, error: unknown): RecordDamaged {
  return new RecordDamaged(`${file} cannot be read (${errorCode(error) ?? String(error)})`);
}
