const TOO_MANY_FILES = 'too many files are open: raise the limit (`ulimit -n`)';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EMFILE: TOO_MANY_FILES,
  ENFILE: TOO_MANY_FILES,
  EACCES: 'permission is denied',
  EEXIST: 'it already exists and is not overwritten',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'the file system is read-only',
};

/** What the system says, in words. */
export function systemWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return WORDS[code] ?? error.message;
}
