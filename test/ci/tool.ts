import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The tool as ADWRIGHT_PACKAGE may name it, a folder: npm installs it without a registry. */
export async function toolFolder(within: string): Promise<string> {
  const folder = join(within, 'tool');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "adwright", "version": "0.0.0", "type": "module" }\n');
  await cp(join(ROOT, 'ci'), join(folder, 'ci'), { recursive: true });
  await cp(join(ROOT, 'schemas'), join(folder, 'schemas'), { recursive: true });
  await cp(dirname(dirname(inject('command'))), join(folder, 'dist'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(within, 'node_modules'));
  return folder;
}
