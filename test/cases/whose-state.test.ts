import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { GitPlace } from '../../src/state/backends/git/git-place.js';
import { earlierRefNames } from '../../src/state/backends/git/ref-names.js';
import { gitEnvironment, gitPlace } from '../state/git-backend-place.js';
import { randomId, realClock } from '../state/ports.js';
import { entry, run as runEntry } from '../suites/backend.js';
import { adwright } from '../support/cli.js';
import { documentOf } from '../support/documents.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Which project uses which state: projects of one repository, with one real bare remote. */

vi.setConfig({ testTimeout: 120_000 });

/** `npm run test:crash` tries with git all that is tried with files, every command of it, and runs that begin at once. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const APPLY = ['apply', '--auto-approve', '--quiet'];
const GIT = 'state: { backend: git, lockTimeoutSeconds: 0 }\n';
const group = (name: string) => `version: 1\ngroups:\n  ${name}: { campaignId: 1001, name: ${name}, price: 1 }\n`;

/** A repository whose folders are projects, all of one account of one service. */
async function repository({ folder, fixture = '{}' }: Partial<Applied> = {}) {
  const world = await World.start({ files: {}, fixture });
  const place = await gitPlace(folder);
  onTestFinished(() => place.remove());
  const { PATH = '', ...env } = gitEnvironment;
  const begin = async (folder: string, name: string, rest = GIT) => {
    const root = join(place.clone, folder);
    await mkdir(join(root, 'ads'), { recursive: true });
    await writeFile(join(root, 'adwright.yaml'), projectFile('', rest));
    await writeFile(join(root, 'ads/all.yaml'), group(name));
    return root;
  };
  const run = (folder: string, ...argv: readonly string[]) =>
    adwright(join(place.clone, folder), argv, {
      env: { ...env, PATH, ADWRIGHT_BASE_URL: world.sandbox.url, ...world.login },
    });
  const must = async (folder: string, ...argv: readonly string[]) => {
    const end = await run(folder, ...argv);
    if (end.code !== 0)
      throw new Error(`${folder}: adwright ${argv.join(' ')}: ${end.code}\n${end.stdout}${end.stderr}`);
    return end.stdout;
  };
  const summary = async (folder: string) => documentOf('plan', await run(folder, 'plan', '--json')).summary;
  const yaml = (folder: string) => readFile(join(place.clone, folder, 'adwright.yaml'), 'utf8');
  const edit = async (folder: string, from: string | RegExp, to: string) =>
    writeFile(join(place.clone, folder, 'adwright.yaml'), (await yaml(folder)).replace(from, to));
  const lineage = async (folder: string) => /^ {4}lineage: (\S+)$/m.exec(await yaml(folder))?.[1] ?? '';
  const refused = async (folder: string, argv: readonly string[], code = 'state-not-ours') => {
    const end = await run(folder, ...argv, '--json');
    const { error } = documentOf('error', end);
    expect({ argv, code: end.code, error: error.code }).toEqual({ argv, code: 1, error: code });
    return error.message;
  };
  const made = () => world.sandbox.control.state().groups.map(({ name }) => name);
  const refs = async () =>
    (await place.git(place.remote, 'for-each-ref', '--format=%(refname)', 'refs/adwright')).split('\n').sort();
  return { world, place, begin, run, must, summary, yaml, edit, lineage, refused, made, refs };
}

/** A repository with a state, and the service as it was left. */
interface Applied {
  readonly folder: string;
  readonly fixture: string;
}

/** The first apply of the project `a` with git, made once and copied: each git command is several processes. */
let applied: Promise<Applied> | undefined;
async function firstApply(): Promise<Applied> {
  const { world, place, begin, must } = await repository();
  await begin('a', 'a');
  await must('a', ...APPLY);
  const [{ id } = { id: '' }] = world.sandbox.control.state().groups;
  const folder = await mkdtemp(join(tmpdir(), 'adwright-applied-'));
  await cp(place.folder, folder, { recursive: true });
  return { folder, fixture: `groups:\n  - { groupId: "${id}", campaignId: 1001, name: a, price: "1" }\n` };
}
afterAll(async () => {
  if (applied !== undefined) await rm((await applied).folder, { recursive: true });
});

async function afterApply(): Promise<Awaited<ReturnType<typeof repository>>> {
  applied ??= firstApply();
  return repository(await applied);
}

