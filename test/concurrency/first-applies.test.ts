import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type GitPlace, gitPlace } from '../state/git-backend-place.js';
import { adwright } from '../support/cli.js';
import { documentOf } from '../support/documents.js';
import { World } from '../support/scenario/world.js';
import { environmentOf, start } from './command.js';
import { APPLY, groupsYaml, timesMade } from './world.js';

/** Accounts of one project whose first applies run at the same time. */

vi.setConfig({ testTimeout: 180_000 });

const account = (name: string, url: string, lineage = '') =>
  `  ${name}: # of ${name}\n${lineage}    # where it is\n    baseUrl: ${url}\n    manifests: [${name}/*.yaml]\n\n`;
const projectYaml = (names: readonly string[], url: string, state: string, lineages: readonly string[] = []) =>
  `# the project\nversion: 1\naccounts:\n${names.map((name, index) => account(name, url, lineages[index])).join('')}${state}`;

/** The accounts of a project in a folder, each with a group of its own. */
async function write(folder: string, names: readonly string[], text: string): Promise<void> {
  await writeFile(join(folder, 'adwright.yaml'), text);
  for (const name of names) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'groups.yaml'), groupsYaml([`of-${name}`]));
  }
}

/** Every account has its line, the text is otherwise as it was, and no plan wants anything. */
async function expectAllUsable(world: World, folder: string, names: readonly string[], state: string): Promise<void> {
  const lineages: string[] = [];
  for (const name of names) {
    const argv = ['--account', name, 'plan', '--json', '--out', `${name}.json`];
    const planned = await adwright(folder, argv, { env: environmentOf(world) });
    expect(documentOf('plan', planned).summary).toMatchObject({ create: 0, forget: 0, noop: 1 });
    const { lineage } = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
    lineages.push(`    lineage: ${lineage}\n`);
  }
  expect(new Set(lineages).size).toBe(names.length);
  expect(await readFile(join(folder, 'adwright.yaml'), 'utf8')).toBe(
    projectYaml(names, world.sandbox.url, state, lineages),
  );
}

const emptyWorld = async () => World.start({ files: {}, fixture: '{}' });
/** `npm run test:crash` tries it with more processes, more often, and with git in one checkout as well. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const NAMES = FULL ? ['one', 'two', 'three'] : ['one', 'two'];
const ROUNDS = FULL ? 5 : 1;

const IN_ONE_CHECKOUT = [
  ['file', ''],
  ['git', 'state: { backend: git }\n'],
] as const;

// With git, `npm test` tries two clones, below.
test.each(FULL ? IN_ONE_CHECKOUT : IN_ONE_CHECKOUT.slice(0, 1))(
  '%s: processes in one checkout all end usable, and no line is lost',
  async (_backend, state) => {
    const world = await emptyWorld();
    const place: GitPlace = await gitPlace();
    onTestFinished(() => place.remove());
    for (let round = 1; round <= ROUNDS; round++) {
      const names = NAMES.map((name) => `${name}${round}`);
      const folder = join(place.clone, `round-${round}`);
      await mkdir(folder);
      await write(folder, names, projectYaml(names, world.sandbox.url, state));
      const ends = await Promise.all(
        names.map((name) => start(world, ['--account', name, ...APPLY], { folder }).ended),
      );
      for (const end of ends) expect(end.code, end.stdout + end.stderr).toBe(0);
      await expectAllUsable(world, folder, names, state);
      expect(
        timesMade(
          world,
          names.map((name) => `of-${name}`),
        ),
      ).toEqual(names.map(() => 1));
    }
  },
);

test('many at once in one process lose no line either', async () => {
  const world = await emptyWorld();
  const names = Array.from({ length: FULL ? 12 : 6 }, (_, index) => `n${index}`);
  await write(world.folder, names, projectYaml(names, world.sandbox.url, ''));
  const ends = await Promise.all(
    names.map((name) => adwright(world.folder, ['--account', name, 'state', 'init'], { env: environmentOf(world) })),
  );
  for (const end of ends) expect(end.code, end.stderr).toBe(0);
  const lineages = await Promise.all(
    names.map(async (name) => {
      const { lineage } = JSON.parse(await world.read(`.adwright/state/${name}/state.json`));
      return `    lineage: ${lineage}\n`;
    }),
  );
  expect(await world.read('adwright.yaml')).toBe(projectYaml(names, world.sandbox.url, '', lineages));
});

test('git: two clones end usable, and git merges their two lines', async () => {
  const world = await emptyWorld();
  const place = await gitPlace();
  onTestFinished(() => place.remove());
  const names = ['one', 'two'];
  const state = 'state: { backend: git }\n';
  const [first = '', second = ''] = place.clones;
  const { clone } = place;
  await write(clone, names, projectYaml(names, world.sandbox.url, state));
  await place.git(clone, 'add', '-A');
  await place.git(clone, 'commit', '--quiet', '-m', 'Project');
  await place.git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  await place.git(second, 'pull', '--quiet', 'origin', 'main');

  const ends = await Promise.all([
    start(world, ['--account', 'one', ...APPLY], { folder: first }).ended,
    start(world, ['--account', 'two', ...APPLY], { folder: second }).ended,
  ]);
  for (const end of ends) expect(end.code, end.stdout + end.stderr).toBe(0);
  // Before they are merged, neither takes the other's for its own.
  const early = await adwright(first, ['--account', 'two', 'plan', '--json'], { env: environmentOf(world) });
  expect([early.code, documentOf('error', early).error.code]).toEqual([1, 'state-not-ours']);

  await place.git(second, 'commit', '--quiet', '-am', 'Lineage of two');
  await place.git(second, 'push', '--quiet', 'origin', 'HEAD:main');
  await place.git(first, 'commit', '--quiet', '-am', 'Lineage of one');
  await place.git(first, 'pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main');
  await expectAllUsable(world, first, names, state);
  if (FULL) {
    await cp(join(first, 'adwright.yaml'), join(second, 'adwright.yaml'));
    await expectAllUsable(world, second, names, state);
  }
  expect(timesMade(world, ['of-one', 'of-two'])).toEqual([1, 1]);
});
