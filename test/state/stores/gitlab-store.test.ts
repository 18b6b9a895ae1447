import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/diagnostics/failure.js';
import type { LockRecord } from '../../../src/model/index.js';
import { openGitlab, stateName } from '../../../src/state/backends/gitlab/open-gitlab.js';
import { serialsOf, versionDocument } from '../../../src/state/backends/gitlab/state-version.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import { backendSuite, OVER_NETWORK } from '../../suites/backend.js';
import { logStoreSuite } from '../../suites/log-store.js';
import { randomId, realClock } from '../ports.js';
import { type GitlabServer, type GitlabServerOptions, JOB_TOKEN, startGitlab, TOKEN } from './gitlab-server.js';
import { soon, storePorts } from './store-ports.js';

/** `npm run test:stores` takes its time. */
const FULL = process.env['ADWRIGHT_STORES'] === 'full';

const TOKENS = { ADWRIGHT_STATE_TOKEN: TOKEN };
const NAME = 'adwright~~_root~~main';

logStoreSuite(
  'gitlab',
  async () => {
    const server = await startGitlab();
    return {
      open: ({ key = '_root', account = 'main' } = {}) =>
        openGitlab(storePorts('gitlab', { url: server.url, project: 'ads/shop', key }, TOKENS, account)),
      remove: () => server.stop(),
    };
  },
  { pairs: FULL ? 50 : 4, keepsAll: true },
);

backendSuite(
  'gitlab',
  async () => {
    const server = await startGitlab();
    return {
      open: (account = 'main') =>
        openLog(soon(openGitlab(storePorts('gitlab', { url: server.url, project: 'ads/shop' }, TOKENS, account))), {
          ...{ account, pid: process.pid, clock: realClock, randomId },
        }),
      remove: () => server.stop(),
    };
  },
  { runners: 2, rounds: 1, only: FULL ? undefined : OVER_NETWORK },
);

