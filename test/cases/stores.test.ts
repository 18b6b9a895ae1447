import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { gitEnvironment, gitPlace } from '../state/git-backend-place.js';
import { startGitlab, TOKEN } from '../state/stores/gitlab-server.js';
import { KEYS, startS3 } from '../state/stores/s3-server.js';
import { adwright, userFoldersOf } from '../support/cli.js';
import { documentOf } from '../support/documents.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';
import { type PostgresServer, startPostgres, whyNoPostgres } from '../support/start-postgres.js';

vi.setConfig({ testTimeout: 120_000 });

/** `npm run test:stores` begins a state in each; in `npm test`, one moves through them all. */
const FULL = process.env['ADWRIGHT_STORES'] === 'full';
const missing = whyNoPostgres();
const APPLY = ['apply', '--auto-approve', '--quiet'];

/** One for all tests, each with a key of its own: to start it takes seconds. */
let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (missing === undefined) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

/** A project that names the settings of all backends, and each of the places. */
async function worldWithStores(backend: string) {
  const world = await World.start(SMALL);
  const place = await gitPlace();
  const folder = place.clones[0] ?? '';
  const s3 = await startS3({ now: () => world.clock.now().getTime() });
  const gitlab = await startGitlab();
  onTestFinished(async () => {
    await Promise.all([place.remove(), s3.stop(), gitlab.stop()]);
  });
  const settings = [
    `backend: ${backend}`,
    'lockTimeoutSeconds: 0',
    `key: teams/${backend}`,
    'bucket: state',
    'region: eu-test-1',
    `endpoint: ${s3.endpoint}`,
    `url: ${gitlab.url}`,
    'project: ads/shop',
  ];
  await cp(join(world.folder, 'ads'), join(folder, 'ads'), { recursive: true });
  const file = join(folder, 'adwright.yaml');
  await writeFile(file, projectFile('', `state: { ${settings.join(', ')} }\n`));
  const { PATH = '', ...env } = gitEnvironment;
  const environment = {
    ...{ ...env, PATH, ADWRIGHT_BASE_URL: world.sandbox.url, ...world.login },
    ...(postgres !== undefined && { ADWRIGHT_STATE_URL: postgres.url() }),
    ...{ ADWRIGHT_STATE_ACCESS_KEY_ID: KEYS.accessKeyId, ADWRIGHT_STATE_SECRET_ACCESS_KEY: KEYS.secretAccessKey },
    ADWRIGHT_STATE_TOKEN: TOKEN,
  };
  const run = (...argv: string[]) => adwright(folder, argv, { clock: world.clock, env: environment });
  const must = async (...argv: string[]) => {
    const end = await run(...argv);
    if (end.code !== 0) throw new Error(`adwright ${argv.join(' ')}: ${end.code}\n${end.stdout}${end.stderr}`);
    return end.stdout;
  };
  const summary = async () => documentOf('plan', await run('plan', '--json')).summary;
  const use = async (to: string) => {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/backend: \w+/, `backend: ${to}`));
  };
  return { world, folder, environment, run, must, summary, use, s3, gitlab };
}

const NETWORK = ['s3', 'gitlab', ...(missing === undefined ? ['postgres'] : [])];

// What a command says and leaves there is the same for each.
test.each(FULL ? NETWORK : NETWORK.slice(0, 1))(
  '%s: begun, applied, planned, locked, unlocked, and the log tells of it',
  async (backend) => {
    const { run, must, summary, world, gitlab } = await worldWithStores(backend);
    expect(await must('state', 'init')).toMatch(
      /Created an empty state in (?:s3 bucket state at|gitlab project ads|postgres 127)/,
    );
    expect((await run('state', 'init')).code).toBe(1);
    await must(...APPLY);
    expect(await summary()).toMatchObject({ create: 0, update: 0, unresolved: 0 });
    expect(world.sandbox.control.state().groups.filter(({ name }) => name === '秋季女鞋')).toHaveLength(1);
    const about = documentOf('rows', await run('state', 'log', '--json')).rows.map((row) => String(row['about']));
    expect(about.some((text) => /^State 2/.test(text))).toBe(true);
    expect(await must('unlock')).toMatch(/not locked|no lock/i);
    for (const { lock } of gitlab.states.values()) expect(lock).toBeUndefined();
  },
);

