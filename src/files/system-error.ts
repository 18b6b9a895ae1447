const TOO_MANY_FILES = 'too many files are open: raise the limit (`ulimit -n`)';

/** What each code says about a file. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EMFILE: TOO_MANY_FILES,
  ENFILE: TOO_MANY_FILES,
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  EEXIST: 'it already exists and is not overwritten',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
};

/** The code of an error of the system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A code in words that follow a colon; without a path, which the system's own message may have. */
export const codeWords = (code: string): string => WORDS[code] ?? code;

/** What the system says, in words. */
export function systemWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return WORDS[errorCode(error) ?? ''] ?? error.message;
}
