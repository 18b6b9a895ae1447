import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';

/** A folder of the package (`schemas`, `ci`), from the source tree and from the bundle alike. */
export async function packageFolder(name: string): Promise<string> {
  // The nearest folder with a package.json is the package; one further up may be someone's project with a `ci/` too.
  for (const up of ['../', '../../', '../../../']) {
    const root = new URL(up, import.meta.url);
    const folder = new URL(`${name}/`, root);
    if ((await exists(new URL('package.json', root))) && (await exists(folder))) return fileURLToPath(folder);
  }
  throw new Failure([diagnostic('command-refused', { detail: `the package lacks its folder ${name}/.` })]);
}

function exists(url: URL): Promise<boolean> {
  return access(url).then(
    () => true,
    () => false,
  );
}
