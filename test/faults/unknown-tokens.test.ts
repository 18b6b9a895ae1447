import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { adwright } from '../support/cli.js';
import { World } from '../support/scenario/world.js';
import { FIXTURE, faultyFiles } from './faulty-world.js';

/** A token that no one here knows: the session of a gateway, say. No form of it gives it away. */
const TOKEN = 'brown-fox';

const BODIES: readonly (readonly [string, Partial<Fault>])[] = [
  ['XML', { status: 200, body: `<?xml version="1.0"?><r><accessToken>${TOKEN}</accessToken></r>` }],
  ['JSON cut short', { status: 200, body: `{"uid":"7","accessToken":"${TOKEN}` }],
  ['a notice before the JSON', { status: 200, body: `Notice: x in y.php {"token":"${TOKEN}"}` }],
  [
    'a failure that repeats the header',
    { status: 500, body: `{"failures":[{"code":1,"message":"accessToken: ${TOKEN}"}]}` },
  ],
  ['a list of headers', { status: 502, body: `["accessToken","${TOKEN}"]` }],
];

async function textsBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
}

const operations = (world: World) => world.requests().map(({ operation }) => operation);

test.each(BODIES)('the login answers with %s: one login, and nothing of it is shown anywhere', async (_, fault) => {
  const isGateway = fault.status === 502;
  const world = await World.start({ files: faultyFiles(), fixture: FIXTURE });
  for (const argv of [
    ['plan', '--verbose', '--out', 'plan.json', '--markdown', 'plan.md'],
    ['plan', '--json'],
    ['apply', '--auto-approve', '--verbose'],
    ['login', '--json'],
  ]) {
    world.sandbox.control.clearFaults();
    world.sandbox.control.addFaults({ operation: 'login', kind: 'status', times: 0, ...fault });
    const before = operations(world).length;
    const { code, stdout, stderr } = await world.run(argv);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('Login');
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(operations(world).slice(before)).toEqual(isGateway ? ['login', 'login'] : ['login']);
  }
  expect((await textsBelow(world.folder)).filter((text) => text.includes(TOKEN))).toEqual([]);
});

test.each(BODIES)('a token in %s is masked in every output, in journal and state', async (_, fault) => {
  const world = await World.start({ files: faultyFiles(), fixture: FIXTURE });
  const shown: string[] = [];
  const run = async (...argv: string[]) => {
    const { stdout, stderr } = await world.run(argv);
    shown.push(stdout, stderr);
  };
  const answer = (operation: Fault['operation']) => {
    world.sandbox.control.clearFaults();
    world.sandbox.control.addFaults({ operation, kind: 'status', times: 0, ...fault });
  };
  answer('getKeywords');
  await run('plan', '--verbose', '--markdown', 'failed.md');
  await run('plan', '--json');
  world.sandbox.control.clearFaults();
  for (const operation of ['addGroups', 'addAppTask', 'updateKeywords', 'updatePictureTags'] as const) {
    world.sandbox.control.addFaults({ operation, kind: 'status', times: 0, ...fault });
  }
  await run('apply', '--auto-approve', '--json');
  world.sandbox.control.clearFaults();
  await run('plan', '--markdown', 'plan.md', '--out', 'plan.json');
  await run('show', 'plan.json');
  await run('state', 'show', 'group/a');
  const files = await textsBelow(world.folder);
  // That what was answered was told at all: else nothing would be proved.
  expect(shown.join('') + files.join('')).toContain('***');
  expect([...shown, ...files].filter((text) => text.includes(TOKEN))).toEqual([]);
});

test('a bug in Adwright shows no credential, with its stack or without', async () => {
  const env = { ADWRIGHT_PASSWD: 'quick-brown', ADWRIGHT_STATE_SECRET_ACCESS_KEY: 'lazy-dog' };
  const world = await World.start({ files: faultyFiles(), fixture: FIXTURE });
  for (const argv of [['plan'], ['plan', '--verbose'], ['plan', '--json']]) {
    const { code, stdout, stderr } = await adwright(world.folder, argv, {
      env,
      clock: {
        now: () => {
          throw new TypeError('at work on quick-brown, lazy-dog and {"token":"brown-fox"}');
        },
        sleep: async () => undefined,
      },
    });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('at work on ***');
    expect(stdout + stderr).not.toMatch(/quick-brown|lazy-dog|brown-fox/);
  }
});
