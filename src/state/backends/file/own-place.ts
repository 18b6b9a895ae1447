import { lstat } from 'node:fs/promises';
import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { checkLinks } from '../../../files/project-file.js';
import { FileRefused } from '../../../files/refusal.js';
import { errorCode } from '../../../files/system-error.js';

/** The project that the state's folder belongs to. */
export interface StateProject {
  readonly root: string;
  /** The project file names the folder: then a link may lead to another disk. */
  readonly mayLeave: boolean;
}

/**
 * Refuses links that a branch could have put where the state is kept: another file would be taken for the state, or written
 * over. `folder` is `state.path`; `parts` are the folders below it, none of which is a link.
 */
export async function checkStatePlace(
  folder: string,
  parts: readonly string[],
  project: StateProject | undefined,
): Promise<void> {
  if (project !== undefined) {
    try {
      await checkLinks(project.root, folder, { mayLeave: project.mayLeave });
    } catch (error) {
      if (error instanceof FileRefused) throw refused(folder, error.message);
      throw error;
    }
  }
  for (const part of parts) if (await isLink(part)) throw refused(part, 'it is a link');
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

function refused(path: string, why: string): Failure {
  return new Failure([diagnostic('state-link', { detail: `${path}: ${why}. Nothing was read or written there.` })]);
}
