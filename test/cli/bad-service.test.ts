import { expect, test } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { adwright, type CliOptions, projectFolder } from '../support/cli.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** What a person sees: one error that names what is wrong, no trace of our code; and one document for a program. */
async function expectOneError(world: World, words: RegExp, options: CliOptions = {}): Promise<void> {
  const text = await world.run(['plan'], options);
  expect({ code: text.code, stdout: text.stdout }).toEqual({ code: 1, stdout: '' });
  expect(text.stderr).toMatch(words);
  expect(text.stderr.match(/^error\[/gm)).toHaveLength(1);
  expect(text.stderr).not.toMatch(/^\s+at /m);
  expect(text.stderr).not.toContain('bug in Adwright');

  const json = await world.json('error', ['plan'], options);
  expect({ code: json.code, stderr: json.stderr }).toEqual({ code: 1, stderr: '' });
  expect(json.document.error.message).toMatch(words);
  expect(json.document.diagnostics).toHaveLength(1);
  expect(world.writes()).toEqual([]);
}

const NO_CREDENTIALS = {
  ADWRIGHT_API_KEY: '',
  ADWRIGHT_USERNAME: '',
  ADWRIGHT_PASSWD: '',
  ADWRIGHT_PASSWORD: '',
  ADWRIGHT_API_SECRET: '',
};

test('missing credentials name the variables', async () => {
  const world = await World.start(SMALL);
  const every = /(?=.*ADWRIGHT_API_KEY)(?=.*ADWRIGHT_USERNAME)(?=.*ADWRIGHT_PASSWD)(?=.*ADWRIGHT_MAIN_)/s;
  await expectOneError(world, every, { env: NO_CREDENTIALS });
  await expectOneError(world, /needs ADWRIGHT_USERNAME in the environment/s, { env: { ADWRIGHT_USERNAME: '' } });
  expect(world.requests()).toEqual([]);
});

test('with the password scheme, the password and the secret are named instead', async () => {
  const scheme = projectFile('    login: { password: aes-128-cbc-md5 }\n');
  const world = await World.start({ ...SMALL, files: { ...SMALL.files, 'adwright.yaml': scheme } });
  await expectOneError(world, /(?=.*ADWRIGHT_PASSWORD)(?=.*ADWRIGHT_API_SECRET)/s, { env: NO_CREDENTIALS });
});

test("one account's own variables come first", async () => {
  const world = await World.start(SMALL);
  const env = { ADWRIGHT_API_KEY: 'wrong', ADWRIGHT_MAIN_API_KEY: 'sandbox' };
  expect((await world.run(['plan'], { env })).code).toBe(0);
});

/** Ends that copying, an editor, Windows and a command substitution leave, and what no one sees. */
const ENDS = [
  ' x',
  'x ',
  'x\n',
  'x\r\n',
  'x\r',
  '\tx',
  '\u00a0x',
  'x\u3000',
  '\ufeffx',
  'x\u2028',
  'x\u200b',
  '\u0085x',
];
const VARIABLES = ['API_KEY', 'USERNAME', 'PASSWD', 'PASSWORD', 'API_SECRET', 'ACCESS_TOKEN'].flatMap((name) => [
  `ADWRIGHT_${name}`,
  `ADWRIGHT_MAIN_${name}`,
]);

const LOGGING_IN = [['plan'], ['apply', '--auto-approve', '--json'], ['login']];

test.each(VARIABLES)('%s with white space at an end is refused before any call, by its name', async (variable) => {
  const world = await World.start(SMALL);
  for (const [index, end] of ENDS.entries()) {
    const env = { [variable]: end.replace('x', 'quick-brown') };
    // Each variable meets each command and each end; the ends meet all commands over the variables.
    for (const argv of [LOGGING_IN[(index + VARIABLES.indexOf(variable)) % LOGGING_IN.length] ?? []]) {
      const { code, stdout, stderr } = await world.run(argv, { env });
      expect(code).toBe(1);
      expect(stdout + stderr).toContain('credential-malformed');
      expect((stdout + stderr).replace(/\s+/g, ' ')).toMatch(new RegExp(`${variable} has (white space|a line break)`));
      expect(stdout + stderr).not.toContain('quick-brown');
    }
  }
  expect(world.requests()).toEqual([]);
});

test('a control character within is refused as well, several variables in one error, and white space within is not', async () => {
  const world = await World.start(SMALL);
  const env = { ADWRIGHT_PASSWD: 'a\nb', ADWRIGHT_USERNAME: 'a\u001bb', ADWRIGHT_API_KEY: '键' };
  const { code, stderr } = await world.run(['plan'], { env });
  expect(code).toBe(1);
  for (const name of Object.keys(env)) expect(stderr).toContain(`${name} has`);
  expect(world.requests()).toEqual([]);
  await world.run(['plan'], { env: { ADWRIGHT_PASSWD: 'pass word' } });
  expect(world.requests().map(({ operation }) => operation)).toEqual(['login']);
});

test('the embedded sandbox asks for none of them', async () => {
  const project = projectFile().replace('https://ads.example.com', 'sandbox');
  const folder = await projectFolder({ ...SMALL.files, 'adwright.yaml': project, 'sandbox.yaml': SMALL.fixture });
  expect((await adwright(folder, ['plan'], { env: { ADWRIGHT_API_KEY: 'x\n' } })).code).toBe(0);
});

test('a service that cannot be reached', async () => {
  const world = await World.start(SMALL);
  await world.sandbox.close();
  await expectOneError(world, /service-unreachable|cannot be reached/i);
});

test('an account info without a uid', async () => {
  const world = await World.start(SMALL);
  await world.sandbox.control.change({ account: { uid: '' } });
  await expectOneError(world, /uid/);
});

test('a name that does not exist', async () => {
  const world = await World.start(SMALL);
  await expectOneError(world, /cannot be reached/i, { env: { ADWRIGHT_BASE_URL: 'https://nowhere.invalid' } });
});

test('a refused login is sent once by each command, and those that follow with other credentials are let in', async () => {
  const world = await World.start(SMALL);
  const env = { ADWRIGHT_PASSWD: 'not-the-password' };
  for (const argv of [['plan'], ['apply', '--auto-approve'], ['login']]) {
    const { code, stderr } = await world.run(argv, { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/refused access.*not tried again/s);
  }
  expect(world.requests().map(({ operation }) => operation)).toEqual(['login', 'login', 'login']);
  expect((await world.run(['plan'])).code).toBe(0);
});

test('no secret is in the message when the service repeats what it got', async () => {
  const world = await World.start(SMALL);
  world.sandbox.control.addFaults({ operation: '*', kind: 'echo', times: 0 });
  const env = { ADWRIGHT_API_KEY: 'key-7f3a9', ADWRIGHT_PASSWD: 'pass-51c0d' };
  for (const argv of [['plan'], ['plan', '--json'], ['login', '--verbose']]) {
    const { stdout, stderr } = await world.run(argv, { env });
    expect(stdout + stderr).not.toMatch(/7f3a9|51c0d/);
  }
});

const BROKEN: readonly [string, Omit<Fault, 'operation'>][] = [
  ['HTML with 200', { kind: 'html' }],
  ['HTML with 502', { kind: 'html', status: 502 }],
  ['an empty body', { kind: 'empty' }],
  ['half of the JSON', { kind: 'truncated' }],
  ['a list', { kind: 'status', status: 200, body: '[1]' }],
  ['text', { kind: 'status', status: 200, body: '"ok"' }],
];

/** Titles of operations, by which the message says which call it was. */
const READS = [
  ['login', /Login:/],
  ['accountInfo', /Get account info/],
  ['getKeywords', /Get keywords by id/],
] as const;

test.each(READS.flatMap(([operation, words]) => BROKEN.map(([what, fault]) => ({ operation, words, what, fault }))))(
  '$what as the answer to $operation',
  async ({ operation, words, fault }) => {
    const world = await World.start(SMALL);
    world.sandbox.control.addFaults({ operation, times: 0, ...fault });
    await expectOneError(world, words);
  },
);

test.each([
  ['login', '{}', /Login:/],
  ['login', '{"uid":"x"}', /Login:/],
  ['login', '{"accessToken":null}', /Login:/],
  ['accountInfo', '{}', /account info/i],
  ['accountInfo', '{"uid":""}', /account info/i],
  ['getKeywords', '{"keywordList":"none"}', /none of the ids/],
  ['getKeywords', '{"keywordList":[{"word":"女鞋"}]}', /ids/],
] as const)('a reply of %s with missing keys: %s', async (operation, body, words) => {
  const world = await World.start(SMALL);
  world.sandbox.control.addFaults({ operation, kind: 'status', status: 200, body, times: 0 });
  await expectOneError(world, words);
});

test('not one keyword is returned: nothing is planned', async () => {
  const world = await World.start({ ...SMALL, fixture: 'keywords: []' });
  await expectOneError(world, /none of the ids/);
});

test('a proxy answer to the write is not a success: the keyword is not called done', async () => {
  const world = await World.start(SMALL);
  world.sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'html', times: 0 });
  const { code, document } = await world.json('apply', ['apply', '--auto-approve']);
  expect(code).toBe(3);
  const keyword = document.items.find(({ address }) => address === 'keyword/80001001');
  expect(keyword).toMatchObject({ outcome: 'failed' });
  expect((await world.json('plan', ['plan'])).document.summary.update).toBe(1);
});

