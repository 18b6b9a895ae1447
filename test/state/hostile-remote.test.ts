import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { gitBackend } from '../../src/state/backends/git/keyed-git.js';
import { failureOf, run } from '../suites/backend.js';
import { adwright } from '../support/cli.js';
import { type GitPlace, gitEnvironment, gitPlace } from './git-backend-place.js';
import { randomId, realClock } from './ports.js';

let place: GitPlace;
/** A folder with one file for each command that something hostile ran. */
let ran: string;
beforeEach(async () => {
  place = await gitPlace();
  ran = join(place.folder, 'ran');
  await mkdir(ran);
});
afterEach(() => place.remove());

const script = async (file: string, text: string) => {
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
  return file;
};

const SECRETS = { ADWRIGHT_API_KEY: 'key-7', ADWRIGHT_BRAND_A_PASSWD: 'word-8', ADWRIGHT_STATE_TOKEN: 'token-9' };
const environment = { ...gitEnvironment, PATH: process.env['PATH'] ?? '' };

async function project(remote: string): Promise<void> {
  const text = `version: 1\naccounts: { main: { baseUrl: sandbox } }\nstate:\n  backend: git\n  remote: ${JSON.stringify(remote)}\n`;
  await writeFile(join(place.clone, 'adwright.yaml'), text);
  await mkdir(join(place.clone, 'ads'), { recursive: true });
  await writeFile(
    join(place.clone, 'ads', 'a.yaml'),
    'version: 1\ngroups:\n  one: { campaignId: 1, name: one, price: 1 }\n',
  );
}

const COMMANDS = [
  ['plan'],
  ['apply', '--auto-approve'],
  ['state', 'list'],
  ['state', 'show', 'group/one'],
  ['state', 'log'],
  ['state', 'init'],
  ['status'],
  ['unlock'],
  ['unlock', '--force'],
  ['import', 'group/one', '7'],
  ['resolve', 'group/one', '--absent'],
];

async function runAll(env: Readonly<Record<string, string>> = {}): Promise<readonly (readonly [number, string])[]> {
  const ends: (readonly [number, string])[] = [];
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await adwright(place.clone, command, { env: { ...environment, ...env } });
    ends.push([code, stdout + stderr]);
  }
  return ends;
}

describe('a project file whose `state.remote` is hostile', () => {
  it.each([
    ['--upload-pack', () => `--upload-pack=touch ${ran}/option; git-upload-pack`, 'begins with "-"'],
    ['--receive-pack', () => `--receive-pack=touch ${ran}/option`, 'begins with "-"'],
    ['ext::', () => `ext::sh -c "touch ${ran}/ext"`, 'ext::'],
    ['a control character', () => `./x\n--upload-pack=touch ${ran}/line`, 'control character'],
    ['another helper', () => 'fd::17', 'fd::'],
    ['a protocol of no use here', () => 'ftp://127.0.0.1/x', 'ftp://'],
  ])('runs nothing in any command: %s', async (_name, remote, why) => {
    await project(remote());
    for (const [code, text] of await runAll()) {
      expect([code, text]).toEqual([1, expect.stringContaining('bad-setting')]);
      expect(text).toContain(why);
    }
    expect(await readdir(ran)).toEqual([]);
  });

  it('an option of ssh instead of a host is refused', async () => {
    await project(`ssh://-oProxyCommand=touch%20${encodeURIComponent(ran)}/x`);
    for (const [code] of await runAll()) expect(code).toBe(1);
    await project(`ssh://-oProxyCommand=touch ${ran}/x`);
    for (const [code] of await runAll()) expect(code).toBe(1);
    expect(await readdir(ran)).toEqual([]);
  });

  it.each(['./ads/evil', 'ads/evil', 'file://CLONE/ads/evil', 'CLONE/ads/evil'])(
    'a repository that a branch brings along is no remote: %s',
    async (written) => {
      const remote = written.replace('CLONE', place.clone);
      await project(remote);
      const evil = join(place.clone, 'ads', 'evil');
      await place.git(place.clone, 'init', '--quiet', '--bare', '--template=', 'ads/evil');
      await mkdir(join(evil, 'hooks'), { recursive: true });
      for (const hook of ['pre-receive', 'update', 'post-receive', 'reference-transaction']) {
        await script(join(evil, 'hooks', hook), `touch ${ran}/${hook}`);
      }
      // `unlock` and the like only read: a push is what runs hooks.
      const { code, stderr } = await adwright(place.clone, ['apply', '--auto-approve'], { env: environment });
      expect([code, stderr]).toEqual([1, expect.stringContaining("a folder of the project's own repository")]);
      expect(await readdir(ran)).toEqual([]);
    },
  );

  it('a folder that is made like a repository is not taken for the project’s', async () => {
    const inner = join(place.clone, 'shop');
    await place.git(place.clone, 'init', '--quiet', '--bare', '--template=', 'shop');
    await place.git(inner, 'config', 'remote.origin.url', 'ssh://127.0.0.1/x');
    await place.git(inner, 'config', 'core.sshCommand', `touch ${ran}/ssh;`);
    await writeFile(
      join(inner, 'adwright.yaml'),
      'version: 1\naccounts: { main: { baseUrl: sandbox } }\nstate: { backend: git }\n',
    );
    const { code, stderr } = await adwright(inner, ['state', 'list'], { env: environment });
    expect([code, stderr]).toEqual([1, expect.stringContaining('state-remote-failed')]);
    expect(await readdir(ran)).toEqual([]);
  });
});

