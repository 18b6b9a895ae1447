import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { clonesOf } from '../concurrency/world.js';
import { faultyFiles } from '../faults/faulty-world.js';
import { gitEnvironment } from '../state/git-backend-place.js';
import type { CliOptions } from '../support/cli.js';
import { adwright, userFoldersOf } from '../support/cli.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** A state that is put back to an older copy would have everything created a second time that was made since. */

/** `npm run test:crash` tries every command that writes with git as well, and how it is said to be meant. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const APPLY = ['apply', '--auto-approve', '--quiet'];
const manifest = (...names: readonly string[]) =>
  `version: 1\ngroups:\n${names.map((name) => `  ${name}: { campaignId: 1001, name: ${name}, price: 1 }\n`).join('')}`;

const made = (world: World, name: string) =>
  world.sandbox.control.state().groups.filter((group) => group.name === name).length;

/** How a state is kept and put back, by backend. */
interface Kept {
  readonly world: World;
  /** Where the commands run. */
  readonly folder: string;
  run(argv: readonly string[], options?: CliOptions): ReturnType<typeof adwright>;
  keep(): Promise<() => Promise<void>>;
}

async function fileProject(): Promise<Kept> {
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': manifest('a') },
    fixture: '{}',
  });
  const state = join(world.folder, '.adwright/state');
  let copies = 0;
  return {
    world,
    folder: world.folder,
    run: (argv, options) => world.run(argv, options),
    async keep() {
      const copy = join(world.folder, `copy-${++copies}`);
      await cp(state, copy, { recursive: true });
      return async () => {
        await rm(state, { recursive: true });
        await cp(copy, state, { recursive: true });
      };
    },
  };
}

async function gitProject(): Promise<Kept> {
  const world = await World.start({
    files: { 'adwright.yaml': projectFile('', 'state: { backend: git }\n'), 'ads/a.yaml': manifest('a') },
    fixture: '{}',
  });
  const { clones } = await clonesOf(world);
  const [clone = ''] = clones;
  const git = async (...argv: string[]) =>
    (await promisify(execFile)('git', argv, { cwd: clone, env: gitEnvironment })).stdout.trim();
  const ref = async () => {
    const [commit = '', name = ''] = (await git('ls-remote', 'origin', 'refs/adwright/*/state')).split('\t');
    return { commit, name };
  };
  return {
    world,
    folder: clone,
    run: async (argv, options = {}) => {
      await cp(join(world.folder, 'ads'), join(clone, 'ads'), { recursive: true });
      const env = {
        ...gitEnvironment,
        PATH: gitEnvironment.PATH ?? '',
        ...world.login,
        ADWRIGHT_BASE_URL: world.sandbox.url,
      };
      return adwright(clone, argv, { clock: world.clock, ...options, env: { ...env, ...options.env } });
    },
    async keep() {
      const { commit, name } = await ref();
      return async () => {
        await git('fetch', 'origin', commit).catch(() => '');
        await git('push', '--force', 'origin', `${commit}:${name}`);
      };
    },
  };
}

test.each([
  ['file', fileProject],
  ['git', gitProject],
])('%s: an older state is refused by whatever writes, until it is said to be meant', async (backend, begin) => {
  const { world, run, keep } = await begin();
  expect((await run(APPLY)).code).toBe(0);
  const putBackOlder = await keep();
  await world.write('ads/a.yaml', manifest('a', 'b'));
  expect((await run(APPLY)).code).toBe(0);
  const putBackNewer = await keep();
  await putBackOlder();
  world.sandbox.control.clearLog();

  const others = [
    ['state', 'rm', 'group/a'],
    ['state', 'mv', 'group/a', 'group/c'],
    ['import', 'group/b', '7'],
    ['accept', 'group/a'],
    ['resolve', 'group/a', '--absent'],
  ];
  for (const argv of [['plan'], APPLY, ...(backend === 'git' && !FULL ? [] : others)]) {
    const refused = await run([...argv, '--json']);
    expect({ argv, code: refused.code, error: JSON.parse(refused.stdout).error.code }).toEqual({
      argv,
      code: 1,
      error: 'state-older',
    });
  }
  expect(world.requests()).toEqual([]);
  if (backend === 'git' && !FULL) return;
  // What only looks is not stopped, and makes it no newer.
  for (const argv of [['state', 'log'], ['state', 'list'], ['show']]) expect((await run(argv)).code).toBe(0);
  const meant = await run(['plan', '--older-state']);
  expect(meant.code).toBe(0);
  expect(`${meant.stdout}${meant.stderr}`).toContain('group/b');
  expect((await run(['plan'])).code).toBe(1);

  // A person has looked: b does exist, so it gets no second life.
  const id = world.sandbox.control.state().groups.find(({ name }) => name === 'b')?.id ?? '';
  await world.write('ads/a.yaml', manifest('a', 'b', 'd').replace('name: b,', `name: b, id: "${id}",`));
  expect((await run([...APPLY, '--older-state'])).code).toBe(0);
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0);
  expect((await run(APPLY)).code).toBe(0);
  expect([made(world, 'a'), made(world, 'b'), made(world, 'd')]).toEqual([1, 1, 1]);

  // From now on it is the one that was the newest before that is older: it does not know d.
  await putBackNewer();
  const refused = await run(['plan', '--json']);
  expect({ code: refused.code, error: JSON.parse(refused.stdout).error.code }).toEqual({
    code: 1,
    error: 'state-older',
  });
});