test.each([
  ['at HTTP 200', 200],
  ['at HTTP 403', 403],
])('a used-up quota at login %s is named as such, and not as a fault of the credentials', async (_, status) => {
  const world = await World.start(SMALL);
  const body = '{"failures":[{"code":90401,"message":"quota used up"}]}';
  world.sandbox.control.addFaults({ operation: 'login', kind: 'status', status, body, times: 0 });
  for (const argv of [['plan'], ['login'], ['apply', '--auto-approve']]) {
    const { code, stderr } = await world.run(argv);
    expect(code).toBe(argv[0] === 'apply' ? 3 : 1);
    expect(stderr.replace(/\s+/g, ' ')).toContain('quota used up');
    expect(stderr).not.toContain('credentials');
  }
});

test.each([
  ['too short', 'quick-brown', 'must have at least 32 characters'],
  ['with a space', 'quick-brown fox and thirty-two characters', 'has a space, or a character that is not ASCII'],
  ['that is not ASCII', `quick-brown-键${'x'.repeat(32)}`, 'has a space, or a character that is not ASCII'],
])('an API secret %s is refused before any call, by its name', async (_, secret, fault) => {
  const project = projectFile('    login: { password: aes-128-cbc-md5 }\n');
  const world = await World.start({ ...SMALL, files: { ...SMALL.files, 'adwright.yaml': project } });
  const env = { ADWRIGHT_PASSWD: '', ADWRIGHT_PASSWORD: 'p', ADWRIGHT_API_SECRET: secret };
  for (const argv of [['plan'], ['login']]) {
    const { code, stderr } = await world.run(argv, { env });
    expect(code).toBe(1);
    expect(stderr.replace(/\s+/g, ' ')).toContain(`ADWRIGHT_API_SECRET ${fault}`);
    expect(stderr).not.toContain('quick-brown');
    expect(stderr).not.toContain('Check the credentials');
  }
  expect(world.requests()).toEqual([]);
});