test('two projects of one repository have two states, and neither sees what is the other’s', async () => {
  const { begin, must, summary, made, refs, lineage } = await repository();
  if (FULL) await begin('.', 'top');
  await begin('teams/shoes', 'shoes');
  await begin('teams/shoes/main', 'nested');
  const folders = [...(FULL ? ['.'] : []), 'teams/shoes', 'teams/shoes/main'];
  for (const folder of folders) await must(folder, ...APPLY);
  for (const folder of folders) {
    expect(await summary(folder)).toMatchObject({ create: 0, forget: 0, noop: 1 });
    if (FULL || folder === 'teams/shoes') await must(folder, ...APPLY);
  }
  expect(made()).toEqual([...(FULL ? ['top'] : []), 'shoes', 'nested']);
  expect(await refs()).toEqual([
    ...(FULL ? ['refs/adwright/_root/main/state'] : []),
    'refs/adwright/teams/shoes/main/main/state',
    'refs/adwright/teams/shoes/main/state',
  ]);
  expect(new Set(await Promise.all(folders.map(lineage))).size).toBe(folders.length);
});

/** Everything that reads a state or takes its lock. */
const COMMANDS: readonly (readonly string[])[] = [
  ['plan'],
  ['plan', '--no-refresh'],
  APPLY,
  [...APPLY, '--new-state'],
  ['show'],
  ['status'],
  ['export'],
  ['state', 'init'],
  ['state', 'list'],
  ['state', 'show', 'group/a'],
  ['state', 'rm', 'group/a'],
  ['state', 'mv', 'group/a', 'group/c'],
  ['state', 'log'],
  ['import', 'group/b', '910001'],
  ['accept', 'group/a'],
  ['resolve', 'group/a', '--absent'],
  ['unlock'],
  ['unlock', '--force'],
];

const FEW: typeof COMMANDS = [['plan'], [...APPLY, '--new-state'], ['state', 'init'], ['unlock', '--force']];

/** A second project that points at the state of the first, by the same key or by a link to the same folder. */
const SHARED = [
  ['git', { first: GIT, second: GIT.replace('backend', 'key: a, backend'), to: 'file' }],
  ['file', { first: '', second: 'state: { path: theirs }\n', to: 'git' }],
] as const;

describe.each(SHARED)('%s: a project that meets the state of another', (backend, { first, second, to }) => {
  async function met() {
    const one = backend === 'git' ? await afterApply() : await repository();
    if (backend === 'file') {
      await one.begin('a', 'a', first);
      await one.must('a', ...APPLY);
    }
    const root = await one.begin('b', 'b', second);
    if (backend === 'file') await symlink('../a/.adwright/state', join(root, 'theirs'));
    one.world.sandbox.control.clearLog();
    return one;
  }
  const commands = backend === 'git' && !FULL ? FEW : [...COMMANDS, ['state', 'migrate', '--to', to]];

  test('is refused by every command with the name of the owner, and changes nothing', async () => {
    const { world, refused, lineage, yaml, summary, made } = await met();
    const before = await yaml('b');
    const theirs = await lineage('a');
    for (const argv of commands) {
      const message = await refused('b', argv);
      for (const part of [`lineage ${theirs}`, 'account main', 'uid 20001', `\`lineage: ${theirs}\``]) {
        expect(message).toContain(part);
      }
      expect(message).toContain(backend === 'git' ? 'another `key`' : 'another `path`');
      expect(message).toMatch(
        backend === 'git' ? /refs\/adwright\/a\/main\/state.*, written \d{4}-/ : /, written \d{4}-/,
      );
    }
    expect(world.writes()).toEqual([]);
    expect(await yaml('b')).toBe(before);
    expect(await summary('a')).toMatchObject({ create: 0, forget: 0, noop: 1 });
    expect(made()).toEqual(['a']);
  });

  test('is refused by every command with a lineage of its own', async () => {
    const { world, edit, refused, yaml } = await met();
    await edit('b', '  main:\n', '  main:\n    lineage: b0b0\n');
    const before = await yaml('b');
    for (const argv of FULL ? commands : FEW.slice(0, backend === 'git' ? 1 : FEW.length))
      expect(await refused('b', argv)).toContain('names the lineage b0b0 for main');
    expect(world.writes()).toEqual([]);
    expect(await yaml('b')).toBe(before);
  });

  // With git and a key of its own in `npm test`: what the refs of an earlier version are refused without.
  if (FULL || backend === 'file')
    test('continues in each of the two ways that the message names', async () => {
      const { edit, lineage, must, summary, made } = await met();
      const theirs = await lineage('a');
      // It is this project's: the line was not committed.
      await edit('b', '  main:\n', `  main:\n    lineage: ${theirs}\n`);
      expect(await summary('b')).toMatchObject({ create: 1, forget: 1 });
      // It is another one's.
      await edit('b', /^ {4}lineage.*\n/m, '');
      await edit('b', /(?:key: a|path: theirs)/, backend === 'git' ? 'key: b' : 'path: ours');
      await must('b', ...APPLY);
      expect(await summary('b')).toMatchObject({ create: 0, forget: 0, noop: 1 });
      expect(await summary('a')).toMatchObject({ create: 0, forget: 0, noop: 1 });
      expect(made()).toEqual(['a', 'b']);
    });
});

