import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { adwright, listing } from '../support/cli.js';
import { documentOf } from '../support/documents.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/shoe-store', import.meta.url));
const GOLDEN = fileURLToPath(new URL('../scenarios/example-shoe-store/golden', import.meta.url));

async function copyOfExample(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-example-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(EXAMPLE, folder, { recursive: true, filter: (path) => !path.endsWith('.adwright') });
  return folder;
}

/** A plan without its first line, which says when it was made. */
const bodyOf = (plan: string) => plan.slice(plan.indexOf('\n'));

const OTHER_NAMES = `
options:
  login:
    apiKey: key-of-the-shop
    userName: 鞋城-01
    scheme: aes-128-cbc-md5
    password: Test#2024
    apiSecret: 0123456789abcdeffedcba9876543210
  service:
    platformSegment: promo
    richCreativeWord: bundle
    loginPath: /uc/account/clientLogin
`;

test('the example does the same on a stand-alone sandbox with other names and a password scheme', async () => {
  const world = await World.start({
    project: EXAMPLE,
    fixture: (await readFile(join(EXAMPLE, 'sandbox.yaml'), 'utf8')) + OTHER_NAMES,
  });
  await world.edit(
    'adwright.yaml',
    '    baseUrl: sandbox\n',
    `    baseUrl: https://ads.example.com
    login: { password: aes-128-cbc-md5 }
    service: { platformSegment: promo, richCreativeWord: bundle, loginPath: /uc/account/clientLogin }
`,
  );
  const plan = await world.must('plan');
  expect(bodyOf(plan.stdout)).toBe(bodyOf(await readFile(join(GOLDEN, 'plan.txt'), 'utf8')));
  const applied = await world.json('apply', ['apply', '--auto-approve']);
  expect(applied.code).toBe(0);
  expect(applied.stdout).toBe(await readFile(join(GOLDEN, 'apply.json'), 'utf8'));
  expect((await world.must('plan')).stdout).toContain('No changes.');
  const paths = new Set(world.requests().map(({ path }) => path));
  expect([...paths].sort()).toEqual([
    '/promo/app/addTask',
    '/promo/app/getAppList',
    '/promo/bundle/add',
    '/promo/group/batchAdd',
    '/promo/keyword/getInfoByIdList',
    '/promo/keyword/update',
    '/promo/pichouse/getPictureList',
    '/promo/pichouse/updateTags',
    '/uc/account/clientLogin',
    '/uc/account/getInfo',
  ]);

  await world.sandbox.control.change({ keywords: [{ id: '310547001102', price: '4.50' }] });
  const { document } = await world.json('plan', ['plan']);
  expect(document.changes).toMatchObject([{ address: 'keyword/310547001102', action: 'update', drift: true }]);
});

test('the command `sandbox` serves a project from another folder until it is stopped', async () => {
  const folder = await copyOfExample();
  const stop = new AbortController();
  let said = '';
  let listening: (url: string) => void = () => undefined;
  const address = new Promise<string>((resolve) => {
    listening = resolve;
  });
  const running = adwright(folder, ['sandbox', '--port', '0', '--fixture', 'sandbox.yaml', '--data', 'service'], {
    signal: stop.signal,
    onOutput: (text) => {
      said += text;
      const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(said)?.[1];
      if (url !== undefined) listening(url);
    },
  });
  const env = {
    ADWRIGHT_BASE_URL: await address,
    ADWRIGHT_API_KEY: 'sandbox',
    ADWRIGHT_USERNAME: 'sandbox',
    ADWRIGHT_PASSWD: 'sandbox',
  };
  const plan = await adwright(folder, ['plan'], { env });
  expect(plan).toMatchObject({ code: 0, stderr: '' });
  expect(bodyOf(plan.stdout)).toBe(bodyOf(await readFile(join(GOLDEN, 'plan.txt'), 'utf8')));
  stop.abort();
  expect(await running).toMatchObject({ code: 0, stderr: '' });
});

test('with the embedded sandbox: plan writes nothing, apply does it, and the second plan is empty', async () => {
  const folder = await copyOfExample();
  const before = await listing(folder);
  expect((await adwright(folder, ['plan'])).code).toBe(0);
  expect(await listing(folder)).toEqual(before);
  expect((await adwright(folder, ['apply', '--auto-approve', '--quiet'])).code).toBe(0);
  const applied = await listing(folder);
  const second = await adwright(folder, ['plan', '--detailed-exitcode']);
  expect(second.code).toBe(0);
  expect(second.stdout).toContain('No changes.');
  expect(await listing(folder)).toEqual(applied);
});

