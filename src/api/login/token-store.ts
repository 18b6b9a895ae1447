import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';

/** A token that outlives the process. */
export interface StoredToken {
  readonly accessToken: string;
  /** The encoded uid that the login gave. */
  readonly uid?: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Where tokens are kept between runs. `key` is made from base URL, API key and user name, and reveals none of them. */
export interface TokenStore {
  read(key: string): Promise<StoredToken | undefined>;
  write(key: string, token: StoredToken): Promise<void>;
  remove(key: string): Promise<void>;
}

interface TokenFile {
  readonly version: 1;
  readonly tokens: Readonly<Record<string, StoredToken>>;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const isStoredToken = (value: unknown): value is StoredToken =>
  typeof value === 'object' &&
  value !== null &&
  'accessToken' in value &&
  typeof value.accessToken === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'string';

function parseFile(text: string): TokenFile['tokens'] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // A broken file costs one more login, no more.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
  if (typeof value !== 'object' || value === null || !('tokens' in value)) return {};
  const { tokens } = value;
  if (typeof tokens !== 'object' || tokens === null) return {};
  return Object.fromEntries(
    Object.entries(tokens).filter((one): one is [string, StoredToken] => isStoredToken(one[1])),
  );
}

/**
 * Tokens in one file with mode 0600. A file that others may read is not trusted and counts as empty; the next write
 * replaces it. Written next to it and renamed, so that a reader never sees half of it.
 */
export function fileTokenStore(path: string): TokenStore {
  async function readAll(): Promise<TokenFile['tokens']> {
    try {
      const { mode } = await stat(path);
      if (platform() !== 'win32' && (mode & 0o077) !== 0) return {};
      return parseFile(await readFile(path, 'utf8'));
    } catch (error) {
      if (isMissing(error)) return {};
      throw error;
    }
  }

  async function writeAll(tokens: TokenFile['tokens']): Promise<void> {
    if (Object.keys(tokens).length === 0) return rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        const content: TokenFile = { version: 1, tokens };
        await file.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
      } finally {
        await file.close();
      }
      await chmod(temporary, 0o600);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  return {
    async read(key) {
      const tokens = await readAll();
      return Object.hasOwn(tokens, key) ? tokens[key] : undefined;
    },
    async write(key, token) {
      await writeAll({ ...(await readAll()), [key]: token });
    },
    async remove(key) {
      const { [key]: gone, ...rest } = await readAll();
      if (gone !== undefined) await writeAll(rest);
    },
  };
}