describe('a first run that ended before it did anything', () => {
  test('is begun again, and the line of the file is that of the state', async () => {
    const { begin, must, lineage, made } = await repository();
    const root = await begin('a', 'a', '');
    // As a run leaves it that is killed once it has announced itself.
    const state = join(root, '.adwright/state/main');
    await mkdir(state, { recursive: true });
    await writeFile(join(state, 'journal.jsonl'), `${JSON.stringify({ ...runEntry(1), lineage: 'dead' })}\n`);
    await must('a', ...APPLY);
    expect(await lineage('a')).toMatch(/^[0-9a-f]{16}$/);
    const stored = JSON.parse(await readFile(join(state, 'state.json'), 'utf8'));
    expect(stored).toMatchObject({ lineage: await lineage('a'), sequence: expect.any(Number) });
    expect(made()).toEqual(['a']);
  });

  test('continues where it had written the lineage, and another project’s does not', async () => {
    const { begin, edit, must, refused, summary } = await repository();
    const root = await begin('a', 'a', '');
    const state = join(root, '.adwright/state/main');
    await mkdir(state, { recursive: true });
    await writeFile(join(state, 'journal.jsonl'), `${JSON.stringify({ ...runEntry(1), lineage: 'aaaa' })}\n`);
    await edit('a', '  main:\n', '  main:\n    lineage: bbbb\n');
    for (const argv of [['plan'], APPLY]) await refused('a', argv, 'state-missing');
    await edit('a', 'bbbb', 'aaaa');
    await must('a', ...APPLY);
    expect(await summary('a')).toMatchObject({ create: 0, noop: 1 });
  });

  test.each([
    [
      'an anchor',
      '  main: &same\n    baseUrl: https://ads.example.com\n    manifests: [ads/*.yaml]\n  two:\n    <<: *same\n',
    ],
    [
      'a map that is an alias',
      '  two: &same { baseUrl: "https://ads.example.com", manifests: [ads/*.yaml] }\n  main: *same\n',
    ],
  ])('because the line has no place (%s) says which one to write, and goes on with it', async (_, accounts) => {
    const { world, begin } = await repository();
    const root = await begin('a', 'a', '');
    const file = join(root, 'adwright.yaml');
    await writeFile(file, `version: 1\naccounts:\n${accounts}`);
    const env = { ADWRIGHT_MAIN_BASE_URL: world.sandbox.url };
    const as = (...argv: string[]) =>
      adwright(root, ['--account', 'main', ...argv], { env: { ...world.login, ...env } });
    const first = await as(...APPLY, '--json');
    const { error } = documentOf('error', first);
    expect([first.code, error.code]).toEqual([1, 'lineage-not-written']);
    const [, line = ''] = /`(lineage: [0-9a-f]{16})`/.exec(error.message) ?? [];
    expect(world.writes()).toEqual([]);
    const own = accounts.startsWith('  main')
      ? `x-base: &same { baseUrl: "https://ads.example.com", manifests: [ads/*.yaml] }\naccounts:\n  main: { <<: *same, ${line} }\n  two: *same\n`
      : `accounts:\n  two: { baseUrl: "https://ads.example.com", manifests: [ads/*.yaml] }\n  main: { baseUrl: "https://ads.example.com", manifests: [ads/*.yaml], ${line} }\n`;
    await writeFile(file, `version: 1\n${own}`);
    expect(await as(...APPLY)).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(`version: 1\n${own}`);
  });
});