test('with nothing to do, an apply with --older-state makes it the newest seen all the same', async () => {
  const { world, run, keep } = await fileProject();
  expect((await run(APPLY)).code).toBe(0);
  const putBack = await keep();
  await world.write('ads/a.yaml', manifest('a', 'b'));
  expect((await run(APPLY)).code).toBe(0);
  await putBack();
  await world.write('ads/a.yaml', manifest('a'));
  expect((await run(['plan'])).code).toBe(1);
  expect((await run([...APPLY, '--older-state'])).code).toBe(0);
  expect((await run(['plan'])).code).toBe(0);
});

test('a state that is gone is missing, and not an older one', async () => {
  const { world, run } = await fileProject();
  expect((await run(APPLY)).code).toBe(0);
  await rm(join(world.folder, '.adwright/state'), { recursive: true });
  for (const argv of [['plan'], ['plan', '--older-state'], ['state', 'init']]) {
    const refused = await run([...argv, '--json']);
    expect({ argv, code: refused.code, error: JSON.parse(refused.stdout).error.code }).toEqual({
      argv,
      code: 1,
      error: 'state-missing',
    });
  }
  // The way out that the error names.
  const file = await world.read('adwright.yaml');
  await world.write('adwright.yaml', file.replace(/^.*lineage: .*\n/m, ''));
  expect((await run(['state', 'init'])).code).toBe(0);
});

test('another machine, which saw neither, takes what there is', async () => {
  const { world, run, keep } = await fileProject();
  expect((await run(APPLY)).code).toBe(0);
  const putBack = await keep();
  await world.write('ads/a.yaml', manifest('a', 'b'));
  expect((await run(APPLY)).code).toBe(0);
  await putBack();
  expect((await run(['plan'], { userFolders: userFoldersOf(`${world.folder}/elsewhere`) })).code).toBe(0);
  expect((await run(['plan'])).code).toBe(1);
});

/** Something is in doubt, so that the journal is kept. */
async function journalWorld(): Promise<{ readonly world: World; readonly journal: string }> {
  const world = await World.start({ files: { ...faultyFiles(), 'ads/all.yaml': manifest('a') }, fixture: '{}' });
  expect((await world.run(APPLY)).code).toBe(0);
  await world.write('ads/all.yaml', manifest('a', 'b'));
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
  expect((await world.run(APPLY)).code).toBe(4);
  world.sandbox.control.clearLog();
  return { world, journal: join(world.folder, '.adwright/state/main/journal.jsonl') };
}

test.each([
  ['gone', (file: string) => rm(file)],
  ['empty', (file: string) => writeFile(file, '')],
  [
    'cut back to a line before',
    async (file: string) => {
      const [first = ''] = (await readFile(file, 'utf8')).split('\n');
      await writeFile(file, `${first}\n`);
    },
  ],
])('a journal that is %s is not taken for the end of the story', async (_, damage) => {
  const { world, journal } = await journalWorld();
  await damage(journal);
  for (const argv of [['plan'], APPLY, ['resolve', 'group/b', '--absent']]) {
    expect({ argv, code: (await world.run(argv)).code }).toEqual({ argv, code: 1 });
  }
  expect(world.writes()).toEqual([]);
});

