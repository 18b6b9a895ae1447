import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CommandContext, type CommandResult, result } from '../command.js';
import { refused } from '../state-edit.js';

const SUFFIX = '.schema.json';

/** The folder `schemas/` of the package, from the source tree and from the bundle alike. */
async function schemaFolder(): Promise<string> {
  for (const up of ['../../schemas/', '../../../schemas/', '../schemas/']) {
    const folder = fileURLToPath(new URL(up, import.meta.url));
    const names = await readdir(folder).catch(() => []);
    if (names.some((name) => name.endsWith(SUFFIX))) return folder;
  }
  throw refused(undefined, 'the package lacks its folder schemas/.');
}

export async function schema(_context: CommandContext, [name]: readonly string[]): Promise<CommandResult> {
  const folder = await schemaFolder();
  const names = (await readdir(folder))
    .filter((one) => one.endsWith(SUFFIX))
    .map((one) => one.slice(0, -SUFFIX.length));
  names.sort();
  if (name === undefined) return result(names.join('\n'), { formatVersion: '1.0', schemas: names });
  if (!names.includes(name)) throw refused(undefined, `there is no schema ${name}; there are ${names.join(', ')}.`);
  const text = await readFile(`${folder}${name}${SUFFIX}`, 'utf8');
  return result(text, JSON.parse(text));
}
