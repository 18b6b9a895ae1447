import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwn } from '../../files/regular-file.js';

/** Rows of finished days that this machine keeps of one account: a copy of what can be read again, and no state. */
export interface KeptDays {
  /** Undefined where the day is not kept, or what is there is not what was written. */
  read(day: string): Promise<readonly string[] | undefined>;
  /** What cannot be written is not kept. */
  write(day: string, rows: readonly string[]): Promise<void>;
  /** Drops what is older than `oldest`, and the oldest beyond the room there is. */
  prune(oldest: string): Promise<void>;
}

/** Bytes of one account's days together. */
const ROOM = 128_000_000;
const DAY_FILE = /^\d{4}-\d{2}-\d{2}$/;
const HEAD = 'adwright-days 2';
/** An account that nothing was written of for so long is one that nobody asks about. */
const UNUSED_AFTER = 90 * 86_400_000;

/**
 * Days as one file each, in a folder for the account: a line that says what the file is with the SHA-256 of the rest, then
 * the rows. `about` is everything that makes the same day another one: service, account, time zone.
 */
export function keptDays(folder: string, about: readonly string[], now: Date, room = ROOM): KeptDays {
  const key = sha256(JSON.stringify(about)).slice(0, 32);
  const place = join(folder, key);
  const fileOf = (day: string) => join(place, day);
  const headOf = (day: string, body: string) => `${HEAD} ${key} ${day} ${sha256(body)}`;
  return {
    async read(day) {
      const text = await readOwn(fileOf(day), ROOM).then(
        (bytes) => bytes.toString('utf8'),
        () => undefined,
      );
      if (text === undefined) return undefined;
      const end = text.indexOf('\n');
      const body = text.slice(end + 1);
      if (end < 0 || text.slice(0, end) !== headOf(day, body)) return undefined;
      return body === '' ? [] : body.slice(0, -1).split('\n');
    },
    async write(day, rows) {
      const body = rows.map((row) => `${row}\n`).join('');
      const temporary = `${fileOf(day)}.${key.slice(0, 8)}.tmp`;
      try {
        await mkdir(place, { recursive: true, mode: 0o700 });
        await writeFile(temporary, `${headOf(day, body)}\n${body}`, { mode: 0o600 });
        await rename(temporary, fileOf(day));
      } catch {
        await rm(temporary, { force: true }).catch(() => undefined);
      }
    },
    async prune(oldest) {
      await dropUnused(folder, key, now).catch(() => undefined);
      const names = await readdir(place).catch(() => []);
      let left = room;
      for (const name of names.sort().reverse()) {
        const { size } = await stat(fileOf(name)).catch(() => ({ size: 0 }));
        left -= size;
        if (left < 0 || !DAY_FILE.test(name) || name < oldest)
          await rm(fileOf(name), { force: true }).catch(() => undefined);
      }
    },
  };
}

async function dropUnused(folder: string, own: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === own) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (now.getTime() - mtimeMs > UNUSED_AFTER) await rm(join(folder, name), { recursive: true, force: true });
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