test('a run that was killed after its first entry is remembered to have begun', async () => {
  const { world, run, keep } = await fileProject();
  expect((await run(APPLY)).code).toBe(0);
  const putBack = await keep();
  await world.write('ads/a.yaml', manifest('a', 'b'));
  // The process is gone before the reply is recorded, and with it the release of the lock.
  const kill = new Promise<void>((resolve) => {
    world.onRequest = ({ operation }) => operation === 'addGroups' && resolve();
  });
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'latency', milliseconds: 2_000 });
  const running = run(APPLY);
  await Promise.race([kill, running]);
  const remembered = userFoldersOf(world.folder).data;
  const copy = join(world.folder, 'remembered');
  await cp(remembered, copy, { recursive: true });
  await running;
  await rm(remembered, { recursive: true });
  await cp(copy, remembered, { recursive: true });
  await putBack();
  expect((await run(['plan'])).code).toBe(1);
});

test('a backup that the journal completes is not an older state', async () => {
  const { world, run } = await fileProject();
  expect((await run(APPLY)).code).toBe(0);
  await world.write('ads/a.yaml', manifest('a', 'b'));
  expect((await run(APPLY)).code).toBe(0);
  const folder = join(world.folder, '.adwright/state/main');
  await rename(join(folder, 'state.backup.json'), join(folder, 'state.json'));
  const plan = await run(['plan', '--detailed-exitcode']);
  expect({ code: plan.code, stderr: plan.stderr }).toEqual({ code: 0, stderr: '' });
  await world.write('ads/a.yaml', manifest('a', 'b', 'c'));
  expect((await run(APPLY)).code).toBe(0);
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0);
});

test('a backup that the journal completes can be moved, and is the newest there', async () => {
  const { world, folder, run } = await gitProject();
  const project = join(folder, 'adwright.yaml');
  const use = async (from: string, to: string) =>
    writeFile(project, (await readFile(project, 'utf8')).replace(`backend: ${from}`, `backend: ${to}`));
  expect((await run(APPLY)).code).toBe(0);
  expect((await run(['state', 'migrate', '--to', 'file'])).code).toBe(0);
  await use('git', 'file');
  for (const groups of [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]) {
    await world.write('ads/a.yaml', manifest(...groups));
    expect((await run(APPLY)).code).toBe(0);
  }
  const state = join(folder, '.adwright/state/main');
  await rename(join(state, 'state.backup.json'), join(state, 'state.json'));
  expect((await run(['state', 'migrate', '--to', 'git'])).code).toBe(0);
  await use('file', 'git');
  const plan = await run(['plan', '--detailed-exitcode']);
  expect({ code: plan.code, stderr: plan.stderr }).toEqual({ code: 0, stderr: '' });
});

test('a state that moves to the other backend is still known', async () => {
  const { world, folder, run } = await gitProject();
  expect((await run(APPLY)).code).toBe(0);
  expect((await run(['state', 'migrate', '--to', 'file'])).code).toBe(0);
  const project = join(folder, 'adwright.yaml');
  await writeFile(project, (await readFile(project, 'utf8')).replace('backend: git', 'backend: file'));
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0);
  const [state, copy] = [join(folder, '.adwright/state'), join(folder, 'copy')];
  await cp(state, copy, { recursive: true });
  await world.write('ads/a.yaml', manifest('a', 'b'));
  expect((await run(APPLY)).code).toBe(0);
  await rm(state, { recursive: true });
  await cp(copy, state, { recursive: true });
  // Back in the other place it would be older still.
  for (const argv of [['plan'], ['state', 'migrate', '--to', 'git']]) {
    const refused = await run([...argv, '--json']);
    expect({ argv, code: refused.code, error: JSON.parse(refused.stdout).error.code }).toEqual({
      argv,
      code: 1,
      error: 'state-older',
    });
  }
  expect([made(world, 'a'), made(world, 'b')]).toEqual([1, 1]);
});

test('what was remembered and cannot be read is no reason to believe a state; the flag is', async () => {
  const { world, run } = await fileProject();
  expect((await run(APPLY)).code).toBe(0);
  const { data } = userFoldersOf(world.folder);
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const [record = ''] = (await readdir(data)).filter((name) => name.startsWith('state-'));
  const [file = ''] = await readdir(join(data, record));
  for (const text of ['', '{"version":1}']) {
    await writeFile(join(data, record, file), text);
    const refused = await world.json('error', ['plan']);
    expect({ code: refused.code, error: refused.document.error.code }).toEqual({ code: 1, error: 'memory-damaged' });
    expect(refused.document.error.message).toContain(join(data, record));
  }
  expect((await run(['plan', '--older-state'])).code).toBe(0);
  expect((await run(['plan'])).code).toBe(1);
  expect((await run([...APPLY, '--older-state'])).code).toBe(0);
  expect((await run(['plan'])).code).toBe(0);
});
