import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../../state/machine/durable-files.js';
import type { AppPorts } from '../ports.js';
import { systemWords } from '../system-words.js';
import { rootOf } from '../workspace/workspace.js';

/**
 * Keeps an outcome that the journal did not take: on stderr in any case, and in a file that `resolve --from` reads, in the
 * project or, where that has no room either, in the system's folder for temporary files.
 */
export async function rescueOutcome(app: AppPorts, attempt: string, text: string): Promise<string> {
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
      return `it was saved in ${shown}: \`adwright resolve --from ${shown}\` records it`;
    } catch (error) {
      problem ??= error;
    }
  }
  return `nor could ${name} (${systemWords(problem)}); copy what was printed into a file for \`adwright resolve --from FILE\``;
}
