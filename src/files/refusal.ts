/**
 * - `outside`: a way or a link leads out of the project;
 * - `reserved`: it leads into `.git` or `.adwright`;
 * - `dangling`: a link to nothing;
 * - `link`: a link where none may be;
 * - `not-a-file`: a folder, a named pipe, a device, a socket;
 * - `too-large`.
 */
export type RefusalReason = 'outside' | 'reserved' | 'dangling' | 'link' | 'not-a-file' | 'too-large';

/** Why a file is not read or written. The message ends a sentence that begins with its path; it tells nothing of the content. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';

  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}
