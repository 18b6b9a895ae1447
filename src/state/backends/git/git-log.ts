import type { StateChange } from '../../../model/ports/ports.js';
import type { Git } from './git-command.js';

/** The last changes that led to a commit, newest first. */
export async function changesUpTo(git: Git, commit: string, most: number): Promise<readonly StateChange[]> {
  const format = '--format=%H%x00%aI%x00%an%x00%s';
  const output = await git.text(['log', `-${most}`, format, '--no-show-signature', commit]);
  return output.split('\n').map((line) => {
    const [hash = '', at = '', by = '', what = ''] = line.split('\0');
    return { commit: hash, at, by, what };
  });
}