describe('`state.lineage` of an earlier version', () => {
  async function oldProject(rest: string) {
    const one = await repository();
    await one.begin('a', 'a', rest);
    await one.must('a', ...APPLY);
    const lineage = await one.lineage('a');
    await one.edit('a', /^ {4}lineage.*\n/m, '');
    return { ...one, old: lineage };
  }

  const OLD_PROJECTS = [
    ['file', 'state:\n  # ours\n  path: .adwright/state\n'],
    ['git', 'state:\n  # ours\n  backend: git\n'],
  ] as const;

  test.each(FULL ? OLD_PROJECTS : OLD_PROJECTS.slice(0, 1))(
    '%s: is read for the account that it fits, and moved by the next apply',
    async (_, rest) => {
      const { old, edit, yaml, must, summary } = await oldProject(rest);
      await edit('a', '  # ours\n', `  # ours\n  lineage: ${old} # kept\n`);
      expect(await summary('a')).toMatchObject({ create: 0, noop: 1 });
      expect(await yaml('a')).toContain(`\n  lineage: ${old} # kept\n`);
      await must('a', ...APPLY);
      expect(await yaml('a')).toBe(projectFile('', rest).replace('  main:\n', `  main:\n    lineage: ${old} # kept\n`));
      expect(await summary('a')).toMatchObject({ create: 0, noop: 1 });
    },
  );

  test('that fits no more is not taken for this state’s', async () => {
    const { edit, refused, old } = await oldProject('state:\n  # ours\n  path: .adwright/state\n');
    await edit('a', '  # ours\n', '  lineage: other\n');
    for (const argv of [['plan'], APPLY, ['state', 'init']]) {
      expect(await refused('a', argv)).toMatch(new RegExp(`lineage ${old}.*names the lineage other for main`));
    }
  });

  test('stays for the other accounts until each has its own', async () => {
    const { world, begin } = await repository();
    const root = await begin('a', 'a', '');
    const file = join(root, 'adwright.yaml');
    const account = (name: string) => `  ${name}:\n    baseUrl: https://ads.example.com\n    manifests: [ads/*.yaml]\n`;
    const text = `version: 1\naccounts:\n${account('one')}${account('two')}${account('new')}`;
    await writeFile(file, text);
    const as = async (name: string, ...argv: string[]) =>
      adwright(root, ['--account', name, ...argv], {
        env: { ...world.login, [`ADWRIGHT_${name.toUpperCase()}_BASE_URL`]: world.sandbox.url },
      });
    for (const name of ['one', 'two']) expect(await as(name, 'state', 'init')).toMatchObject({ code: 0 });
    // An earlier version gave both the same.
    for (const name of ['one', 'two']) {
      const state = join(root, '.adwright/state', name, 'state.json');
      await writeFile(state, (await readFile(state, 'utf8')).replace(/"lineage":"[0-9a-f]+"/, '"lineage":"shared"'));
    }
    await writeFile(file, `${text}state: { lineage: shared }\n`);
    await as('one', ...APPLY);
    const moved = (names: readonly string[], rest: string) =>
      `${names.reduce((all, name) => all.replace(`  ${name}:\n`, `  ${name}:\n    lineage: shared\n`), text)}${rest}`;
    expect(await readFile(file, 'utf8')).toBe(moved(['one'], 'state: { lineage: shared }\n'));
    // A state that is lost is still missed, and an account that is new can be begun.
    await rm(join(root, '.adwright/state/two'), { recursive: true });
    const lost = await as('two', 'plan', '--json');
    expect([lost.code, documentOf('error', lost).error.code]).toEqual([1, 'state-missing']);
    const created = await as('new', 'state', 'init', '--json');
    expect(created).toMatchObject({ code: 0 });
    const fresh = /"lineage": ?"([0-9a-f]{16})"/.exec(created.stdout)?.[1];
    expect(await readFile(file, 'utf8')).toBe(
      moved(['one'], 'state: { lineage: shared }\n').replace('  new:\n', `  new:\n    lineage: ${fresh}\n`),
    );
  });
});

