import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from './command.js';
import { rootOf, systemWords } from './workspace.js';

/** Keeps an outcome that the journal did not take: on stderr in any case, and in a file that `resolve --from` reads. */
export async function rescueOutcome(context: CommandContext, attempt: string, text: string): Promise<string> {
  const name = `adwright-rescue-${attempt}.json`;
  await context.io.stderr.write(
    `adwright: the outcome of attempt ${attempt} could not be recorded; it was:\n${text}\n`,
  );
  const file = join(rootOf(context), name);
  try {
    await writeFile(file, `${text}\n`);
    return `it was kept in ${name}: \`adwright resolve --from ${name}\` takes it over`;
  } catch (error) {
    // Half of it would pass for the whole.
    await rm(file, { force: true });
    return `nor could ${name} (${systemWords(error)}); copy what was printed into a file for \`adwright resolve --from FILE\``;
  }
}
