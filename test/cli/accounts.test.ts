import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readShard, shardOf } from '../../src/app/fleet/shards.js';
import { fileBackend } from '../../src/state/backends/file/file-backend.js';
import { gitEnvironment } from '../state/git-backend-place.js';
import { realClock } from '../state/ports.js';
import { documentOf } from '../support/documents.js';
import { World } from '../support/scenario/world.js';

vi.setConfig({ testTimeout: 120_000 });

/** `npm run test:fuzz` plans as many accounts as an agency has; `npm test` fewer that have as much to show. */
const MANY = process.env['ADWRIGHT_FUZZ'] === undefined ? 30 : 300;
const GROUPS = 50;

const manifest = (name: string, price = '1') =>
  `version: 1\ngroups:\n  ${name}: { campaignId: 1001, name: ${name}, price: ${price} }\n`;

/** A world with these accounts, each with one group of its own name. */
async function fleet(names: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const accounts = names.map(
    (name) =>
      `  ${name}: { baseUrl: "https://ads.example.com", credentials: agency, manifests: ["${name}/*.yaml"], limits: { requestsPerSecond: 1000 } }\n`,
  );
  const files = Object.fromEntries(names.map((name) => [`${name}/all.yaml`, manifest(name)]));
  const world = await World.start({
    fixture: '{}',
    files: { ...files, 'adwright.yaml': `version: 1\naccounts:\n${accounts.join('')}`, ...more },
  });
  const env = {
    ADWRIGHT_AGENCY_BASE_URL: world.sandbox.url,
    ADWRIGHT_AGENCY_API_KEY: world.login['ADWRIGHT_API_KEY'] ?? '',
    ADWRIGHT_AGENCY_USERNAME: world.login['ADWRIGHT_USERNAME'] ?? '',
    ADWRIGHT_AGENCY_PASSWD: world.login['ADWRIGHT_PASSWD'] ?? '',
  };
  const requests: string[] = [];
  world.onRequest = ({ path }) => requests.push(path);
  // The world's clock lets no time pass while one account waits for another that writes its lineage.
  const run = (...argv: readonly string[]) => world.run(argv, { env, clock: realClock });
  const document = async (...argv: readonly string[]) => {
    const end = await run(...argv, '--json');
    return { code: end.code, ...documentOf('accounts', end) };
  };
  const made = () =>
    world.sandbox.control
      .state()
      .groups.map(({ name }) => name)
      .sort();
  return { world, env, run, document, made, requests };
}

const codes = (accounts: readonly { readonly account: string; readonly exitCode?: number }[]) =>
  accounts.map(({ account, exitCode }) => `${account} ${exitCode}`);

describe('which accounts', () => {
  test('by pattern, all, a shard of them; in the order of the project file', async () => {
    const { document, run } = await fleet(['brand-b', 'brand-a', 'other']);
    const listed = async (...argv: string[]) =>
      (await document('accounts', ...argv)).accounts.map((one) => one.account);
    expect(await listed()).toEqual(['brand-b', 'brand-a', 'other']);
    expect(await listed('--accounts', 'brand-*')).toEqual(['brand-b', 'brand-a']);
    expect(await listed('--accounts', 'other', 'brand-a')).toEqual(['brand-a', 'other']);
    const [first, second] = [await listed('--shard', '1/2'), await listed('--shard', '2/2')];
    expect([...first, ...second].sort()).toEqual(['brand-a', 'brand-b', 'other']);
    expect((await run('accounts', '--matrix', 'github', '--max', '2')).stdout).toBe('{"shard":["1/2","2/2"]}\n');
    expect((await run('accounts', '--matrix', 'gitlab')).stdout).toBe('[{"SHARD":["1/3","2/3","3/3"]}]\n');
  });

  test.each([
    [['plan', '--accounts', 'brnd-*'], 'accounts-not-matched'],
    [['plan', '--accounts', 'a', 'nobody'], 'accounts-not-matched'],
    [['plan', '--all-accounts', '--accounts', 'a'], 'usage'],
    [['plan', '--shard', '1/2'], 'usage'],
    [['plan', '--account', 'a', '--all-accounts'], 'usage'],
    [['plan', '--jobs', '2', '--account', 'a'], 'usage'],
    [['apply', 'plan.json', '--all-accounts', '--auto-approve'], 'usage'],
    [['report', 'creatives', '--all-accounts', '--csv', 'x.csv'], 'usage'],
    [['plan', '--all-accounts', '--changed-since', 'main'], 'changes-not-known'],
  ])('%j is refused before any request', async (argv, code) => {
    const { run, requests } = await fleet(['a', 'b']);
    const end = await run(...argv, '--json');
    expect({ code: end.code, error: documentOf('error', end).error.code }).toEqual({ code: 1, error: code });
    expect(requests).toEqual([]);
  });

  test.each(['0/3', '4/3', '1/0', '1', '1/x', '-1/2', '1.0/2', '01/2'])('the shard %s is none', async (shard) => {
    expect(readShard(shard)).toBeUndefined();
    const { run } = await fleet(['a', 'b']);
    expect((await run('plan', '--all-accounts', '--shard', shard)).code).toBe(1);
  });

  test('shards together are everything without overlap, and one shard more moves only what goes there', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 64 }), (accounts, of) => {
        for (const account of accounts) {
          const shard = shardOf(account, of);
          expect(shard).toBeGreaterThanOrEqual(1);
          expect(shard).toBeLessThanOrEqual(of);
          expect([shard, of + 1]).toContain(shardOf(account, of + 1));
        }
      }),
      { numRuns: 30 },
    );
    // Worked out by other means: 1,000 names over 8 shards are 125 each, give or take five standard deviations.
    const counts = Array.from({ length: 8 }, () => 0);
    for (let n = 0; n < 1000; n++) {
      const shard = shardOf(`brand-${n}`, 8) - 1;
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 125)).toBeLessThan(53);
  });
});