test('plan writes the file that --out names, and no other', async () => {
  const world = await World.start(SMALL);
  const before = await listing(world.folder);
  await world.must('plan', '--out', 'plan.json');
  const added = (await listing(world.folder)).filter((line) => !before.includes(line));
  expect(added.map((line) => line.split(' ')[0])).toEqual(['plan.json']);
});

test('an apply of an unchanged account sends no write and leaves the state as it was', async () => {
  const world = await World.start(SMALL);
  await world.must('apply', '--auto-approve');
  await world.must('apply', '--auto-approve');
  world.sandbox.control.clearLog();
  const state = await world.read('.adwright/state/main/state.json').catch(() => '');
  const { code, document } = await world.json('apply', ['apply', '--auto-approve']);
  expect({ code, status: document.status }).toEqual({ code: 0, status: 'nothing-to-do' });
  expect(world.writes()).toEqual([]);
  expect(await world.read('.adwright/state/main/state.json').catch(() => '')).toBe(state);
});

const READ_FORMS = ['two-decimals', 'trimmed'] as const;

test.each(READ_FORMS)(
  'read back as %s, enabled and destinationUrl, and written otherwise, is no difference',
  async (form) => {
    const world = await World.start({
      files: {
        'adwright.yaml': projectFile(),
        'ads/keywords.yaml': `version: 1
keywords:
  - { id: 80001001, price: 1.5, status: enable, url: "https://www.example.com/?a=1&b={wordid}", mobileUrl: "" }
  - { id: "80001002", price: "0.70", status: pause, matchType: phrase }
  - { id: 80001003, price: 2.00 }
`,
      },
      fixture: `keywords:
  - { id: "80001001", price: "1.50", optStatus: enabled, destinationUrl: "https://www.example.com/?a=1&b={wordid}" }
  - { id: "80001002", price: "0.7", optStatus: paused, matchType: phrase, status: pause }
  - { id: "80001003", price: "2.0", optStatus: enabled, status: pending }
options: { moneyText: ${form}, idsAs: number }
`,
    });
    const { document } = await world.json('plan', ['plan']);
    expect(document.changes).toEqual([]);
    expect(document.summary.noop).toBe(3);
  },
);

const PAUSED = `keywords:
  - { id: "80001001", price: "0.80", optStatus: paused, status: pause }
`;

test.each(['enable', 'unchanged'] as const)(
  'a paused keyword whose bid changes stays paused where a missing status means: %s',
  async (missingStatus) => {
    const world = await World.start({
      files: {
        'adwright.yaml': projectFile(),
        'ads/keywords.yaml': 'version: 1\nkeywords:\n  - { id: 80001001, price: 0.90 }\n',
      },
      fixture: `${PAUSED}options: { missingStatus: ${missingStatus} }\n`,
    });
    await world.must('apply', '--auto-approve');
    expect(world.sandbox.control.state().keywords).toMatchObject([{ price: '0.90', optStatus: 'paused' }]);
    expect(world.writes().map(({ fields }) => fields['keywords'])).toEqual([
      '[{"id":80001001,"price":0.9,"status":"pause"}]',
    ]);
  },
);

test('with --json, stdout is one document whatever the command', async () => {
  const world = await World.start(SMALL);
  const rows = ['account', 'status'];
  for (const argv of [
    ['validate'],
    ['plan'],
    ['apply', '--auto-approve'],
    ['state', 'list'],
    ...rows.map((one) => [one]),
  ]) {
    const run = await world.run([...argv, '--json']);
    const name = { validate: 'validate', plan: 'plan', apply: 'apply', state: 'state-list' } as const;
    documentOf(name[argv[0] as keyof typeof name] ?? 'rows', run);
    expect(run.code).toBe(0);
  }
  for (const argv of [
    ['accept', 'group/nope'],
    ['resolve', 'group/autumn', '--absent'],
    ['import', 'keyword/80001001', '7'],
    ['state', 'show', 'group/nope'],
    ['state', 'rm', 'group/nope'],
    ['state', 'mv', 'group/autumn', 'app/x'],
    ['plan', '--account', 'nobody'],
    ['plan', '--fail-on', 'nothing'],
    ['plan', '--no-such-option'],
    ['no-such-command'],
    ['schema', 'nope'],
    ['destroy'],
  ]) {
    const run = await world.run([...argv, '--json']);
    documentOf('error', run);
    expect({ argv, code: run.code }).toEqual({ argv, code: 1 });
  }
});