describe('the refs of an earlier version, which had no key', () => {
  /** The place as such a version left it, as a backend that knows no key, with a lineage for all accounts. */
  function earlierPlace(clone: string) {
    const { PATH = '', ...env } = gitEnvironment;
    const ports = { pid: process.pid, clock: realClock, randomId, environment: { ...env, PATH } };
    return new GitPlace({ ...ports, root: clone, remote: 'origin', account: 'main' }, earlierRefNames('main'));
  }

  async function leftBehind() {
    const one = await afterApply();
    const { place } = one;
    const lineage = await one.lineage('a');
    await place.git(place.remote, 'update-ref', OLD, NEW);
    await place.git(place.remote, 'update-ref', '-d', NEW);
    await one.edit('a', /^ {4}lineage.*\n/m, '');
    await one.edit('a', 'backend', `lineage: ${lineage}, backend`);
    return { ...one, old: lineage, earlier: earlierPlace(place.clone) };
  }
  const OLD = 'refs/adwright/main/state';
  const NEW = 'refs/adwright/a/main/state';

  test('are read, and moved by the first run that takes the lock, with their history', async () => {
    const { place, earlier, must, run, summary, refs, yaml, made, old } = await leftBehind();
    const tip = await place.git(place.remote, 'rev-parse', OLD);
    expect(await summary('a')).toMatchObject({ create: 0, noop: 1 });
    expect(await refs()).toEqual([OLD]);
    await must('a', ...APPLY);
    expect(await refs()).toEqual([NEW, OLD]);
    expect(await place.git(place.remote, 'merge-base', '--is-ancestor', tip, NEW)).toBe('');
    expect(await summary('a')).toMatchObject({ create: 0, noop: 1 });
    expect(await must('a', 'state', 'list')).toContain('group/a');
    expect(await yaml('a')).toContain(`  main:\n    lineage: ${old}\n`);
    expect(made()).toEqual(['a']);
    // An earlier version finds what it holds for a state that was moved.
    expect((await earlier.read()).snapshot).toMatchObject({ lineage: old, movedTo: NEW });
    expect((await run('a', 'unlock')).stdout).toBe('The state is not locked.\n');
  });

  test('belong to one project: another one with its lineage is refused once they have gone', async () => {
    const { begin, must, refused, made, old } = await leftBehind();
    await begin('b', 'b', GIT.replace('}', `, lineage: ${old} }`));
    await must('a', ...APPLY);
    for (const argv of [['plan'], APPLY, ['state', 'list'], ['status']])
      expect(await refused('b', argv, 'state-moved-away')).toContain(NEW);
    expect(made()).toEqual(['a']);
  });

  test('are refused without a lineage, until it or a key says whose they are', async () => {
    const { begin, edit, must, refused, summary, refs, made, old } = await leftBehind();
    await begin('b', 'b');
    for (const argv of FEW) {
      const message = await refused('b', argv);
      expect(message).toContain(`${OLD} in the git remote origin, where an earlier version of Adwright kept it,`);
      expect(message).toContain(`\`lineage: ${old}\``);
    }
    expect((await refs()).filter((ref) => ref.endsWith('/lock'))).toEqual([]);
    await edit('b', 'backend', 'key: b, backend');
    await must('b', ...APPLY);
    expect(await summary('b')).toMatchObject({ create: 0, forget: 0, noop: 1 });
    expect(made()).toEqual(['a', 'b']);
    // And the project whose they are still continues with them.
    expect(await summary('a')).toMatchObject({ create: 0, forget: 0, noop: 1 });
    await must('a', ...APPLY);
    expect(made()).toEqual(['a', 'b']);
  });

  // The test before sees a project with a key of its own beside them as well.
  if (FULL)
    test('with another lineage do not concern a project that has its own', async () => {
      const { begin, must, summary, made } = await leftBehind();
      await begin('b', 'b', GIT.replace('backend', 'key: b, backend'));
      await must('b', ...APPLY);
      await must('a', ...APPLY);
      expect(await summary('b')).toMatchObject({ create: 0, forget: 0, noop: 1 });
      expect(made()).toEqual(['a', 'b']);
    });

  test('are left alone while an earlier version holds their lock, which unlock shows and takes away', async () => {
    const { earlier, run, must, refs, summary } = await leftBehind();
    await earlier.lock('adwright apply (of an earlier version)', { seconds: 0 });
    expect((await run('a', ...APPLY)).code).toBe(7);
    expect(await refs()).not.toContain('refs/adwright/a/main/lock');
    expect((await earlier.read()).snapshot?.movedTo).toBeUndefined();
    expect(await must('a', 'unlock')).toContain('adwright apply (of an earlier version)');
    expect(await must('a', 'unlock', '--force')).toContain('adwright apply (of an earlier version)');
    await must('a', ...APPLY);
    expect(await summary('a')).toMatchObject({ create: 0, noop: 1 });
  });

  test('are moved with a journal that no snapshot holds yet', async () => {
    const one = await repository();
    const earlier = earlierPlace(one.place.clone);
    const { held } = await earlier.lock('apply', { seconds: 0 });
    const { at } = runEntry(1);
    const put = [entry('a', '910001')];
    await earlier.append(held, [runEntry(1), { type: 'put', sequence: 2, at, reason: 'import', put }]);
    await held.release();
    await one.begin('a', 'a', GIT.replace('}', ', lineage: old1 }'));
    expect(await one.summary('a')).toMatchObject({ create: 0, forget: 0 });
    await one.must('a', ...APPLY);
    expect(await one.summary('a')).toMatchObject({ create: 0, forget: 0 });
    expect(await one.must('a', 'state', 'list')).toContain('910001');
    expect((await earlier.read()).snapshot).toMatchObject({ lineage: 'old1', movedTo: NEW });
    expect(one.made()).toEqual([]);
  });

  if (FULL)
    test('are moved once by two runs that begin at once', async () => {
      const { run, summary, made, place } = await leftBehind();
      await writeFile(
        join(place.clone, 'a/ads/all.yaml'),
        `${group('a')}  c: { campaignId: 1001, name: c, price: 1 }\n`,
      );
      const ends = await Promise.all([run('a', ...APPLY), run('a', ...APPLY)]);
      expect(ends.map(({ code }) => code).sort()).toEqual([0, 7]);
      expect(await summary('a')).toMatchObject({ create: 0, noop: 2 });
      expect(made()).toEqual(['a', 'c']);
    });
});

