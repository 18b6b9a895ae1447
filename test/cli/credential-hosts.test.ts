import { chmod, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import type { CliOptions } from '../support/cli.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Where credentials may go: the project file comes with a branch, the environment and this machine's memory do not. */

const words = (text: string) => text.replace(/\s+/g, ' ');

/** The service stands under several names of this machine; `ADWRIGHT_BASE_URL` does not say which. */
async function projectAt(host: string) {
  const world = await World.start(SMALL);
  const { port } = new URL(world.sandbox.url);
  const goTo = async (name: string) => {
    const text = await world.read('adwright.yaml');
    await world.write('adwright.yaml', text.replace(/baseUrl: http.*/, `baseUrl: http://${name}:${port}`));
  };
  await goTo(host);
  const run = (argv: readonly string[], { env, ...more }: CliOptions = {}) =>
    world.run(argv, { ...more, env: { ADWRIGHT_BASE_URL: '', ...env } });
  const error = (argv: readonly string[], { env, ...more }: CliOptions = {}) =>
    world.json('error', argv, { ...more, env: { ADWRIGHT_BASE_URL: '', ...env } });
  return { world, goTo, run, error };
}

async function expectRefused(
  { world, error }: Awaited<ReturnType<typeof projectAt>>,
  code: string,
  argv: readonly string[] = ['plan'],
  options: CliOptions = {},
) {
  world.sandbox.control.clearLog();
  const refused = await error(argv, options);
  expect({ argv, code: refused.code, error: refused.document.error.code }).toEqual({ argv, code: 1, error: code });
  expect(world.requests()).toEqual([]);
  return refused.document.error.message;
}

describe('without ADWRIGHT_HOSTS', () => {
  test.each([
    ['plan'],
    ['apply', '--auto-approve'],
    ['account'],
    ['status'],
    ['keywords', 'get', '80001001'],
    ['import', 'group/autumn', '5'],
  ])('another host than the first one is refused before any call: %s %s', async (...argv) => {
    const project = await projectAt('127.0.0.1');
    expect((await project.run(['plan'])).code).toBe(0);
    await project.goTo('localhost');
    const message = await expectRefused(project, 'host-changed', argv);
    expect(message).toContain('have been sent to 127.0.0.1; adwright.yaml now names localhost');
    await project.goTo('127.0.0.1');
    expect((await project.run(['plan'])).code).toBe(0);
  });

  test('a login on the new host lets it in, and only a login that succeeds', async () => {
    const project = await projectAt('localhost');
    expect((await project.run(['account'])).code).toBe(0);
    await project.goTo('127.0.0.1');
    expect((await project.run(['login'], { env: { ADWRIGHT_PASSWD: 'wrong' } })).code).toBe(1);
    await expectRefused(project, 'host-changed');
    expect((await project.run(['login'])).code).toBe(0);
    expect((await project.run(['plan'])).code).toBe(0);
    // The one before was not given up.
    await project.goTo('localhost');
    expect((await project.run(['plan'])).code).toBe(0);
  });

  test('another port is the same host, and another spelling too', async () => {
    const project = await projectAt('127.0.0.1');
    expect((await project.run(['plan'])).code).toBe(0);
    const other = await startSandbox({});
    onTestFinished(() => other.close());
    const text = await project.world.read('adwright.yaml');
    await project.world.write('adwright.yaml', text.replace(/baseUrl: .*/, `baseUrl: ${other.url}`));
    expect((await project.run(['account'])).code).toBe(0);
    await project.goTo('127.1');
    expect((await project.run(['account'])).code).toBe(0);
  });

  test('a branch that changes the lineage, takes it away or renames the account is noticed too', async () => {
    const project = await projectAt('127.0.0.1');
    expect((await project.run(['apply', '--auto-approve'])).code).toBe(0);
    const text = await project.world.read('adwright.yaml');
    const lineage = / *lineage: \w+\n/.exec(text)?.[0] ?? '?';
    for (const [from, to] of [
      [lineage, lineage.replace(/\w+\n$/, '0123456789abcdef\n')],
      [lineage, ''],
      ['  main:', '  trunk:'],
    ] as const) {
      await project.world.write('adwright.yaml', text.replace(from, to));
      await project.goTo('localhost');
      await expectRefused(project, 'host-changed', ['account']);
    }
  });

  test('by lineage, another checkout is known as well', async () => {
    const project = await projectAt('127.0.0.1');
    const userFolders = { config: join(project.world.folder, 'c'), data: join(project.world.folder, 'd') };
    expect((await project.run(['apply', '--auto-approve'], { userFolders })).code).toBe(0);
    const clone = await projectAt('127.0.0.1');
    await clone.world.write('adwright.yaml', await project.world.read('adwright.yaml'));
    await clone.goTo('localhost');
    await expectRefused(clone, 'host-changed', ['account'], { userFolders });
    await clone.goTo('127.0.0.1');
    expect((await clone.run(['account'], { userFolders })).code).toBe(0);
  });

  test('a host that was never reached is not remembered', async () => {
    const project = await projectAt('127.0.0.1');
    const text = await project.world.read('adwright.yaml');
    await project.world.write('adwright.yaml', text.replace(/baseUrl: .*/, 'baseUrl: https://nowhere.invalid'));
    expect((await project.run(['account'])).code).toBe(1);
    await project.world.write('adwright.yaml', text);
    expect((await project.run(['account'])).code).toBe(0);
  });

  test('ADWRIGHT_BASE_URL is the user’s own word: let through, and not remembered', async () => {
    const project = await projectAt('127.0.0.1');
    const own = project.world.sandbox.url.replace('127.0.0.1', 'localhost');
    expect((await project.run(['account'], { env: { ADWRIGHT_BASE_URL: own } })).code).toBe(0);
    expect((await project.run(['account'])).code).toBe(0);
    expect((await project.run(['account'], { env: { ADWRIGHT_MAIN_BASE_URL: own } })).code).toBe(0);
    await project.goTo('localhost');
    await expectRefused(project, 'host-changed');
  });

  test('the general ADWRIGHT_BASE_URL is for one account', async () => {
    const project = await projectAt('127.0.0.1');
    expect((await project.run(['account'])).code).toBe(0);
    const second = '  other: { baseUrl: sandbox, manifests: [o.yaml] }\n';
    await project.world.edit('adwright.yaml', '  main:\n', `${second}  main:\n    manifests: [ads/*.yaml]\n`);
    await project.goTo('localhost');
    const env = { ADWRIGHT_BASE_URL: project.world.sandbox.url };
    await expectRefused(project, 'host-changed', ['account', '--account', 'main'], { env });
  });

  test('the embedded sandbox gets no credentials, and is not another host', async () => {
    const project = await projectAt('127.0.0.1');
    expect((await project.run(['account'])).code).toBe(0);
    const text = await project.world.read('adwright.yaml');
    await project.world.write('adwright.yaml', text.replace(/baseUrl: .*/, 'baseUrl: sandbox'));
    expect((await project.run(['account'], { env: { ADWRIGHT_HOSTS: 'ads.example.com' } })).code).toBe(0);
    await project.world.write('adwright.yaml', text);
    expect((await project.run(['account'])).code).toBe(0);
  });

  test('what was remembered and cannot be read lets nothing through; a login writes it again', async () => {
    const project = await projectAt('127.0.0.1');
    const data = join(project.world.folder, 'data');
    const user = { userFolders: { config: data, data } };
    expect((await project.run(['account'], user)).code).toBe(0);
    const [record = ''] = (await readdir(data)).filter((name) => name.startsWith('hosts-'));
    for (const text of ['', '{"version":1,"hosts":"localhost"}']) {
      await writeFile(join(data, record, '1.json'), text);
      await expectRefused(project, 'memory-damaged', ['account'], user);
    }
    expect((await project.run(['login'], user)).code).toBe(0);
    expect((await project.run(['account'], user)).code).toBe(0);
    await project.goTo('localhost');
    await expectRefused(project, 'host-changed', ['account'], user);
  });

  test('without a folder of the user, or one that cannot be written, a plan works and says what it cannot do', async () => {
    const project = await projectAt('127.0.0.1');
    const closed = join(project.world.folder, 'closed');
    await writeFile(closed, '');
    await chmod(closed, 0o400);
    for (const userFolders of [undefined, { config: join(closed, 'c'), data: join(closed, 'd') }]) {
      const run = await project.run(['plan'], { userFolders });
      expect({ code: run.code, out: run.stdout.includes('group/autumn') }).toEqual({ code: 0, out: true });
      expect(words(run.stdout + run.stderr)).toMatch(
        /\[memory-unavailable\].*could not be recorded|cannot be recorded/,
      );
      expect((await project.run(['login', '--remember'], { userFolders })).code).toBe(0);
    }
    const login = await project.run(['login', '--remember'], { userFolders: undefined });
    expect(words(login.stderr)).toContain('`--remember` cannot keep the token');
    // Where nothing need be remembered, there is nothing to say.
    const env = { ADWRIGHT_HOSTS: '127.0.0.1' };
    expect((await project.run(['account'], { userFolders: undefined, env })).stderr).toBe('');
  });
});

describe('with ADWRIGHT_HOSTS', () => {
  test.each(['127.0.0.1', 'ads.example.com, 127.0.0.1 ,', '127.1'])('%j lets 127.0.0.1 in', async (hosts) => {
    const project = await projectAt('127.0.0.1');
    expect((await project.run(['account'], { env: { ADWRIGHT_HOSTS: hosts } })).code).toBe(0);
  });

  test.each(['ads.example.com', 'localhost', '127.0.0.2', '0.0.1.example'])(
    '%j lets nothing go to 127.0.0.1',
    async (hosts) => {
      const project = await projectAt('127.0.0.1');
      const env = { ADWRIGHT_HOSTS: hosts };
      for (const argv of [['plan'], ['login'], ['account'], ['apply', '--auto-approve']]) {
        await expectRefused(project, 'host-not-allowed', argv, { env });
      }
      await expectRefused(project, 'host-not-allowed', ['account'], {
        env: { ...env, ADWRIGHT_ACCESS_TOKEN: 'token' },
      });
      // Not even by the user's own word.
      const own = { ...env, ADWRIGHT_BASE_URL: project.world.sandbox.url };
      await expectRefused(project, 'host-not-allowed', ['account'], { env: own });
    },
  );

  test('it counts instead of what is remembered', async () => {
    const project = await projectAt('127.0.0.1');
    expect((await project.run(['account'])).code).toBe(0);
    await project.goTo('localhost');
    expect((await project.run(['account'], { env: { ADWRIGHT_HOSTS: 'localhost,127.0.0.1' } })).code).toBe(0);
    await expectRefused(project, 'host-changed');
  });

  test.each(['127.0.0.1:443', 'http://127.0.0.1', '*', '*.example.com', ','])(
    '%j is no list of hosts',
    async (hosts) => {
      const project = await projectAt('127.0.0.1');
      await expectRefused(project, 'hosts-setting', ['plan'], { env: { ADWRIGHT_HOSTS: hosts } });
    },
  );
});

describe('in CI', () => {
  const warned = async (env: Record<string, string>) => {
    const { world } = await projectAt('127.0.0.1');
    await world.write('adwright.yaml', projectFile().replace('https://ads.example.com', world.sandbox.url));
    const options = { env: { CI: 'true', ADWRIGHT_BASE_URL: '', ...env } };
    const { document } = await world.json('plan', ['plan', '--markdown', 'plan.md'], options);
    const ofJson = document.diagnostics.filter(({ code }) => code === 'host-from-branch');
    const text = await world.run(['plan'], options);
    const markdown = await world.read('plan.md');
    const query = await world.run(['account'], options);
    const times = (output: string) => output.split('In CI a branch can change').length - 1;
    const outputs = [`${text.stdout}${text.stderr}`, markdown, `${query.stdout}${query.stderr}`].map(times);
    return [ofJson.length, ...outputs];
  };

  test('with neither variable, one warning in text, JSON, Markdown and next to a query', async () => {
    expect(await warned({})).toEqual([1, 1, 1, 1]);
  });

  test('with ADWRIGHT_HOSTS or with a base URL of the environment, none', async () => {
    expect(await warned({ ADWRIGHT_HOSTS: '127.0.0.1' })).toEqual([0, 0, 0, 0]);
    const { world } = await projectAt('127.0.0.1');
    const env = { CI: 'true', ADWRIGHT_BASE_URL: world.sandbox.url };
    expect((await world.run(['account'], { env })).stderr).toBe('');
  });
});

describe('plain http', () => {
  test('to another machine is an error, wherever the address comes from', async () => {
    const project = await projectAt('127.0.0.1');
    const env = { ADWRIGHT_BASE_URL: 'http://ads.example.com' };
    await expectRefused(project, 'plain-http', ['account'], { env });
    await project.world.write('adwright.yaml', projectFile().replace('https', 'http'));
    for (const argv of [['plan'], ['validate'], ['account']]) await expectRefused(project, 'plain-http', argv);
    expect((await project.run(['validate'], { env: { ADWRIGHT_ALLOW_HTTP: '1' } })).code).toBe(0);
    // Any other value does not say yes.
    await expectRefused(project, 'plain-http', ['plan'], { env: { ADWRIGHT_ALLOW_HTTP: '0' } });
  });
});

test.each([301, 302, 307, 308])('the target of a redirect (%s) gets nothing', async (status) => {
  const project = await projectAt('127.0.0.1');
  let asked = 0;
  const target = createServer((_, response) => {
    asked++;
    response.end('{}');
  });
  const from = createServer((_, response) => {
    const address = target.address();
    const port = typeof address === 'object' ? address?.port : 0;
    response.writeHead(status, { location: `http://localhost:${port}/account/clientLogin` }).end();
  });
  for (const server of [target, from]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    target.close();
    from.close();
  });
  const address = from.address();
  const env = { ADWRIGHT_BASE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
  expect((await project.run(['account'], { env })).code).toBe(1);
  expect((await project.run(['account'], { env: { ...env, ADWRIGHT_ACCESS_TOKEN: 'token' } })).code).toBe(1);
  expect(asked).toBe(0);
});
