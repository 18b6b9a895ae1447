import { readdir } from 'node:fs/promises';
import { MOST_BY_HAND, readRegular } from '../../../files/regular-file.js';
import { type Outcome, result } from '../../outcome.js';
import { commandRefused } from '../../steps/state-edit.js';
import { packageFolder } from '../../workspace/package-folder.js';

const SUFFIX = '.schema.json';

export async function schema({ name }: { readonly name?: string }): Promise<Outcome> {
  const folder = await packageFolder('schemas');
  const names = (await readdir(folder))
    .filter((one) => one.endsWith(SUFFIX))
    .map((one) => one.slice(0, -SUFFIX.length));
  names.sort();
  if (name === undefined) return result(names.join('\n'), { formatVersion: '1.0', schemas: names });
  if (!names.includes(name))
    throw commandRefused(undefined, `there is no schema ${name}; there are ${names.join(', ')}.`);
  const text = (await readRegular(`${folder}${name}${SUFFIX}`, MOST_BY_HAND)).toString('utf8');
  return result(text, JSON.parse(text));
}