describe('a run over several accounts', () => {
  test('plans all, applies all, and then finds nothing to do', async () => {
    const { run, document, made } = await fleet(['one', 'two', 'three']);
    const planned = await document('plan', '--all-accounts', '--detailed-exitcode');
    expect({ code: planned.code, exit: planned.exitCode, accounts: codes(planned.accounts) }).toEqual({
      code: 2,
      exit: 2,
      accounts: ['one 2', 'two 2', 'three 2'],
    });
    const applied = await document('apply', '--all-accounts', '--expect', planned.digest ?? '', '--jobs', '2');
    expect({ code: applied.code, accounts: codes(applied.accounts) }).toEqual({
      code: 0,
      accounts: ['one 0', 'two 0', 'three 0'],
    });
    expect(made()).toEqual(['one', 'three', 'two']);
    const after = await run('plan', '--all-accounts', '--detailed-exitcode');
    expect(after.code).toBe(0);
    expect(after.stdout).toMatch(/^one +0 +No changes\. .* 1 unchanged\.$/m);
  });

  test('another digest is 6, and nothing is written anywhere', async () => {
    const { world, document, run, made } = await fleet(['one', 'two']);
    const { digest = '' } = await document('plan', '--all-accounts');
    await writeFile(join(world.folder, 'two/all.yaml'), manifest('two', '1.50'));
    const end = await run('apply', '--all-accounts', '--expect', digest);
    expect(end.code).toBe(6);
    expect(end.stderr.replace(/\s+/g, ' ')).toContain('No write was sent to any account.');
    expect(made()).toEqual([]);
  });

  test('continues after accounts that fail, and ends with the gravest code', async () => {
    const { document, made } = await fleet(['faulty', 'sound', 'locked', 'blocked'], {
      'faulty/all.yaml': 'version: 1\ngroups:\n  x: { campaignId: 1001, name: x, price: 1o }\n',
    });
    const applied = await document('apply', '--all-accounts', '--auto-approve');
    expect({ code: applied.code, accounts: codes(applied.accounts) }).toEqual({
      code: 1,
      accounts: ['faulty 1', 'sound 0', 'locked 0', 'blocked 0'],
    });
    expect(applied.accounts[0]).toMatchObject({ error: { code: 'bad-price' } });
    expect(made()).toEqual(['blocked', 'locked', 'sound']);
  });

  test('one account down, one locked, one with faults: the others are done, and the table says which and why', async () => {
    const { world, env, made } = await fleet(['down', 'faulty', 'held', 'sound'], {
      'faulty/all.yaml': manifest('faulty', '1o'),
    });
    const ports = { pid: process.pid, clock: world.clock, randomId: (bytes: number) => 'ab'.repeat(bytes) };
    const backend = fileBackend({ ...ports, folder: join(world.folder, '.adwright/state'), account: 'held' });
    await backend.lock('adwright apply nightly.json', { seconds: 0 });
    const down = { ...env, ADWRIGHT_DOWN_BASE_URL: 'http://127.0.0.1:9' };
    const end = await world.run(['apply', '--all-accounts', '--auto-approve', '--json'], { env: down });
    const { accounts, exitCode } = documentOf('accounts', end);
    expect({ code: end.code, exitCode, accounts: codes(accounts) }).toEqual({
      code: 7,
      exitCode: 7,
      accounts: ['down 1', 'faulty 1', 'held 7', 'sound 0'],
    });
    expect(made()).toEqual(['sound']);
    const text = await world.run(['apply', '--all-accounts', '--auto-approve'], { env: down });
    expect(text.stdout).toMatch(/^down +1 +failed +.*reach/m);
    expect(text.stdout).toMatch(/^held +7 +failed +.*lock/m);
  });

  test('a person is asked once for all, and sees each plan once', async () => {
    const { world, env, made } = await fleet(['one', 'two']);
    const refused = await world.run(['apply', '--all-accounts'], { env, terminal: true, answer: 'no' });
    expect({ code: refused.code, made: made() }).toEqual({ code: 1, made: [] });
    const seen = { ...env, NO_COLOR: '1' };
    const end = await world.run(['apply', '--all-accounts'], {
      env: seen,
      terminal: true,
      answer: 'yes',
      clock: realClock,
    });
    expect(end.code).toBe(0);
    expect(end.stderr.match(/Apply the plans of these 2 accounts\?/g)).toHaveLength(1);
    expect(end.stderr.match(/\+ group\/one/g)).toHaveLength(1);
    expect(made()).toEqual(['one', 'two']);
  });

  test('what an earlier run left in doubt is named with its account', async () => {
    const { world, document, run } = await fleet(['one', 'two']);
    world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after', times: 0 });
    await run('apply', '--all-accounts', '--auto-approve', '--quiet');
    const again = await document('apply', '--all-accounts', '--auto-approve');
    expect(codes(again.accounts)).toEqual(['one 4', 'two 4']);
    expect(again.accounts).toMatchObject(
      ['one', 'two'].map((name) => ({ diagnostics: [{ code: 'still-in-doubt', address: `group/${name}` }] })),
    );
    const { stdout } = await run('apply', '--all-accounts', '--auto-approve', '--quiet');
    for (const name of ['one', 'two']) expect(stdout).toContain(`adwright resolve group/${name} --id ID`);
  });

  test('a run that is stopped ends what is under way, and begins no other account', async () => {
    const { world, env, made } = await fleet(['one', 'two', 'three']);
    const stop = new AbortController();
    world.onRequest = ({ operation }) => {
      if (operation === 'addGroups') stop.abort();
    };
    const argv = ['apply', '--all-accounts', '--auto-approve', '--jobs', '1', '--json'];
    const end = await world.run(argv, { env, signal: stop.signal });
    expect(end.code).toBe(130);
    expect(codes(documentOf('accounts', end).accounts).slice(1)).toEqual(['two 130', 'three 130']);
    expect(made()).toEqual(['one']);
    const text = await world.run(['apply', '--all-accounts', '--auto-approve'], { env, signal: stop.signal });
    expect(text.stdout).toMatch(/^two +130 +not begun/m);
  });

  test('an account that had no plan when the set was reviewed is not applied to unseen', async () => {
    const { world, document, run, made } = await fleet(['bad', 'good'], { 'bad/all.yaml': manifest('bad', '1o') });
    const { digest = '', accounts } = await document('plan', '--all-accounts');
    expect(codes(accounts)).toEqual(['bad 1', 'good 0']);
    const applied = await document('apply', '--all-accounts', '--expect', digest);
    expect(codes(applied.accounts)).toEqual(['bad 1', 'good 0']);
    expect(made()).toEqual(['good']);
    await writeFile(join(world.folder, 'bad/all.yaml'), manifest('bad'));
    expect((await run('apply', '--all-accounts', '--expect', digest)).code).toBe(6);
    expect(made()).toEqual(['good']);
  });

  test('one wrong secret for many accounts is one login request', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `brand-${n}`);
    const { world, env, requests } = await fleet(names);
    const end = await world.run(['plan', '--all-accounts', '--json', '--jobs', '8'], {
      env: { ...env, ADWRIGHT_AGENCY_PASSWD: 'wrong-secret' },
    });
    expect(end.code).toBe(1);
    expect(documentOf('accounts', end).accounts).toHaveLength(30);
    expect(requests.filter((path) => path.includes('clientLogin'))).toHaveLength(1);
    expect(requests).toHaveLength(1);
    expect(end.stdout + end.stderr).not.toContain('wrong-secret');
  });

  test('a quota that is used up stops the other accounts of the same credentials', async () => {
    const { world, document, requests } = await fleet(['a', 'b', 'c', 'd']);
    world.sandbox.control.addFaults({ operation: 'accountInfo', kind: 'quota', times: 0 });
    const planned = await document('plan', '--all-accounts', '--jobs', '1');
    expect(codes(planned.accounts)).toEqual(['a 1', 'b 1', 'c 1', 'd 1']);
    expect(requests.filter((path) => !path.includes('clientLogin'))).toHaveLength(1);
  });

  test('--out is a folder: a file for each account with a plan, and none from before for one without', async () => {
    const { world, run, made } = await fleet(['a', 'b']);
    await run('plan', '--all-accounts', '--out', 'plans');
    expect((await readdir(join(world.folder, 'plans'))).sort()).toEqual(['a.json', 'b.json']);
    await writeFile(join(world.folder, 'b/all.yaml'), manifest('b', 'x'));
    expect((await run('plan', '--all-accounts', '--out', 'plans')).code).toBe(1);
    expect(await readdir(join(world.folder, 'plans'))).toEqual(['a.json']);
    expect((await run('apply', 'plans/a.json', '--account', 'a')).code).toBe(0);
    expect(made()).toEqual(['a']);
  });

  test('an empty selection is not an error and sends no request', async () => {
    const { document, requests } = await fleet(['only']);
    const shards = await Promise.all(
      ['1/2', '2/2'].map((shard) => document('plan', '--all-accounts', '--shard', shard)),
    );
    expect(shards.map(({ code }) => code)).toEqual([0, 0]);
    expect(shards.map(({ accounts }) => accounts.length).sort()).toEqual([0, 1]);
    expect(requests.length).toBeGreaterThan(0);
  });

  test('the findings of all accounts as one SARIF document', async () => {
    const { run } = await fleet(['a', 'b'], { 'a/all.yaml': manifest('a', '1o'), 'b/all.yaml': manifest('b', '2o') });
    const end = await run('validate', '--all-accounts', '--format', 'sarif');
    expect(end.code).toBe(1);
    const { runs } = JSON.parse(end.stdout) as { runs: readonly { results: readonly unknown[] }[] };
    expect(runs[0]?.results).toHaveLength(2);
  });

  test(`the Markdown of ${MANY} accounts names every one and fits`, async () => {
    const names = Array.from({ length: MANY }, (_, n) => `agency-customer-${n}`);
    const many = (name: string) =>
      `version: 1\ngroups:\n${Array.from({ length: GROUPS }, (_, n) => `  ${name}-${n}: { campaignId: 1, name: ${name}-${n}, price: 1 }\n`).join('')}`;
    const { world, run } = await fleet(
      names,
      Object.fromEntries(names.map((name) => [`${name}/all.yaml`, many(name)])),
    );
    const end = await run('plan', '--all-accounts', '--no-refresh', '--markdown', 'plan.md', '--jobs', '8', '--quiet');
    expect(end.code).toBe(0);
    const text = await readFile(join(world.folder, 'plan.md'), 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
    expect(text.split('\n', 1)[0]).toBe('<!-- adwright plan: all accounts -->');
    for (const name of names) expect(text).toContain(`\n${name}: 0`);
    expect(text).toMatch(/The plans of \d+ accounts are not shown/);
  });
});

