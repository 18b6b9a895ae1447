import { isAbsolute } from 'node:path';

/** Folders of the user, outside every project. */
export interface UserFolders {
  /** Where tokens are kept. */
  readonly config: string;
  /** Where this machine remembers which hosts got credentials and which states it has seen. */
  readonly data: string;
}

/** Undefined where the environment names no home folder and the system knows none for this user. */
export async function systemUserFolders(): Promise<UserFolders | undefined> {
  try {
    // It looks for the home folder as soon as it is loaded.
    const { default: envPaths } = await import('env-paths');
    const { config, data } = envPaths('adwright', { suffix: '' });
    // A relative path would lead into the project that is worked in, and files there may be from others than the user.
    return isAbsolute(config) && isAbsolute(data) ? { config, data } : undefined;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_os_homedir') return undefined;
    throw error;
  }
}
