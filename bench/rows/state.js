import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changedPrice, keyword, keywordProject } from '../data.js';
import { runCommand, startService } from '../process.js';
import { at } from './running.js';

/** What the state takes. */
export const STATE_ROWS = [
  {
    name: 'state',
    figure: 'state, 1,000,000 keywords in sync; then one changed',
    rounds: 1,
    checks: ([first, second]) => [
      { what: 'state, MB', value: first.state / 1e6, most: 20 },
      { what: 'written for one change, MB', value: second.written / 1e6, most: 1 },
    ],
    sides: stateSides,
  },
];

/** A million keywords are recorded as in sync; then one more manifest changes one bid through a second project folder. */
async function stateSides() {
  const source = await keywordProject(1_000_000);
  const folder = `${source}-state`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'ads'), { recursive: true });
  await cp(join(source, 'adwright.yaml'), join(folder, 'adwright.yaml'));
  await cp(join(source, 'ads'), join(folder, 'ads'), { recursive: true });
  const service = await startService();
  const apply = async () => {
    const options = ['apply', '--auto-approve', '--quiet', '-C', folder];
    const result = await runCommand(options, { env: at(service.url) });
    return { ...result, state: await sizeOf(join(folder, '.adwright')) };
  };
  const changeOne = async () => {
    const { id } = keyword(500_000);
    const text = `version: 1\nkeywords:\n  - id: ${id}\n    price: ${changedPrice(500_000)}\n`;
    await rm(join(folder, 'ads/keywords.yaml'));
    await writeFile(join(folder, 'ads/one.yaml'), text);
    return apply();
  };
  return { run: [apply, changeOne], end: service.stop };
}

async function sizeOf(path) {
  const facts = await stat(path);
  if (!facts.isDirectory()) return facts.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
