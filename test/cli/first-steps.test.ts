import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { adwright, projectFolder, readText } from '../support/cli.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const words = (text: string) => text.replace(/\s+=?\s*/g, ' ');

test('the help of every command names its options and those that every command takes', async () => {
  const folder = await projectFolder({});
  const main = await adwright(folder, ['--help']);
  const commandsOf = (help: string) =>
    (help.split('Commands:\n')[1] ?? '')
      .split('\n')
      .flatMap((line) => /^ {2}(\w+)/.exec(line)?.[1] ?? [])
      .filter((name) => name !== 'help');
  const paths: string[][] = [];
  for (const name of commandsOf(main.stdout)) {
    const below = commandsOf((await adwright(folder, [name, '--help'])).stdout);
    paths.push([name], ...below.map((one) => [name, one]));
  }
  expect(paths.length).toBeGreaterThan(35);
  for (const path of paths) {
    const { code, stdout, stderr } = await adwright(folder, [...path, '--help']);
    expect({ path, code, stderr }).toEqual({ path, code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: adwright ${path.join(' ')}`);
    for (const option of ['--json', '--account', '-C, --directory', '--quiet', '--no-color']) {
      expect(stdout, path.join(' ')).toContain(option);
    }
    expect(stdout).not.toContain('(default: [])');
  }
});

test.each([
  [['plan', '--nope'], "error: unknown option '--nope'\nSee `adwright plan --help`.\n"],
  [['state', 'show'], "error: missing required argument 'address'\nSee `adwright state show --help`.\n"],
  [['plam'], "error: unknown command 'plam'\n(Did you mean plan?)\nSee `adwright --help`.\n"],
])('%j: what is wrong, and where to look', async (argv, stderr) => {
  expect(await adwright(await projectFolder({}), argv)).toEqual({ code: 1, stdout: '', stderr });
});

test('a sandbox that cannot start says why', async () => {
  const folder = await projectFolder({
    'file.txt': '',
    'bad.yaml': 'keywords:\n  - { id: abc, word: a, wort: b }\n  - { word: c }\nkeyword: []\n',
  });
  const other = await startSandbox({});
  try {
    const run = (...argv: string[]) => adwright(folder, ['sandbox', ...argv]);
    const port = new URL(other.url).port;
    const taken = await run('--port', port);
    expect(taken.code).toBe(1);
    expect(words(taken.stderr)).toContain(`port ${port} is in use by another program`);
    expect(words((await run('--data', 'file.txt')).stderr)).toContain('it is a file, not a folder');
    expect(words((await run('--fixture', 'nope.yaml')).stderr)).toContain('nope.yaml: there is no such file');
    const fixture = await run('--fixture', 'bad.yaml');
    expect(fixture.code).toBe(1);
    for (const part of ['--> bad.yaml:2:11', 'id does not fit: digits', 'wort is not known here', 'id is missing']) {
      expect(fixture.stderr).toContain(part);
    }
    expect(`${taken.stderr}${fixture.stderr}`).not.toContain('bug in Adwright');
  } finally {
    await other.close();
  }
});

test.skipIf(!existsSync('/proc/self'))(
  'a place that takes no folder ends with an error, not in a wait for ever',
  async () => {
    const world = await World.start(SMALL);
    await world.must('apply', '--auto-approve');
    const refused = 'cannot create a folder in /proc';
    for (const argv of [
      ['sandbox', '--data', '/proc/adwright/data'],
      ['-C', '/proc/adwright', 'init'],
      ['export', '80001001', '--out', '/proc/adwright/out'],
    ]) {
      const run = await world.run(argv);
      expect({ argv, code: run.code }).toEqual({ argv, code: 1 });
      expect(words(run.stderr)).toMatch(new RegExp(`/proc/adwright.*: ${refused}`));
      expect(run.stderr).not.toContain('bug in Adwright');
    }
  },
);

test('a folder that is named is made with those above it', async () => {
  const world = await World.start(SMALL);
  const { stdout } = await world.must('export', '80001001', '--out', 'a/b/c');
  expect(stdout).toBe('wrote a/b/c/keywords.yaml\n');
  expect(await readFile(join(world.folder, 'a/b/c/keywords.yaml'), 'utf8')).toContain('80001001');
});

test('damaged data of the embedded sandbox: one clear error, and no command calls it a bug in Adwright', async () => {
  const folder = await projectFolder({
    'adwright.yaml': projectFile().replace('https://ads.example.com', 'sandbox'),
    'ads/a.yaml': SMALL.files['ads/shoes.yaml'],
    '.adwright/sandbox/data.jsonl': 'nothing of ours\n',
  });
  const run = await adwright(folder, ['plan']);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('error[sandbox-not-started]');
  expect(run.stderr).toContain('not a data file of the sandbox');
});

test('sandbox --json prints its address as a document', async () => {
  const stop = new AbortController();
  const run = await adwright(await projectFolder({}), ['sandbox', '--json'], {
    signal: stop.signal,
    onOutput: () => stop.abort(),
  });
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toEqual({
    formatVersion: '1.0',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  });
});

test('init --json: the paths, and which of them were written', async () => {
  const folder = await projectFolder({ '.gitignore': 'dist/\n', '.gitlab/adwright.yml': '' });
  const files = ['adwright.yaml', 'ads/example.yaml', '.gitignore', '.github/workflows/adwright.yml'];
  const kept = '.gitlab/adwright.yml';
  const first = JSON.parse((await adwright(folder, ['init', '--json'])).stdout);
  expect(first).toEqual({ formatVersion: '1.0', files: [...files, kept], written: files });
  expect(await readText(folder, '.gitignore')).toMatch(/^dist\/\n\.adwright\/\n/);
  const again = JSON.parse((await adwright(folder, ['init', '--json'])).stdout);
  expect(again).toEqual({ ...first, written: [] });
});

test('init names a schema only where there is one', async () => {
  const schemas = { 'node_modules/adwright/schemas/manifest.schema.json': '{}' };
  const project = { 'node_modules/adwright/schemas/project.schema.json': '{}' };
  const head = async (folder: string, file: string) => (await readText(folder, file)).split('\n')[0];
  const line = (schema: string) => `# yaml-language-server: $schema=${schema}`;

  const without = await projectFolder({});
  const { stdout } = await adwright(without, ['init']);
  expect(stdout).toContain('`adwright schema manifest` and `adwright schema project` print the schemas');
  expect(await head(without, 'adwright.yaml')).toBe('version: 1');
  expect(await head(without, 'ads/example.yaml')).toBe('version: 1');

  const installed = await projectFolder({ ...schemas, ...project });
  expect((await adwright(installed, ['init'])).stdout).not.toContain('adwright schema');
  expect(await head(installed, 'adwright.yaml')).toBe(line('./node_modules/adwright/schemas/project.schema.json'));
  expect(await head(installed, 'ads/example.yaml')).toBe(line('../node_modules/adwright/schemas/manifest.schema.json'));

  // One package.json for a repository with the ads in a folder of it.
  const above = await projectFolder({ ...schemas, 'shop/.gitignore': '' });
  await adwright(above, ['-C', 'shop', 'init']);
  expect(await head(above, 'shop/ads/example.yaml')).toBe(
    line('../../node_modules/adwright/schemas/manifest.schema.json'),
  );
});

test('a plain password with the wrong scheme: the setting is named', async () => {
  const folder = await projectFolder({ 'adwright.yaml': projectFile() });
  const env = { ADWRIGHT_API_KEY: 'k', ADWRIGHT_USERNAME: 'u', ADWRIGHT_PASSWORD: 'p', ADWRIGHT_API_SECRET: 's' };
  const { code, stderr } = await adwright(folder, ['login'], { env });
  expect(code).toBe(1);
  expect(words(stderr)).toContain('login: { password: aes-128-cbc-md5 }');
});

test.skipIf(!existsSync('/dev/full'))(
  'output that cannot be written is an error; a reader that went away is none',
  async () => {
    const folder = await projectFolder({});
    const full = openSync('/dev/full', 'w');
    const argv = [inject('command'), 'schema', 'manifest'];
    try {
      const lost = spawnSync(process.execPath, argv, {
        cwd: folder,
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      expect(lost.status).toBe(1);
      expect(lost.stderr).toContain('the output could not be written: ENOSPC');
    } finally {
      closeSync(full);
    }
    const piped = spawnSync(
      'sh',
      ['-c', '{ "$@"; echo "exit $?" >&2; } | head -n 1', 'sh', process.execPath, ...argv],
      // Some versions of Node warn where both of the words on colour are set, as for the tests themselves.
      { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined } },
    );
    expect(piped).toMatchObject({ stdout: '{\n', stderr: 'exit 0\n' });
  },
);

test('login --remember: a file with mode 0600 outside the project, and no password for the commands after it', async () => {
  const home = await projectFolder({});
  const userFolders = { config: join(home, 'adwright'), data: join(home, 'data') };
  const world = await World.start(SMALL);
  const without = { env: { ADWRIGHT_PASSWD: '' }, userFolders };
  expect((await world.run(['account'], without)).code).toBe(1);
  const file = join(home, 'adwright', 'tokens.json');
  const login = await world.run(['login', '--remember'], { userFolders });
  expect(words(login.stdout)).toContain(`The token is kept in ${file} until `);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain('sandbox');

  expect((await world.run(['account'], without)).code).toBe(0);
  expect(world.requests().filter(({ operation }) => operation === 'login')).toHaveLength(1);
  // A new login needs the password, and so does everything once the token is over, or for another user.
  for (const [argv, env] of [
    [['login'], {}],
    [['account'], { ADWRIGHT_USERNAME: 'other' }],
  ] as const) {
    const run = await world.run(argv, { userFolders, env: { ...without.env, ...env } });
    expect({ argv, code: run.code }).toEqual({ argv, code: 1 });
    expect(words(run.stderr)).toContain('ADWRIGHT_PASSWD');
  }
  world.clock.turn(10 * 3_600_000);
  expect(words((await world.run(['account'], without)).stderr)).toContain('ADWRIGHT_PASSWD');
});

test('state mv keeps the rule of names; state rm says what comes next', async () => {
  const world = await World.start(SMALL);
  await world.must('apply', '--auto-approve');
  for (const name of ['group/a b', 'group/', 'group/a/b', 'group/id:7']) {
    const run = await world.run(['state', 'mv', 'group/autumn', name]);
    expect({ name, code: run.code }).toEqual({ name, code: 1 });
    expect(run.stderr).toContain('Nothing was changed.');
  }
  await world.must('state', 'mv', 'group/autumn', 'group/winter');
  expect((await world.must('state', 'rm', 'keyword/80001001')).stdout).toContain('the next plan treats it as new');
  expect((await world.must('state', 'rm', 'group/winter')).stdout).toContain('the next plan creates it again');
});

test('a pending app is not accepted, and the way there is named', async () => {
  const world = await World.start({
    files: {
      'adwright.yaml': projectFile(),
      'ads/a.yaml':
        'version: 1\napps:\n  tea: { title: 茶友, type: iOS, icon: i.png, appUrl: "https://a.example.com/1" }\n',
      'ads/i.png': Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      ),
    },
    fixture: 'options: { appTaskSeconds: 60 }\n',
  });
  await world.must('apply', '--auto-approve');
  const { code, stderr } = await world.run(['accept', 'app/tea']);
  expect(code).toBe(1);
  expect(words(stderr)).toContain('its task is not settled in the state');
  expect(words(stderr)).toContain('adwright resolve app/tea --id ID');
});

test('a file that cannot be written: its folder is meant, not the file', async () => {
  const world = await World.start(SMALL);
  const { code, stderr } = await world.run(['plan', '--out', 'nope/plan.json']);
  expect(code).toBe(1);
  expect(stderr).toContain('--out nope/plan.json: its folder does not exist');
  expect((await world.run(['show', '--markdown', 'x.md'])).stderr).toContain('--markdown goes with a saved plan');
});
