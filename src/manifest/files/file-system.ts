import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { readInProject } from '../../files/project-file.js';
import { FileRefused } from '../../files/refusal.js';
import { readRegular } from '../../files/regular-file.js';
import { errorCode } from '../../files/system-error.js';
import { inFile } from '../source/report.js';

export type FileKind = 'file' | 'folder' | 'link' | 'other';

export interface FileFacts {
  readonly kind: FileKind;
  readonly size: number;
}

/** The disk, as far as reading manifests and images needs it. Paths are absolute, with the system's separator. */
export interface ManifestFiles {
  /** Follows links; undefined when there is nothing, a dangling link included. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** Names and kinds of what is in a folder; a link is a link whatever it points to. Undefined: no such folder. */
  list(folder: string): Promise<readonly { readonly name: string; readonly kind: FileKind }[] | undefined>;
  realPath(path: string): Promise<string>;
  /** The one way to a file of the project, named relative to it: inside the project, regular, and of limited size. */
  read(root: string, file: string, most: number): Promise<Uint8Array>;
  /** A file of git's own, which no branch can change. */
  readGit(path: string, most: number): Promise<Uint8Array>;
}

export const diskFiles: ManifestFiles = {
  async stat(path) {
    return ifThere(async () => {
      const facts = await stat(path);
      return { kind: kindOf(facts), size: facts.size };
    });
  },
  async list(folder) {
    return ifThere(async () => {
      const entries = await readdir(folder, { withFileTypes: true });
      const listed = [];
      for (const entry of entries) {
        // Some file systems do not say the kind in the listing.
        const known = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink() || entry.isFIFO();
        const kind = known ? kindOf(entry) : kindOf(await lstat(`${folder}/${entry.name}`));
        listed.push({ name: entry.name, kind });
      }
      return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  },
  realPath: (path) => realpath(path),
  read: readInProject,
  readGit: readRegular,
};

function kindOf(facts: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): FileKind {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'folder';
  return facts.isSymbolicLink() ? 'link' : 'other';
}

const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

async function ifThere<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (ABSENT.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** What a failed access means, without the absolute path that the system's message holds. */
export function accessProblem(error: unknown): string {
  if (error instanceof FileRefused) return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM') return 'No permission to read it.';
  if (code === 'ENOENT') return 'It points to nothing.';
  if (code === 'ELOOP') return 'It is a link that leads back to itself.';
  return code === undefined ? 'It cannot be read.' : `It cannot be read (${code}).`;
}

/** The error of a file of the project that is not read: which file, and why. Nothing of its content is known. */
export function unreadFile(file: string, error: unknown): Diagnostic {
  const reason = error instanceof FileRefused ? error.reason : undefined;
  const code =
    reason === 'outside' || reason === 'reserved'
      ? 'outside-project'
      : reason === 'too-large'
        ? 'file-too-large'
        : 'source-unreadable';
  return inFile(file, code, { detail: `${file}: ${accessProblem(error)}` });
}