test('a state with doubt in it moves through all backends whole, and back to the first', async () => {
  const way = ['postgres', 's3', 'gitlab', 'git', 'file'].filter((one) => one !== 'postgres' || missing === undefined);
  const { world, run, must, summary, use } = await worldWithStores('file');
  await must('state', 'init');
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
  expect((await run(...APPLY)).code).toBe(4);
  const before = await summary();
  expect(before).toMatchObject({ unresolved: 1, noop: 2 });
  for (const to of way) {
    await must('state', 'migrate', '--to', to);
    const stale = await run('plan');
    expect([stale.code, stale.stderr]).toEqual([1, expect.stringContaining('state-moved-away')]);
    await use(to);
    expect(await summary()).toEqual(before);
  }
  const id = world.sandbox.control.state().groups.find(({ name }) => name === '秋季女鞋')?.id ?? '';
  await must('resolve', 'group/autumn', '--id', id);
  await must(...APPLY);
  expect(await summary()).toMatchObject({ create: 0, update: 0, unresolved: 0, noop: 4 });
  expect(world.sandbox.control.state().groups.filter(({ name }) => name === '秋季女鞋')).toHaveLength(1);
});

/** From its nth write on the store refuses all. */
function refusingFrom(nth: number) {
  let writes = 0;
  return (method: string) => (method !== 'GET' && ++writes >= nth ? { status: 403, code: 'AccessDenied' } : undefined);
}

test.each([
  ['file', 's3'],
  ['s3', 'file'],
])(
  'a move from %s to %s that ends anywhere leaves one state that counts, and is finished by the same command',
  async (from, to) => {
    const { run, must, summary, use, s3, world } = await worldWithStores(from);
    await must('state', 'init');
    world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
    expect((await run(...APPLY)).code).toBe(4);
    const before = await summary();
    let way: readonly [string, string] = [from, to];
    const unlock = async () => {
      for (const one of way) {
        await use(one);
        await must('unlock', '--force');
      }
      await use(way[0]);
    };
    const isRead = ({ code }: { readonly code: number }) => code === 4;
    const ends = new Set<string>();
    for (let nth = 1; !ends.has('not at all'); nth++) {
      // There and back, so that each place was left behind before.
      const [here, there] = way;
      s3.fault = refusingFrom(nth);
      const { code } = await run('state', 'migrate', '--to', there);
      s3.fault = undefined;
      await unlock();
      const old = await run('plan', '--json');
      await use(there);
      const other = await run('plan', '--json');
      expect([old, other].filter(isRead).length, `${nth}: ${old.stdout}${other.stdout}`).toBeLessThanOrEqual(1);
      // Somewhere else the state is in use already.
      if (isRead(other)) expect((await run(...APPLY)).code).toBe(4);
      await use(here);
      if (code === 0) ends.add('not at all');
      else if (!old.stdout.includes('state-moved-away')) {
        ends.add(isRead(old) ? 'before' : isRead(other) ? 'at its end' : 'between');
        if (!isRead(old)) expect(old.stdout).toContain('state-move-unfinished');
        await must('state', 'migrate', '--to', there);
      }
      expect((await run('plan', '--json')).stdout).toContain('state-moved-away');
      await use(there);
      expect(await summary()).toEqual(before);
      way = [there, here];
    }
    expect(ends).toContain('before');
    expect(ends).toContain('between');
  },
);

/** A world whose state was marked as moving to S3, and whose copy is not there. */
async function halfMoved() {
  const made = await worldWithStores('file');
  const { must, run, s3, use } = made;
  await must('state', 'init');
  await must(...APPLY);
  for (let nth = 1; ; nth++) {
    s3.fault = refusingFrom(nth);
    expect((await run('state', 'migrate', '--to', 's3')).code).not.toBe(0);
    s3.fault = undefined;
    for (const one of ['s3', 'file']) {
      await use(one);
      await must('unlock', '--force');
    }
    if ((await run('plan')).stderr.includes('state-move-unfinished')) break;
  }
  return made;
}

