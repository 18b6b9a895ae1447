import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { documentOf } from '../support/documents.js';
import { World } from '../support/scenario/world.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/agency', import.meta.url));
const WRITTEN = /^(adwright|sandbox|ads\/[^/]+)\.yaml$/;

async function written(folder: string): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => WRITTEN.test(file)).sort();
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}

test('what the generator writes is what is committed; a customer who left leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-agency-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(EXAMPLE, 'ads'), join(folder, 'ads'), { recursive: true });
  await writeFile(join(folder, 'ads/left.yaml'), 'version: 1\n');
  await promisify(execFile)(process.execPath, [join(EXAMPLE, 'generate.mjs'), folder]);
  const made = await written(folder);
  expect(made).toEqual(await written(EXAMPLE));
  // One for each of the 40 customers, the project file and the contents of the sandbox.
  expect(Object.keys(made)).toHaveLength(42);
});

test('its 40 accounts are valid and planned, with four groups of credentials and creatives that they share', async () => {
  const world = await World.start({ project: EXAMPLE });
  const login = Object.entries({ ADWRIGHT_BASE_URL: world.sandbox.url, ...world.login });
  const groups = [1, 2, 3, 4].flatMap((number) =>
    login.map(([name, value]) => [name.replace('ADWRIGHT_', `ADWRIGHT_AGENCY_${number}_`), value] as const),
  );
  const run = async (...argv: readonly string[]) => {
    const end = await world.run([...argv, '--all-accounts', '--json', '--quiet'], { env: Object.fromEntries(groups) });
    return { code: end.code, ...documentOf('accounts', end) };
  };
  const valid = await run('validate');
  expect(valid.code).toBe(0);
  expect(valid.accounts).toHaveLength(40);
  const planned = await run('plan');
  expect(planned).toMatchObject({ code: 0, exitCode: 0 });
  // Two groups and the creatives of the sector are created, and the bid of one keyword changes.
  const counts = planned.accounts.map((one) => {
    const { summary } = one as unknown as { summary: { create: number; update: number; blocked: number } };
    return `${one.account}: ${summary.create} ${summary.update} ${summary.blocked}`;
  });
  expect(counts.slice(0, 2)).toEqual(['shoes-01: 3 1 0', 'shoes-02: 3 1 0']);
  expect(counts.filter((text) => text.endsWith(': 3 1 0'))).toHaveLength(40);
  expect(world.writes()).toEqual([]);
});
