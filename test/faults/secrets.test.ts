import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import type { CliRun } from '../support/cli.js';
import { World } from '../support/scenario/world.js';
import { FIXTURE, faultyFiles } from './faulty-world.js';

const SECRETS = {
  apiKey: 'key/7f3a9+b=&%',
  password: 'Pa ss"51c0d+é/=%&',
  apiSecret: '0123456789abcdeffedcba98765432fe',
};
const LOGIN = `    login: { password: aes-128-cbc-md5 }\n`;

/** A text in every way in which a service or a log may write it. */
function spellings(secret: string): readonly string[] {
  const encoded = encodeURIComponent(secret);
  return [
    secret,
    encoded,
    encoded.toLowerCase(),
    encodeURIComponent(encoded),
    new URLSearchParams({ x: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ];
}

async function filesBelow(folder: string): Promise<readonly [string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1), await readFile(path, 'latin1')] as [string, string];
      }),
  );
}

test('no secret gets out of a service that echoes headers and bodies: not into output, state, journal, plan or rescue file', async () => {
  const { encryptPassword } = await import('../../src/api/index.js');
  const world = await World.start({
    files: faultyFiles(LOGIN),
    fixture: `${FIXTURE}options:
  login: { scheme: aes-128-cbc-md5, apiKey: ${JSON.stringify(SECRETS.apiKey)}, password: ${JSON.stringify(SECRETS.password)}, apiSecret: "${SECRETS.apiSecret}" }
`,
  });
  const { control } = world.sandbox;
  const echo = (operation: Fault['operation'], times = 1, more: Partial<Fault> = {}) =>
    control.addFaults({ operation, kind: 'echo', times, ...more });
  const said: CliRun[] = [];
  const run = async (...argv: string[]) => {
    const end = await world.run([...argv, '--verbose']);
    said.push(end);
    return end;
  };

  // Reads meet it once and continue, or forever and end; a plan is saved on the way.
  for (const operation of ['accountInfo', 'getKeywords', 'getApps', 'listPictures'] as const) echo(operation);
  expect((await run('plan', '--out', 'plan.json', '--markdown', 'plan.md')).code).toBe(0);
  echo('getKeywords', 0);
  expect((await run('plan', '--json')).code).toBe(1);
  control.clearFaults();

  // Every write meets it: what is in doubt keeps the service's words in the journal. The creative's outcome finds the
  // lock gone and is rescued.
  for (const operation of ['addGroups', 'addAppTask', 'updateKeywords', 'updatePictureTags'] as const)
    echo(operation, 0);
  echo('addRichCreatives', 1, { milliseconds: 1_500 });
  const applying = run('apply', '--auto-approve', '--json');
  await vi.waitFor(() => expect(world.writes().some(({ operation }) => operation === 'addRichCreatives')).toBe(true), {
    timeout: 90_000,
    interval: 10,
  });
  expect((await run('unlock', '--force')).code).toBe(0);
  expect((await applying).code).toBe(7);
  for (const argv of [
    ['plan'],
    ['state', 'list'],
    ['state', 'log'],
    ['state', 'show', 'group/a'],
    ['show', 'plan.json'],
  ])
    await run(...argv);
  echo('*', 0);
  for (const argv of [
    ['login'],
    ['account'],
    ['status'],
    ['keywords', 'tags'],
    ['pictures', 'unbind', 'unbind.yaml', '--auto-approve'],
  ]) {
    expect((await run(...argv)).code).not.toBe(0);
  }

  const files = await filesBelow(world.folder);
  for (const name of ['plan.json', 'plan.md', 'state/main/journal.jsonl', 'adwright-rescue-']) {
    expect(files.map(([path]) => path).join(), `the file ${name}`).toContain(name);
  }
  expect(files.find(([path]) => path.includes('journal.jsonl'))?.[1]).toContain('internal error');
  expect(files.find(([path]) => path.includes('rescue'))?.[1]).toContain('internal error');
  const haystacks = [...files, ...said.map(({ stdout, stderr }, index) => [`run ${index}`, stdout + stderr] as const)];
  const tokens = control.state().tokens.map((token) => token.id);
  expect(tokens.length).toBeGreaterThan(0);
  const needles = [...Object.values(SECRETS), encryptPassword(SECRETS.password, SECRETS.apiSecret), ...tokens].flatMap(
    spellings,
  );
  const leaks = haystacks.flatMap(([name, text]) =>
    needles.filter((needle) => text.includes(needle)).map((needle) => `${name}: ${needle}`),
  );
  expect(leaks).toEqual([]);
});