test('what someone began at the new place is not taken for the copy, and the move can be given up', async () => {
  const { run, must, use, summary, folder, world, environment } = await halfMoved();
  await use('s3');
  expect((await run('plan')).stderr.replace(/\s+/g, ' ')).toMatch(
    /state-missing.*another backend before, .*`adwright state migrate --to s3`/,
  );
  // Another machine knows nothing of the state.
  const userFolders = userFoldersOf(`${folder} elsewhere`);
  const elsewhere = (...argv: string[]) =>
    adwright(folder, argv, { clock: world.clock, env: environment, userFolders });
  expect((await elsewhere('state', 'init')).code).toBe(0);
  expect((await elsewhere(...APPLY)).code).toBe(0);
  expect((await elsewhere('state', 'rm', 'group/autumn', '--force')).code).toBe(0);
  await use('file');
  const refused = await run('state', 'migrate', '--to', 's3');
  expect([refused.code, refused.stderr.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringMatching(/there is already a state in .*`adwright state migrate --to file` gives the move up/),
  ]);
  expect(await must('state', 'migrate', '--to', 'file')).toContain('is given up');
  expect(await summary()).toMatchObject({ create: 0, update: 0, noop: 4 });
  expect((await run('state', 'migrate', '--to', 'file')).stderr).toContain('already in the file backend');
});

/** A world whose state was copied to git and is not marked as moved yet. */
async function copied() {
  const made = await worldWithStores('s3');
  const { run, must, use, s3 } = made;
  await must('state', 'init');
  await must(...APPLY);
  for (let nth = 1; ; nth++) {
    s3.fault = refusingFrom(nth);
    const { code } = await run('state', 'migrate', '--to', 'git');
    s3.fault = undefined;
    for (const one of ['git', 's3']) {
      await use(one);
      await must('unlock', '--force');
    }
    expect(code).not.toBe(0);
    await use('git');
    const isThere = (await run('plan')).code === 0;
    await use('s3');
    if (isThere) return made;
  }
}

test('a move whose copy is there cannot be given up', async () => {
  const { run, must, use, summary } = await copied();
  expect((await run('state', 'migrate', '--to', 's3')).stderr.replace(/\s+/g, ' ')).toContain(
    '`adwright state migrate --to git` finishes the move',
  );
  // Wherever the state went from there.
  await use('git');
  await must('state', 'migrate', '--to', 'file');
  await use('s3');
  await must('state', 'migrate', '--to', 'git');
  expect((await run('plan')).stderr).toContain('state-moved-away');
  await use('git');
  expect((await run('plan')).stderr).toContain('state-moved-away');
  await use('file');
  expect(await summary()).toMatchObject({ create: 0, update: 0, noop: 4 });
});

test('a move whose copy went on and came back by another move cannot be given up', async () => {
  const { run, must, use, summary } = await copied();
  await use('git');
  await must('state', 'migrate', '--to', 'file');
  await use('file');
  await must('state', 'migrate', '--to', 'git');
  await use('s3');
  const { code, stderr } = await run('state', 'migrate', '--to', 's3');
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringMatching(/a state was moved into .*Set `backend: git` and look at it: if it is this one/),
  ]);
  expect((await run('plan')).stderr).toContain('state-move-unfinished');
  await use('git');
  expect(await summary()).toMatchObject({ create: 0, update: 0, noop: 4 });
});

test('a move is given up under the lock of the place that it was to', async () => {
  const { run, must, use, s3, summary } = await halfMoved();
  // The run that writes the copy still has it.
  s3.fault = refusingFrom(3);
  expect((await run('state', 'migrate', '--to', 's3')).code).toBe(1);
  s3.fault = undefined;
  await must('unlock', '--force');
  const locked = await run('state', 'migrate', '--to', 'file');
  expect([locked.code, locked.stderr.replace(/\s+/g, ' ')]).toEqual([
    7,
    expect.stringContaining('set `backend: s3`, and set it back after `adwright unlock --force`'),
  ]);
  await use('s3');
  await must('unlock', '--force');
  await use('file');
  expect(await must('state', 'migrate', '--to', 'file')).toContain('is given up');
  expect(await summary()).toMatchObject({ create: 0, update: 0, noop: 4 });
});