describe('an address from the configuration of git', () => {
  const common = () => ({
    ...{
      root: place.clone,
      remote: 'origin',
      key: '_root',
      account: 'main',
      pid: process.pid,
      clock: realClock,
      randomId,
    },
    environment: gitEnvironment,
  });

  it.each(['url', 'pushurl'])('starts no program, whatever git would allow: %s', async (setting) => {
    await place.git(place.clone, 'config', 'protocol.ext.allow', 'always');
    await place.git(place.clone, 'config', `remote.origin.${setting}`, `ext::sh -c "touch ${ran}/ext"`);
    expect((await failureOf(gitBackend(common()).read())).text).toContain('ext::');
    await place.git(place.clone, 'config', `remote.origin.${setting}`, `--upload-pack=touch ${ran}/option`);
    expect((await failureOf(gitBackend(common()).read())).text).toContain('option of git');
    expect(await readdir(ran)).toEqual([]);
  });

  it('nor does one that git puts in place of another', async () => {
    await place.git(place.clone, 'config', 'protocol.allow', 'always');
    await place.git(place.clone, 'config', 'remote.origin.url', 'https://git.example/x');
    await place.git(place.clone, 'config', `url.ext::sh -c "touch ${ran}/ext" .insteadOf`, 'https://git.example/');
    expect((await failureOf(gitBackend(common()).read())).text).toContain("transport 'ext' not allowed");
    expect(await readdir(ran)).toEqual([]);
  });

  it('keeps what the user allows where that is less', async () => {
    const narrow = { ...common(), environment: { ...gitEnvironment, GIT_ALLOW_PROTOCOL: 'https:ext' } };
    expect((await failureOf(gitBackend(narrow).read())).text).toContain("transport 'file' not allowed");
  });
});

describe('what git is given as its environment', () => {
  const open = (root: string, more: Readonly<Record<string, string>> = {}) =>
    gitBackend({
      ...{ root, remote: 'origin', key: '_root', account: 'main', pid: process.pid, clock: realClock, randomId },
      environment: { ...gitEnvironment, ...SECRETS, adwright_password: 'word-10', ...more },
    });

  async function seen(): Promise<string> {
    const files = await readdir(ran);
    expect(files).not.toEqual([]);
    const texts = await Promise.all(files.map((file) => readFile(join(ran, file), 'utf8')));
    for (const text of texts) expect(text).toContain('GIT_TERMINAL_PROMPT=0');
    return texts.join('\n');
  }

  it('holds no credentials of the service for ssh', async () => {
    await place.git(place.clone, 'remote', 'set-url', 'origin', 'ssh://127.0.0.1/x');
    const ssh = await script(join(place.folder, 'ssh.sh'), `env > ${ran}/ssh; exit 1`);
    await failureOf(open(place.clone, { GIT_SSH_COMMAND: ssh }).read());
    expect(await seen()).not.toMatch(/adwright_|key-7|word-8|token-9|word-10/i);
  });

  it('nor for a credential helper', async () => {
    const server = createServer((_request, reply) => {
      reply.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await place.git(place.clone, 'remote', 'set-url', 'origin', `http://127.0.0.1:${port}/x.git`);
    const helper = await script(join(place.folder, 'helper.sh'), `env > ${ran}/helper`);
    await place.git(place.clone, 'config', 'credential.helper', helper);
    await failureOf(open(place.clone).read());
    expect(await seen()).not.toMatch(/adwright_|key-7|word-8|token-9|word-10/i);
  });

  it('nor for the hooks of a remote on this machine', async () => {
    await script(join(place.remote, 'hooks', 'pre-receive'), `env > ${ran}/hook`);
    const { held } = await open(place.clone).lock('apply', { seconds: 0 });
    await held.release();
    expect(await seen()).not.toMatch(/adwright_|key-7|word-8|token-9|word-10/i);
  });
});

describe('a hook of the server that refuses', () => {
  it.each([
    ['pre-receive', 'echo "Only the release job may write here." >&2\necho "Ask in #ads." >&2\nexit 1'],
    ['update', 'echo "Only the release job may write here."\necho "Ask in #ads."\nexit 1'],
  ])('its words are shown: %s', async (hook, text) => {
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    await script(join(place.remote, 'hooks', hook), text);
    const failure = await failureOf(backend.append(held, [run(1)]));
    expect(failure.codes).toEqual(['state-remote-failed']);
    expect(failure.text).toContain('The remote says: "Only the release job may write here. Ask in #ads.');
    await script(join(place.remote, 'hooks', hook), 'exit 0');
    await held.release();
  });
});
