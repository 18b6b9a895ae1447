import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rescue } from '../../apply/run-context.js';
import { systemWords } from '../../files/system-error.js';
import { replaceFile } from '../../state/machine/durable-files.js';
import type { AppPorts } from '../ports.js';
import { rootOf } from '../workspace/workspace.js';

/**
 * Keeps an outcome that the journal did not take: on stderr in any case, and in a file that `resolve --from` reads, in the
 * project or, where that has no room either, in the system's folder for temporary files.
 */
export async function rescueOutcome(app: AppPorts, attempt: string, text: string): Promise<Rescue> {
  const name = `adwright-rescue-${attempt}.json`;
  await app.warn(`adwright: the outcome of attempt ${attempt} is not recorded yet; it is:\n${text}`);
  const root = rootOf(app);
  let problem: unknown;
  for (const folder of [root, tmpdir()]) {
    const file = join(folder, name);
    try {
      // A link of that name is replaced and not followed.
      await replaceFile(file, [`${text}\n`]);
      const shown = folder === root ? name : file;
      return { file: shown, words: `it was saved in ${shown}: \`adwright resolve --from ${shown}\` records it` };
    } catch (error) {
      problem ??= error;
    }
  }
  const why = systemWords(problem);
  return {
    words: `nor could ${name} (${why}); copy what was printed into a file for \`adwright resolve --from FILE\``,
  };
}