test('an older state that was meant moves over the newer copy that was left behind', async () => {
  const { folder, must, use, summary } = await worldWithStores('file');
  const state = join(folder, '.adwright/state');
  await must('state', 'init');
  await cp(state, join(folder, 'kept'), { recursive: true });
  await must(...APPLY);
  await must('state', 'migrate', '--to', 's3');
  await use('s3');
  await must('state', 'migrate', '--to', 'file');
  await use('file');
  await rm(state, { recursive: true });
  await cp(join(folder, 'kept'), state, { recursive: true });
  await must(...APPLY, '--older-state', '--allow', 'rename');
  const before = await summary();
  await must('state', 'migrate', '--to', 's3');
  await use('s3');
  expect(await summary()).toEqual(before);
});

test('a lock at the new place is told as that, with the way to remove it', async () => {
  const { run, must, use, s3 } = await worldWithStores('file');
  await must('state', 'init');
  s3.fault = refusingFrom(3);
  expect((await run('state', 'migrate', '--to', 's3')).code).toBe(1);
  s3.fault = undefined;
  await must('unlock', '--force');
  const locked = await run('state', 'migrate', '--to', 's3');
  expect([locked.code, locked.stderr.replace(/\s+/g, ' ')]).toEqual([
    7,
    expect.stringContaining('set `backend: s3`, and set it back after `adwright unlock --force`'),
  ]);
  await use('s3');
  await must('unlock', '--force');
  await use('file');
  await must('state', 'migrate', '--to', 's3');
});

/** Accounts `a` to `c`, each with a state, and one without. */
async function severalAccounts(backend: string) {
  const made = await worldWithStores(backend);
  const { folder, must } = made;
  const file = join(folder, 'adwright.yaml');
  const entry = (name: string) => `  ${name}: { baseUrl: "https://ads.example.com", manifests: ["${name}/*.yaml"] }\n`;
  const text = await readFile(file, 'utf8');
  const state = text.slice(text.indexOf('state:'));
  await writeFile(file, `version: 1\naccounts:\n${['a', 'b', 'c', 'unused'].map(entry).join('')}${state}`);
  for (const name of ['a', 'b', 'c']) await must('state', 'init', '--account', name);
  return { ...made, move: (name: string, to = 's3') => must('state', 'migrate', '--to', to, '--account', name) };
}

test('a move of one account of several names those that have not moved yet', async () => {
  const { move } = await severalAccounts('file');
  expect(await move('b')).toContain(
    'Move the states of the other accounts too, each with `--account`: a, c. Only then set',
  );
  expect(await move('a')).toContain(': c. Only then set');
  expect(await move('c')).toContain('. Now set `backend: s3`');
});

test('a move looks at other accounts when its locks are free', async () => {
  const { move, s3 } = await severalAccounts('s3');
  const asked: string[] = [];
  s3.fault = (method, url) => {
    asked.push(`${method} ${url}`);
    return undefined;
  };
  expect(await move('b', 'file')).toContain(': a, c. Only then set');
  const lastWrite = asked.findLastIndex((one) => !one.startsWith('GET'));
  expect(lastWrite).toBeGreaterThan(0);
  expect(asked.findIndex((one) => one.includes('s3%2Fa.log'))).toBeGreaterThan(lastWrite);
});

test('what cannot be read of another account leaves a move done, and names it', async () => {
  const { move, folder } = await severalAccounts('file');
  const ofC = join(folder, '.adwright/state/c');
  await rm(ofC, { recursive: true });
  await writeFile(ofC, 'no folder');
  expect(await move('b')).toContain(': a, c. Only then set `backend: s3`');
});
