import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AppPorts } from '../ports.js';

/**
 * Replaces a file of the user's. The old content or the new one is there at every moment; a link keeps pointing to its
 * file. `mayReplace` is asked when the new file is whole, right before it takes the old one's place.
 */
export async function replaceManifest(
  { randomId }: Pick<AppPorts, 'randomId'>,
  path: string,
  content: string | Uint8Array,
  mayReplace?: () => Promise<void>,
): Promise<void> {
  const real = await realpath(path);
  const { mode } = await stat(real);
  const temporary = join(dirname(real), `.adwright-${randomId(6)}.tmp`);
  try {
    await writeFile(temporary, content, { mode, flag: 'wx' });
    await mayReplace?.();
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
