import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gitEnvironment, gitPlace } from '../state/git-backend-place.js';
import { alteringWire, type Reply } from '../support/altering-wire.js';
import { adwright } from '../support/cli.js';
import { documentOf } from '../support/documents.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** `state init`, `state log` and `state migrate` from end to end: a project in clones of one real bare repository. */

const APPLY = ['apply', '--auto-approve', '--quiet'];
vi.setConfig({ testTimeout: 120_000 });
/** `npm run test:crash` moves a state in both directions from the start, and tries each mishap. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const backendLine = (backend: string) => `state: { backend: ${backend}, lockTimeoutSeconds: 0 }\n`;

/** With `beforeReply`, each reply of the service waits for it. */
async function worldInClones(backend: 'file' | 'git', beforeReply?: (world: World) => Promise<unknown>) {
  const world = await World.start({
    ...SMALL,
    files: { ...SMALL.files, 'adwright.yaml': projectFile('', backendLine(backend)) },
  });
  const place = await gitPlace();
  onTestFinished(() => place.remove());
  for (const clone of place.clones) {
    for (const name of ['adwright.yaml', 'ads'])
      await cp(join(world.folder, name), join(clone, name), { recursive: true });
  }
  const url = beforeReply === undefined ? world.sandbox.url : await heldBack(world, beforeReply);
  const { PATH = '', ...env } = gitEnvironment;
  const run = (clone: number, ...argv: string[]) =>
    adwright(place.clones[clone] ?? '', argv, {
      clock: world.clock,
      env: { ...env, PATH, ADWRIGHT_BASE_URL: url, ...world.login },
    });
  const must = async (clone: number, ...argv: string[]) => {
    const end = await run(clone, ...argv);
    if (end.code !== 0) throw new Error(`adwright ${argv.join(' ')}: ${end.code}\n${end.stdout}${end.stderr}`);
    return end.stdout;
  };
  const summary = async (clone: number) => documentOf('plan', await run(clone, 'plan', '--json')).summary;
  /** Begins the state, and commits its lineage for the other clone. */
  const begin = async () => {
    const [first = '', second = ''] = place.clones;
    const said = await must(0, 'state', 'init');
    await cp(join(first, 'adwright.yaml'), join(second, 'adwright.yaml'));
    return said;
  };
  return { world, place, run, must, summary, begin };
}

/** The service's address as one whose replies come late. */
async function heldBack(world: World, beforeReply: (world: World) => Promise<unknown>): Promise<string> {
  const reply = async (_path: string, one: Reply) => {
    await beforeReply(world);
    return one;
  };
  const wire = await alteringWire(world.sandbox.url, reply, () => undefined);
  onTestFinished(() => wire.close());
  return wire.url;
}

test('git: begun in one clone, applied there, planned in the other, and the log tells each change', async () => {
  const { place, run, must, summary, begin } = await worldInClones('git');
  expect(await begin()).toContain('refs/adwright/_root/main/state in the git remote origin');
  expect((await run(1, 'state', 'init')).code).toBe(1);
  // In CI as well: this state outlives the job.
  expect((await adwright(place.clones[0] ?? '', ['plan'], { env: {} })).code).toBe(1);
  await must(0, ...APPLY);
  expect(await summary(1)).toMatchObject({ create: 0, update: 0 });
  const log = documentOf('rows', await run(1, 'state', 'log', '--json')).rows;
  const about = log.map((row) => String(row['about']));
  expect(about.filter((text) => /^Lock \d+: adwright state init/.test(text))).toHaveLength(2);
  expect(about.filter((text) => /^Journal \d+: intent/.test(text)).length).toBeGreaterThan(0);
  expect(about.filter((text) => /^State 2/.test(text))).toHaveLength(1);
  expect(log.every((row) => /^\d{4}-\d\d-\d\dT/.test(String(row['at'])))).toBe(true);
  expect(await must(0, 'state', 'log')).toMatch(/^snapshot 2; 0 journal entries after it\n.*commit {2}State 2/);
  // Nothing of the user's was touched: no branch, no tracking ref, no file.
  const refs = await place.git(place.remote, 'for-each-ref', '--format=%(refname)');
  expect(refs.split('\n').sort()).toEqual(['refs/adwright/_root/main/state', 'refs/heads/main']);
  expect(await place.git(place.clones[0] ?? '', 'status', '--porcelain', '--branch')).not.toMatch(/ahead|behind/);
});

const DIRECTIONS = [
  ['file', 'git'],
  ['git', 'file'],
] as const;