test('unlock --force frees a lock although the state cannot be read', async () => {
  const { place, begin, must, run, refs } = await repository();
  await begin('a', 'a');
  await must('a', ...APPLY);
  const { clone } = place;
  const state = 'refs/adwright/a/main/state';
  await place.git(clone, 'fetch', '--quiet', 'origin', state);
  const tip = await place.git(clone, 'rev-parse', 'FETCH_HEAD');
  await writeFile(join(clone, 'state.json'), '{');
  const blob = await place.git(clone, 'hash-object', '-w', 'state.json');
  await place.git(clone, 'read-tree', tip);
  await place.git(clone, 'update-index', '--add', '--cacheinfo', `100644,${blob},state.json`);
  const tree = await place.git(clone, 'write-tree');
  const broken = await place.git(clone, 'commit-tree', tree, '-p', tip, '-m', 'Broken');
  await place.git(clone, 'push', '--quiet', 'origin', `${broken}:${state}`, `${broken}:refs/adwright/a/main/lock`);
  expect((await run('a', 'plan')).stderr).toContain('state-damaged');
  expect(await refs()).toContain('refs/adwright/a/main/lock');
  // The fault is reported as well.
  expect((await run('a', 'unlock', '--force')).stderr).toContain('state-damaged');
  expect(await refs()).not.toContain('refs/adwright/a/main/lock');
});

test.each(['teams//shoes', '/shoes', 'shoes/'])(
  'a key that cannot be one is an error at its place: %s',
  async (key) => {
    const { begin, run } = await repository();
    await begin('a', 'a', `state:\n  backend: git\n  key: ${key}\n`);
    const end = await run('a', 'plan');
    expect(end.code).toBe(1);
    expect(end.stderr).toMatch(/state-key-unusable[\s\S]*adwright\.yaml:7:8/);
  },
);

test('a project whose folder was renamed gets the advice to name the former one', async () => {
  const { place, begin, must, edit, refused, summary } = await repository();
  await begin('shoes', 'shoes');
  await must('shoes', ...APPLY);
  await mkdir(join(place.clone, 'shops'));
  await rename(join(place.clone, 'shoes'), join(place.clone, 'shops/shoes'));
  expect(await refused('shops/shoes', ['plan'], 'state-missing')).toContain('name its former one as `state.key`');
  await edit('shops/shoes', 'backend', 'key: shoes, backend');
  expect(await summary('shops/shoes')).toMatchObject({ create: 0, noop: 1 });
});