describe('GitLab', () => {
  let server: GitlabServer | undefined;
  const start = async (options: GitlabServerOptions = {}) => {
    server = await startGitlab(options);
    return server;
  };
  const open = (at: GitlabServer, more: Readonly<Record<string, string>> = {}, environment: object = TOKENS) =>
    openGitlab(storePorts('gitlab', { url: at.url, project: 'ads/shop', ...more }, { ...environment }));
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });
  const codeOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (one: unknown) => one,
    );
    if (error instanceof Failure) return `${error.diagnostics[0]?.code}: ${error.message}`;
    return error === undefined ? 'done' : `unsure: ${error instanceof Error ? error.message : error}`;
  };
  const holder = (id: string): LockRecord => ({
    ...{ id, fence: 1, command: 'apply', user: 'maria@laptop', host: 'laptop', pid: 7, bootId: 'b', pidNamespace: '1' },
    ...{ processStart: '1', since: '2026-01-01T00:00:00.000Z' },
  });

  it('sends versions as GitLab reads them, and shows who works', async () => {
    const at = await start();
    const store = await open(at);
    await store.create(1, Buffer.from('a'));
    await store.showHolder(holder('r1'));
    await store.create(2, Buffer.from('b'));
    const state = at.states.get(NAME);
    expect(JSON.parse(String(state?.versions.get(2)))).toMatchObject({ version: 4, serial: 2, resources: [] });
    expect(state?.lock).toMatchObject({ who: 'maria', operation: 'apply' });
    await store.showHolder(undefined);
    await store.create(3, Buffer.from('c'));
    expect(state?.lock).toBeUndefined();
    expect(at.seen.filter((one) => one.includes('/lock')).map((one) => one.replace(/ID=\w+/, 'ID'))).toEqual([
      `POST /api/v4/projects/ads%2Fshop/terraform/state/${NAME}/lock`,
      `DELETE /api/v4/projects/ads%2Fshop/terraform/state/${NAME}/lock?ID`,
    ]);
    await store.close();
  });

  describe.each([500, 423, 409])('where a locked state answers %i', (locked) => {
    it('a lock that was left over does not stop the next run', async () => {
      const at = await start({ locked });
      const killed = await open(at);
      await killed.create(1, Buffer.from('a'));
      await killed.showHolder(holder('killed'));
      const next = await open(at);
      expect(await next.create(2, Buffer.from('b'))).toBe(true);
      await next.showHolder(holder('next'));
      expect(await next.create(3, Buffer.from('c'))).toBe(true);
      // The first one comes back: what it would write is another's.
      expect(await codeOf(killed.create(2, Buffer.from('x')))).toContain('unsure');
      expect(Buffer.from((await killed.read(2)) ?? []).toString()).toBe('b');
      await killed.showHolder(undefined);
      expect(at.states.get(NAME)?.lock?.operation).toBe('apply');
      expect(await next.create(4, Buffer.from('d'))).toBe(true);
    });

    it('a person who presses Unlock, or locks, in GitLab does not stop the run that holds the log', async () => {
      const at = await start({ locked });
      const store = await open(at);
      await store.create(1, Buffer.from('a'));
      await store.showHolder(holder('r1'));
      const state = at.states.get(NAME);
      if (state !== undefined) state.lock = undefined;
      expect(await store.create(2, Buffer.from('b'))).toBe(true);
      if (state !== undefined) state.lock = { id: 'terraform', who: 'someone', operation: 'plan' };
      expect(await store.create(3, Buffer.from('c'))).toBe(true);
      expect(state?.lock?.who).toBe('maria');
    });
  });

  it.each([
    ['503 before storing', { status: 503 }, 'unsure: HTTP 503', false],
    ['500 after storing', { status: 500, after: true }, 'unsure: HTTP 500', true],
    ['no reply after storing', 'lost' as const, 'unsure: The connection was closed', true],
  ])('%s leaves the outcome open', async (_title, fault, said, stored) => {
    const at = await start();
    const store = await open(at);
    let asked = 0;
    at.fault = (method) => (method === 'POST' && asked++ === 0 ? fault : undefined);
    expect(await codeOf(store.create(1, Buffer.from('a')))).toContain(said);
    expect(Buffer.from((await store.read(1)) ?? []).toString()).toBe(stored ? 'a' : '');
    expect(await store.create(1, Buffer.from('b'))).toBe(!stored);
  });

  it.each([
    ['another project', { project: 'ads/other' }, TOKENS, /^state-store-setup: project ads\/other at .* was not found/],
    [
      'a token that is not known',
      {},
      { ADWRIGHT_STATE_TOKEN: 'other-s3cret' },
      /^state-store-failed: .*did not accept the token/,
    ],
    ['a token that only reads', {}, { ADWRIGHT_STATE_TOKEN: 'reader-token' }, /^state-store-failed: .*role Maintainer/],
    [
      'a token in other letters',
      {},
      { ADWRIGHT_STATE_TOKEN: 's3cret密' },
      /^state-store-setup: ADWRIGHT_STATE_TOKEN holds characters other than/,
    ],
    ['no token', {}, {}, /^state-store-setup: .*ADWRIGHT_STATE_TOKEN, or CI_JOB_TOKEN/],
    [
      "a job's token for another GitLab",
      {},
      { CI_JOB_TOKEN: JOB_TOKEN, CI_API_V4_URL: 'https://gitlab.example.com/api/v4' },
      /^state-store-setup: CI_JOB_TOKEN is for gitlab\.example\.com/,
    ],
    ['a host that is not listed', {}, { ...TOKENS, ADWRIGHT_HOSTS: 'ads.example.com' }, /^host-not-allowed/],
    ['plain http', { url: 'http://gitlab.example.com' }, TOKENS, /^plain-http/],
  ])('%s', async (_title, settings, environment, expected) => {
    const at = await start();
    const said = await codeOf(open(at, settings, environment).then((store) => store.create(1, Buffer.from('a'))));
    expect(said).toMatch(expected);
    expect(said).not.toContain('s3cret');
  });

  it("takes a job's token, and its GitLab from the environment", async () => {
    const at = await start();
    const environment = {
      CI_JOB_TOKEN: JOB_TOKEN,
      CI_API_V4_URL: `${at.url}/api/v4`,
      ADWRIGHT_HOSTS: 'ads.example.com',
    };
    const store = await openGitlab(storePorts('gitlab', { project: '42' }, environment));
    expect(await store.create(1, Buffer.from('a'))).toBe(true);
    expect(at.seen[0]).toBe(`POST /api/v4/projects/42/terraform/state/${NAME}`);
  });

  it('says what it does not take: too large, and not written by Adwright', async () => {
    const at = await start({ largest: 1000 });
    const store = await open(at);
    expect(await codeOf(store.create(1, Buffer.alloc(1000)))).toMatch(
      /^state-store-failed: .*takes no state of this size/,
    );
    at.states.set(NAME, { versions: new Map([[1, Buffer.from('{"version":4,"serial":1}')]]), lock: undefined });
    expect(await codeOf(store.newest())).toMatch(/^state-store-failed: .*not written by Adwright/);
  });

  it('finds blobs whose serial another one has, also when that one is gone', async () => {
    const at = await start();
    const store = await open(at);
    const digest = createHash('sha256').update('one').digest('hex');
    const [first = 0, second = 0] = serialsOf(digest);
    const versions = new Map([[first, Buffer.from(JSON.stringify(versionDocument(first, Buffer.from('x'), 'other')))]]);
    at.states.set(`${NAME}~~blobs`, { versions, lock: undefined });
    await store.putBlob(digest, Buffer.from('one'));
    expect([...versions.keys()]).toEqual([first, second]);
    versions.delete(first);
    expect(Buffer.from((await store.readBlob(digest)) ?? []).toString()).toBe('one');
    await store.dropBlobs([digest]);
    expect(versions.size).toBe(0);
  });
});

it('serials of a blob have 31 bits', () => {
  expect(serialsOf('00000000ffffffff7fffffff80000000'.padEnd(64, '0'))).toEqual([1, 2]);
  expect(serialsOf('f'.repeat(64))).toEqual([2]);
});

it.each([
  ['teams/shoes', 'main', 'adwright~~teams~2Fshoes~~main'],
  ['teams', 'shoes~~main', 'adwright~~teams~~shoes~7E~7Emain'],
  ['鞋', 'a.b', 'adwright~~~E9~9E~8B~~a~2Eb'],
])('the state of %s and %s is called %s', (key, account, name) => {
  expect(stateName(key, account)).toBe(name);
});