describe('--changed-since', () => {
  const git = async (folder: string, ...argv: readonly string[]) =>
    (await promisify(execFile)('git', argv, { cwd: folder, env: gitEnvironment })).stdout.trim();

  /** The repository of the first test is copied for the others: their files are the same. */
  let template = '';
  let isMade = false;
  beforeAll(async () => {
    template = await mkdtemp(join(tmpdir(), 'adwright-accounts-'));
  });
  afterAll(() => rm(template, { recursive: true, force: true }));

  /** Three accounts in a repository with one commit; `b` has a table and a picture of its own. */
  async function committed() {
    const world = await fleet(['a', 'b', 'c'], {
      'b/all.yaml': `${manifest('b')}keywordFiles: [tables/k.csv]\n`,
      'b/tables/k.csv': 'id,price\n80001001,1.20\n',
      'a/tables/k.csv': 'id,price\n80001002,1.20\n',
      'resolutions.yaml': '[]\n',
      'notes/readme.md': 'x\n',
      '.gitignore': '.adwright/\n',
    });
    const { folder } = world.world;
    if (!isMade) {
      await git(folder, 'init', '--quiet', '--initial-branch=main');
      await git(folder, 'add', '.');
      await git(folder, 'commit', '--quiet', '-m', 'Begin');
      await cp(join(folder, '.git'), template, { recursive: true });
      isMade = true;
    } else await cp(template, join(folder, '.git'), { recursive: true });
    const changed = async (reference = 'HEAD', ...argv: string[]) =>
      (await world.document('accounts', '--changed-since', reference, ...argv)).accounts.map(({ account }) => account);
    const write = async (file: string, text: string) => {
      await mkdir(join(folder, file, '..'), { recursive: true });
      await writeFile(join(folder, file), text);
    };
    const yaml = await readFile(join(folder, 'adwright.yaml'), 'utf8');
    return { ...world, folder, changed, write, yaml };
  }

  test('without a change there is no account and no request', async () => {
    const { changed, document, requests } = await committed();
    expect(await changed()).toEqual([]);
    expect(await document('plan', '--changed-since', 'HEAD')).toMatchObject({ code: 0, accounts: [] });
    expect(requests).toEqual([]);
  });

  test.each<[string, (one: Awaited<ReturnType<typeof committed>>) => Promise<void>, readonly string[]]>([
    ['a manifest', ({ write }) => write('a/all.yaml', manifest('a', '2')), ['a']],
    ['a new manifest that git does not track', ({ write }) => write('c/new.yaml', manifest('new')), ['c']],
    ['a manifest that was removed', ({ folder }) => rm(join(folder, 'b/all.yaml')), ['b']],
    ['a table that one account reads', ({ write }) => write('b/tables/k.csv', 'id,price\n1,2\n'), ['b']],
    ['a table of the same name that nobody reads', ({ write }) => write('a/tables/k.csv', 'id,price\n1,2\n'), []],
    ['a table that was removed', ({ folder }) => rm(join(folder, 'b/tables/k.csv')), ['b']],
    ['a file of nobody', ({ write }) => write('notes/readme.md', 'y\n'), []],
    [
      'the account’s own entry',
      ({ write, yaml }) => write('adwright.yaml', yaml.replace('  c: {', '  c: { timeZone: UTC,')),
      ['c'],
    ],
    ['a comment in the project file', ({ write, yaml }) => write('adwright.yaml', `# words\n${yaml}`), []],
    [
      'settings of the state',
      ({ write, yaml }) => write('adwright.yaml', `${yaml}state: { path: s }\n`),
      ['a', 'b', 'c'],
    ],
    [
      'a resolution of any account',
      ({ write }) => write('resolutions.yaml', '- { address: group/x, absent: true }\n'),
      ['a', 'b', 'c'],
    ],
    [
      'a resolution that names its account',
      ({ write }) => write('resolutions.yaml', '- { address: group/x, account: b, absent: true }\n'),
      ['b'],
    ],
  ])('%s', async (_what, edit, expected) => {
    const one = await committed();
    await edit(one);
    expect(await one.changed()).toEqual(expected);
    expect(await one.changed('HEAD', '--accounts', 'a')).toEqual(expected.filter((name) => name === 'a'));
  });

  test('what the other branch did since is not this branch’s change', async () => {
    const { changed, folder, write } = await committed();
    await git(folder, 'checkout', '--quiet', '-b', 'topic');
    await write('a/all.yaml', manifest('a', '2'));
    await git(folder, 'commit', '--quiet', '-am', 'Edit a');
    await git(folder, 'checkout', '--quiet', 'main');
    await write('b/all.yaml', manifest('b', '2'));
    await git(folder, 'commit', '--quiet', '-am', 'Edit b');
    await git(folder, 'checkout', '--quiet', 'topic');
    expect(await changed('main')).toEqual(['a']);
  });

  test('a shallow clone without the reference names the fetch', async () => {
    const { folder, world, env } = await committed();
    const clone = `${folder}-clone`;
    onTestFinished(() => rm(clone, { recursive: true, force: true }));
    await git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'More');
    await git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}`, clone);
    for (const reference of ['origin/nowhere', 'HEAD~1']) {
      const end = await world.run(['plan', '-C', clone, '--changed-since', reference, '--json'], { env });
      expect(end.code).toBe(1);
      expect(documentOf('error', end).error.message).toContain('git fetch --unshallow');
    }
    const option = await world.run(['plan', '-C', clone, '--changed-since', '--output=x', '--json'], { env });
    expect(option.code).toBe(1);
  });
});