test.each(FULL ? DIRECTIONS : DIRECTIONS.slice(0, 1))(
  'a state with doubt in it moves from %s to %s whole, the old one counts no more, and back',
  async (from, to) => {
    const { world, place, run, must, summary } = await worldInClones(from);
    const clone = place.clones[0] ?? '';
    await must(0, 'state', 'init');
    world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
    expect((await run(0, ...APPLY)).code).toBe(4);
    const before = await summary(0);
    expect(before).toMatchObject({ unresolved: 1, noop: 2 });

    expect((await run(0, 'state', 'migrate', '--to', from)).code).toBe(1);
    expect(await must(0, 'state', 'migrate', '--to', to)).toContain(
      `set \`backend: ${to}\` below \`state:\` in adwright.yaml`,
    );
    // Going on with the old copy would make everything a second time.
    for (const argv of [
      ['state', 'migrate', '--to', to],
      ['state', 'migrate', '--to', from],
      ['plan'],
      APPLY,
      ['state', 'list'],
      ['resolve', 'group/autumn', '--absent'],
    ]) {
      const stale = await run(0, ...argv);
      expect([stale.code, stale.stderr]).toEqual([1, expect.stringContaining('state-moved-away')]);
    }
    const project = await readFile(join(clone, 'adwright.yaml'), 'utf8');
    await writeFile(join(clone, 'adwright.yaml'), project.replace(`backend: ${from}`, `backend: ${to}`));
    expect(await summary(0)).toEqual(before);
    const id = world.sandbox.control.state().groups.find(({ name }) => name === '秋季女鞋')?.id ?? '';
    await must(0, 'resolve', 'group/autumn', '--id', id);
    await must(0, ...APPLY);
    expect(await summary(0)).toMatchObject({ create: 0, update: 0, unresolved: 0 });
    expect(world.sandbox.control.state().groups.filter(({ name }) => name === '秋季女鞋')).toHaveLength(1);
    // And back again, over the copy that was left behind.
    await must(0, 'state', 'migrate', '--to', from);
    await writeFile(
      join(clone, 'adwright.yaml'),
      await readFile(join(clone, 'adwright.yaml'), 'utf8').then((text) =>
        text.replace(`backend: ${to}`, `backend: ${from}`),
      ),
    );
    expect(await summary(0)).toMatchObject({ create: 0, update: 0, unresolved: 0, noop: 4 });
  },
);

test('a first run that died before its first snapshot leaves a state that can be migrated', async () => {
  const { world, run, must } = await worldInClones('file');
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
  expect((await run(0, ...APPLY)).code).toBe(4);
  await must(0, 'state', 'migrate', '--to', 'git');
});

type Clones = Awaited<ReturnType<typeof worldInClones>>;

/** What goes wrong with the place of the state while the service makes a group. */
const MISHAPS: readonly [string, number, (clones: Clones) => Promise<unknown>, (clones: Clones) => Promise<unknown>][] =
  [
    ['someone removes the lock in another clone', 7, ({ must }) => must(1, 'unlock', '--force'), async () => undefined],
    [
      'the remote cannot be reached any more',
      4,
      ({ place }) => rename(place.remote, `${place.remote}.away`),
      async ({ place, must }) => {
        await rename(`${place.remote}.away`, place.remote);
        // The run could not give its lock back, and its process, which is this one, lives on.
        await must(0, 'unlock', '--force');
      },
    ],
  ];

// test/concurrency/unrecorded.test.ts tries a remote that takes no push any more.
test.each(FULL ? MISHAPS : MISHAPS.slice(0, 1))(
  'git: %s: exit %i, and the group that was made is settled from the rescue file',
  async (_, code, mishap, after) => {
    let over = () => {};
    const isOver = new Promise<void>((resolve) => {
      over = resolve;
    });
    const clones = await worldInClones('git', async (one) => one.writes().length > 0 && isOver);
    const { world, place, run, must, summary, begin } = clones;
    await begin();
    const applying = run(0, ...APPLY, '--json');
    await vi.waitFor(() => expect(world.writes()).toHaveLength(1), { timeout: 90_000, interval: 10 });
    await mishap(clones);
    over();
    const end = await applying;
    expect(end.code, end.stdout + end.stderr).toBe(code);
    const { items } = documentOf('apply', end);
    expect(items.map(({ outcome }) => outcome)).toEqual(['unknown', 'skipped', 'skipped']);
    expect(items[0]?.id).toBe(world.sandbox.control.state().groups.find(({ name }) => name === '秋季女鞋')?.id);
    expect(world.writes()).toHaveLength(1);
    await after(clones);
    const [file = ''] = (await readdir(place.clones[0] ?? '')).filter((name) => name.startsWith('adwright-rescue-'));
    await must(0, 'resolve', '--from', file);
    await must(1, ...APPLY);
    expect(await summary(0)).toMatchObject({ create: 0, update: 0, unresolved: 0 });
    expect(world.sandbox.control.state().groups.filter(({ name }) => name === '秋季女鞋')).toHaveLength(1);
  },
);

test('there is nothing to migrate where there is no state', async () => {
  const { run } = await worldInClones('file');
  for (const to of ['git', 'file']) {
    const end = await run(0, 'state', 'migrate', '--to', to);
    expect([end.code, end.stderr]).toEqual([1, expect.stringContaining('there is no state in')]);
  }
});

test('git: the history of a damaged state is shown, and an earlier state is put back from it', async () => {
  const { place, run, must, begin, summary } = await worldInClones('git');
  await begin();
  await must(0, ...APPLY);
  const [clone = ''] = place.clones;
  const ref = 'refs/adwright/_root/main/state';
  await place.git(clone, 'fetch', '--quiet', 'origin', ref);
  await place.git(clone, 'checkout', '--quiet', '--force', 'FETCH_HEAD');
  await writeFile(join(clone, 'journal.json'), '{}');
  await place.git(clone, 'commit', '--quiet', '-m', 'Harm', 'journal.json');
  await place.git(clone, 'push', '--quiet', 'origin', `HEAD:${ref}`);

  const plan = await run(1, 'plan');
  expect([plan.code, plan.stderr]).toEqual([1, expect.stringMatching(/journal-damaged[\s\S]*adwright state log/)]);
  const log = await run(1, 'state', 'log', '--json');
  expect([log.code, log.stderr]).toEqual([0, expect.stringContaining('journal-damaged')]);
  const [harm, good] = documentOf('rows', log).rows.map((row) => String(row['about']));
  expect(harm).toMatch(/^Harm /);
  const [, commit = ''] = /, ([0-9a-f]{12})\)$/.exec(good ?? '') ?? [];
  await place.git(clone, 'push', '--quiet', '--force', 'origin', `${commit}:${ref}`);
  expect(await summary(1)).toMatchObject({ create: 0, update: 0 });
});
