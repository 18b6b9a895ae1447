import { access } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/**
 * The comment by which an editor finds the schema of a file in `folder`: the schema of an Adwright that is installed in the
 * project or above it. Undefined where there is none, as with a global install: a path that holds on one machine only
 * has no place in a file that is committed.
 */
export async function schemaLine(
  root: string,
  folder: string,
  name: 'manifest' | 'project',
): Promise<string | undefined> {
  for (let at = root; ; at = dirname(at)) {
    const file = join(at, 'node_modules', 'adwright', 'schemas', `${name}.schema.json`);
    if (await exists(file)) {
      const way = relative(folder, file).split(sep).join('/');
      return `yaml-language-server: $schema=${way.startsWith('../') ? way : `./${way}`}`;
    }
    if (dirname(at) === at) return undefined;
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
